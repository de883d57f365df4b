import { execute, stopWhen, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import { outputOf } from '../expectations.mts';
import { daysLater, type Play } from '../scene.mts';
import { withoutGoogle } from './sheets.mts';

const SCHEDULE = 'Every Day at 23:50';
const SHEET = 'Add to a Sheet';
const MONTH = 30;

export const clickPlays: Record<string, Play> = {
	'clicks-over-time.json': async ({ file, example, n8n, service, checks }) => {
		const [first = 0] = service.seed('links', [
			{
				longurl: 'https://shop.example/tents?utm_source=flyer&utm_campaign=Spring',
				title: 'Tents',
			},
			...Array.from({ length: 149 }, (_, page) => ({ longurl: `https://shop.example/${page}` })),
		]);
		const run = async (what: string, day = 0) => {
			const execution = await execute(n8n, daysLater(example, day), SCHEDULE);
			checks.check(`${file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
		};
		await run('the first run');
		const table = await DataTable.named(n8n, 'Clicks over time');
		await table.clear('day');
		service.click(first, 3);
		await run('a run');
		const { day, linkId, clicks, title, utmCampaign, utmSource, utmMedium } =
			(await table.rows()).find((row) => row.linkId === first) ?? {};
		checks.same(
			`${file}: a row says what a link has`,
			[linkId, clicks, title, utmCampaign, utmSource, utmMedium],
			[first, 3, 'Tents', 'Spring', 'flyer', ''],
		);
		checks.same(`${file}: each link has one, beyond the first 100 too`, await table.count(), 150);

		service.click(first, 4);
		const [added = 0] = service.seed('links', [{ longurl: 'https://shop.example/new' }]);
		service.deleteLinks([first + 1]);
		await run('a second run on that day');
		const again = await table.rows();
		checks.same(
			`${file}: it replaces the rows of the day`,
			[again.length, again.find((row) => row.linkId === first)?.clicks],
			[150, 7],
		);

		const sheet = example.nodes.find(({ name }) => name === SHEET);
		const { matchingColumns } = Object(sheet?.parameters.columns) as { matchingColumns?: string[] };
		const written = await execute(n8n, withoutGoogle(example), SCHEDULE);
		const rowsOf = (names: string[], rows: Array<Record<string, unknown>>) =>
			rows.map((row) => names.map((name) => String(row[name])).join(' ')).sort();
		const columns = ['day', 'linkId', 'shortUrl', 'title', 'campaign', 'clicks'];
		const noted = await table.rows();
		checks.same(
			`${file}: the sheet, where it is switched on, gets the rows of the table`,
			[sheet?.disabled, rowsOf(columns, outputOf(written, SHEET))],
			[true, rowsOf(columns, noted)],
		);
		checks.same(
			`${file}: a row of the sheet is found again by its day and link`,
			[matchingColumns, rowsOf(['key'], outputOf(written, SHEET))],
			[['key'], rowsOf(['day', 'linkId'], noted)],
		);

		service.addFault({ kind: 'silence', match: { after: 1 } });
		const isHalfWay = () => service.requests.some(({ fault }) => fault === 'silence');
		const end = await stopWhen(n8n, daysLater(example, 1), isHalfWay, SCHEDULE);
		service.clearFaults();
		checks.same(
			`${file}: a run that is stopped between two pages takes nothing away`,
			[end, await table.count()],
			['canceled', 150],
		);

		service.deleteLinks(
			service
				.links()
				.map((link) => link.id)
				.filter((each) => ![first, added].includes(each)),
		);
		const old = { linkId: first, clicks: 0, day: '2020-01-01' };
		await table.insert([old]);
		await run('a run on the next day', 1);
		const days = (await table.rows()).map((row) => row.day);
		checks.check(
			`${file}: rows older than 400 days go`,
			!days.includes('2020-01-01') && days.includes(day),
			days.join(),
		);
		for (let later = 2; later <= MONTH; later++) {
			service.click(first, 1);
			await run(`day ${later}`, later);
		}
		checks.same(
			`${file}: a month adds a row a day for each link`,
			await table.count(),
			150 + 2 * MONTH,
		);
		await run('a run after 410 days', 410);
		const left = new Set((await table.rows()).map((row) => row.day));
		checks.same(`${file}: the first days are gone by then`, left.size, MONTH - 9 + 1);

		const before = (await table.count()) - 2;
		const pages = Array.from({ length: 5_000 }, (_, page) => `https://shop.example/many-${page}`);
		service.seed(
			'links',
			pages.map((longurl) => ({ longurl })),
		);
		await run('a run with 5,000 links', 410);
		await run('one more', 410);
		checks.same(`${file}: 5,000 links are replaced as well`, await table.count(), before + 5_002);
	},
};
