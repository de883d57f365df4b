import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { autoMap, errorOf, updateOf, runOn } from '../support/runs.mts';
import { requestLines } from '../support/service.mts';
import { changesSent, complaints, numbered, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

const UPSERT = autoMap({ operation: 'upsert' });

/** Rows that are right, but for one or more. */
function sheetWith(bad: Record<number, IDataObject>, count = 5): IDataObject[] {
	return numbered(count, (number) => ({
		'Long URL': `${PAGE}/${String(number)}`,
		'Custom Alias': `row-${String(number)}`,
		...bad[number],
	}));
}

async function stopped(service: Service, items: IDataObject[], parameters: INodeParameters) {
	const run = await runOn(service, parameters, items);
	return { ...errorOf(run), run };
}

describe('with Stop, nothing is sent if an item is wrong', () => {
	it.each([
		['Create', autoMap()],
		['Create or Update', UPSERT],
	])('and all problems of all rows are told: %s', async (_what, parameters) => {
		const service = await seededService();
		const items = sheetWith({
			2: { Expires: 'soon' },
			4: { 'Custom Alias': '/row', Expires: 'later', 'Link Status': 'high' },
			5: { 'Long URL': 'no address' },
		});
		const { message, description, run } = await stopped(service, items, parameters);

		expect(changesSent(service)).toEqual([]);
		const words = `${message} ${description}`;
		for (const part of [
			'Expires "soon"',
			'Custom Alias "/row"',
			'Link Status "high"',
			'Long URL "no',
		])
			expect(words).toContain(part);
		expect(words).toMatch(/Rows 2, 4\b/);
		expect(words).toContain('Nothing was sent');
		expect(words).toContain('On Error → Continue');
		const failed = (run.error?.context.data as { failed?: unknown[] } | undefined)?.failed;
		expect(failed).toHaveLength(3);
	});

	it('by Update and by operations without columns, too', async () => {
		const service = await seededService();
		const update = [
			{ link: 101, url: PAGE },
			{ link: 102, url: 'nowhere' },
			{ link: 'x', url: PAGE },
		];
		const ofUpdate = await stopped(service, update, updateOf('id'));
		expect(`${ofUpdate.message} ${ofUpdate.description}`).toMatch(/Long URL "nowhere".*Link "x"/s);

		const create = { resource: 'campaign', operation: 'create', name: '={{ $json.name }}' };
		const ofCreate = await stopped(service, [{ name: 'A' }, { name: '' }], create);
		expect(ofCreate.message).toContain('Name is empty');

		const channelId = pick('name', '={{ $json.name }}');
		const assign = { resource: 'channel', operation: 'assignItem', channelId };
		const ofAssign = await stopped(service, [{ name: 'Mail' }, { name: 'Mial' }], {
			...assign,
			type: 'links',
			linkId: pick('id', 101),
		});
		expect(ofAssign.message).toContain('"Mial"');
		expect(changesSent(service)).toEqual([]);
	});

	it('an expression that throws among them', async () => {
		const service = await seededService();
		const url = `={{ $json.n === 2 ? $('Nowhere').first().json.url : '${PAGE}' }}`;
		const parameters = {
			resource: 'link',
			operation: 'create',
			url,
			additionalFields: { campaign: pick('name', 'Spring') },
		};
		const { message } = await stopped(
			service,
			numbered(3, (n) => ({ n })),
			parameters,
		);

		expect(message).toMatch(/^Item 2: /);
		expect(changesSent(service)).toEqual([]);
	});
});

describe('with Continue', () => {
	it('each row tells all of its problems, and the others go on', async () => {
		const service = await seededService();
		const bad = {
			Expires: 'soon',
			Campaign: 'Sprnig',
			'Link Status': 'high',
			'Custom Alias': '#N/A',
		};
		const run = await sheetOn(service).run(sheetWith({ 2: bad }, 3));

		expect(outcomes(run)).toEqual(['created', 'failed', 'created']);
		const [said = ''] = complaints(run);
		for (const part of ['Expires "soon"', '"Sprnig"', 'Link Status "high"', 'formula error "#N/A"'])
			expect(said).toContain(part);
	});
});

it('names are looked up before the first change, each list once', async () => {
	const service = await seededService();
	await sheetOn(service, autoMap()).run(
		numbered(12, (number) => ({
			url: `${PAGE}/${String(number)}`,
			campaign: number % 2 === 0 ? 'Spring' : 'Summer',
			channel: number > 9 ? 'Mail' : '',
		})),
	);

	const lines = requestLines(service).map((line) => line.replace(/\?.*$/, ''));
	const firstCreate = lines.indexOf('POST /api/url/add');
	expect(lines.filter((line) => /campaigns|channels/.test(line))).toHaveLength(2);
	expect(
		Math.max(lines.indexOf('GET /api/campaigns'), lines.indexOf('GET /api/channels')),
	).toBeLessThan(firstCreate);
});
