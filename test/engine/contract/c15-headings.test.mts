import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seededService } from '../operations/fixtures.mts';
import { textLike } from '../support/matchers.mts';
import { autoMap, errorOf, ON_ERROR, runOn } from '../support/runs.mts';
import { createBodies } from '../support/service.mts';
import { changesSent, outcomes, PAGE, sheetOn, times } from '../support/sheet.mts';
import type { Service } from '../../service/index.mts';

/** C5, C15: what the headings of a sheet mean, whatever its cells say. */

async function run(
	rows: IDataObject[],
	parameters: INodeParameters = autoMap(),
	service?: Service,
	onError: keyof typeof ON_ERROR = 'Continue',
) {
	const own = service ?? (await seededService());
	const result = await runOn(own, parameters, rows, { onError: ON_ERROR[onError] });
	return { service: own, result };
}

/** The bodies that are sent for rows, without the order in which they arrive. */
function sentBy(service: Service): IDataObject[] {
	const bodies = createBodies(service) as Array<IDataObject & { url: string }>;
	return bodies.toSorted((one, other) => (one.url < other.url ? -1 : 1));
}

/** Pages whose order as texts is that of their numbers. */
const pageOf = (number: number) => `${PAGE}/${String(number).padStart(2, '0')}`;

describe('a weekly plan', () => {
	/** Its cells, and the parameters that its links keep. */
	const WEEK: Array<[cells: IDataObject, parameters: string]> = [
		[{ Source: 'newsletter', Medium: 'email' }, 'utm_source=newsletter&utm_medium=email'],
		[{ Source: 'TV spot', Medium: 'tv' }, 'utm_source=TV+spot&utm_medium=tv'],
		[{ Source: 'x'.repeat(33), Medium: 'web' }, `utm_source=${'x'.repeat(33)}&utm_medium=web`],
		[{ Source: '', Medium: 'print' }, 'utm_medium=print'],
	];
	const planOf = (more: (number: number) => IDataObject) =>
		WEEK.map(([cells], index) => ({ 'Sheet URL': '', URL: PAGE, ...cells, ...more(index + 1) }));
	const pages = WEEK.map(([, parameters]) => `${PAGE}?${parameters}`);

	it.each<[what: string, more: (number: number) => IDataObject]>([
		['with aliases', (number) => ({ Alias: `week-${number}` })],
		['without aliases', () => ({})],
		[
			'with an empty column UTM Source',
			(number) => ({ Alias: `week-${number}`, 'UTM Source': '' }),
		],
	])('keeps all values of all links, whatever new rows say: %s', async (_what, more) => {
		const service = await seededService();
		const before = service.links().length;
		const sheet = sheetOn(service);
		const rows = planOf(more);
		await sheet.run(rows.slice(0, 1));

		expect(outcomes(await sheet.run(rows))).toEqual([
			...['unchanged', 'created', 'created', 'created'],
		]);
		expect(outcomes(await sheet.run(rows))).toEqual(times(4, 'unchanged'));
		const links = service.links().slice(before);
		expect(links.map(({ longurl }) => longurl).toSorted()).toEqual(pages.toSorted());
	});
});

describe('sheets of every day', () => {
	it.each(['create', 'upsert'])(
		'without headings: %s says so, and how to go on',
		async (operation) => {
			const [first, ...others] = [1, 2, 3].map((number) => [pageOf(number), `row-${number}`]);
			const headless = others.map((cells) =>
				Object.fromEntries(cells.map((cell, index) => [first?.[index] ?? '', cell])),
			);
			const { service, result } = await run(headless, autoMap({ operation }), undefined, 'Stop');
			const { message, description } = errorOf(result);

			expect(message).toContain(`The file has no headings: its first line, such as ${pageOf(1)}`);
			expect(description).toContain('turn Header Row off');
			expect(changesSent(service)).toEqual([]);

			const rows = [first, ...others].map((row) => ({ row }));
			const dragged = { url: '={{ $json.row[0] }}', custom: '={{ $json.row[1] }}' };
			const mended = await run(rows, autoMap({ operation, ...dragged }));
			expect(sentBy(mended.service)).toMatchObject(
				[1, 2, 3].map((number) => ({ url: pageOf(number), custom: `row-${number}` })),
			);
		},
	);

	it('with links that were written back: Domain in the form is for the others', async () => {
		const service = await seededService();
		const domain = { __rl: true, mode: 'address', value: 'https://go.example.com' };
		const sheet = sheetOn(service, {
			additionalFields: { domain },
			options: { returnRows: true },
		});
		const row = (number: number) => ({ 'Long URL': pageOf(number), 'Short URL': '' });
		const home = { ...row(0), 'Long URL': 'https://example.com/spring' };
		const first = await sheet.run([
			...[row(1), { ...row(2), Alias: 'two' }],
			{ ...home, 'Short URL': `${service.url}/spring` },
		]);
		const again = await sheet.run([...first.items, row(4)]);

		const branded = textLike(/^https:\/\/go\.example\.com\//);
		expect(first.items).toMatchObject([
			{ link_action: 'created', 'Short URL': branded },
			{ link_action: 'created', 'Short URL': 'https://go.example.com/two' },
			{ link_action: 'unchanged', 'Short URL': `${service.url}/spring` },
		]);
		expect(again.items.map(({ link_action }) => link_action)).toEqual([
			...times(3, 'unchanged'),
			'created',
		]);
		expect(again.items[3]).toMatchObject({ 'Short URL': branded });
	});
});
