import { execute, start, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import { daysLater, type Play } from '../scene.mts';

const SCHEDULE = 'Every Day at 23:50';
const MONTH = 30;
const CANCEL_TIMEOUT_MS = 30_000;

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

		service.set({ latencyMs: 2_000 });
		const id = await start(n8n, daysLater(example, 1), SCHEDULE);
		await n8n.rest.cancelExecution(id);
		await n8n.rest.waitForEnd(id, CANCEL_TIMEOUT_MS);
		service.set({ latencyMs: 0 });
		checks.same(`${file}: a run that is stopped takes nothing away`, await table.count(), 150);

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
