import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { type RunOptions } from '../harness/index.mts';
import { anyText, textWith } from '../support/matchers.mts';
import { autoMap, ON_ERROR, runOn, RETRY } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import { PAGE } from '../support/sheet.mts';
import type { Service } from '../../service/index.mts';

const options = { returnRows: true };
const SYNC = autoMap({ operation: 'upsert', options });

/** Runs rows with On Error = Continue, unless another setting is given. */
async function run(
	service: Service,
	items: IDataObject[],
	parameters = SYNC,
	settings: Partial<RunOptions> = {},
) {
	return await runOn(service, parameters, items, { onError: ON_ERROR.Continue, ...settings });
}

describe('C20: Return Rows With Short URL', () => {
	it('gives the row back, and adds what it has no column for', async () => {
		const service = await serviceWith();
		const row = { id: 7, url: PAGE, Owner: 'Kim', Password: 'hidden' };
		const given = [row, { url: 'not a url', 'Pass Word': 'hidden' }];
		const before = structuredClone(given);
		const { items, hints } = await run(service, given);
		const [link] = service.links();

		expect(link).toMatchObject({ password: 'hidden' });
		expect(items).toEqual([
			{
				...{ id: 7, url: PAGE, Owner: 'Kim' },
				...{ shorturl: link?.shorturl, link_action: 'created', link_clicks: 0, link_error: '' },
			},
			{ url: 'not a url', link_action: 'failed', link_error: textWith('is not a web address. ') },
		]);
		expect(hints.map(({ message }) => message)).toContainEqual(textWith('Not used: id, Owner.'));
		expect(given).toEqual(before);
	});

	const SPELLINGS = [
		['Short URL', 'Link Action', 'Link Clicks', 'Link_Error'],
		['short link', 'LINK ACTION', 'link-clicks', 'link error'],
		['shorturl', 'link_action', 'link_clicks', 'link_error'],
	] as const;

	it.each(SPELLINGS)(
		'fills the columns %s, %s, %s and %s of every row, run after run',
		async (shorturl, action, clicks, error) => {
			const service = await serviceWith();
			const own = { [shorturl]: '', [action]: '', [clicks]: '', [error]: 'An old one' };
			// Nodes that read files leave empty cells out.
			const rows = [
				{ 'Long URL': PAGE, ...own },
				{ 'Long URL': `${PAGE}/2` },
				{ 'Long URL': 'nowhere', [shorturl]: '', [clicks]: 12 },
			];
			const first = await run(service, rows);
			const second = await run(service, first.items);
			const filled = (done: string) => [
				...service.links().map(({ longurl, shorturl: short }) => ({
					'Long URL': longurl,
					...{ [shorturl]: short, [action]: done, [clicks]: 0, [error]: '' },
				})),
				{ ...rows[2], [action]: 'failed', [error]: textWith('is not a web address') },
			];

			expect(first.items).toEqual(filled('created'));
			expect(second.items).toEqual(filled('unchanged'));
			// The columns that it fills are not told as columns that are not used.
			expect(second.hints.map(({ message }) => message).join()).not.toContain('Not used');
		},
	);

	it('takes the row from the input where each field is mapped manually', async () => {
		const service = await serviceWith();
		const url = '={{ $json.page }}';
		const parameters = { resource: 'link', operation: 'create', url, options };
		const rows = [{ page: PAGE, 'Short URL': '' }, { page: 'nowhere' }];
		const { items } = await run(service, rows, parameters);

		expect(items).toMatchObject([
			{ page: PAGE, link_action: 'created', 'Short URL': service.links()[0]?.shorturl },
			{ page: 'nowhere', link_action: 'failed', link_error: anyText },
		]);
	});
});

describe('C20: what begins like a formula', () => {
	const SAID = '=HYPERLINK("https://other.example", "Click")';
	const row = { 'Long URL': PAGE, Owner: '=A1', Note: '-1', '@Team': '+49 30' };

	it.each([ON_ERROR.Continue, ON_ERROR['Error Output']])(
		'is a text where the service says it, and as it came in the row: %s',
		async (onError) => {
			const service = await serviceWith();
			service.addFault({ match: { method: 'POST' }, kind: 'failureOn400', message: SAID });
			const { items, errorItems } = await run(service, [row], SYNC, { onError });
			const [failed] = [...items, ...errorItems];

			expect(failed).toMatchObject(row);
			expect(failed?.link_error ?? failed?.error).toMatch(/^'=HYPERLINK\(/);
		},
	);
});

describe('C20: Return Rows With Short URL with Retry On Fail', () => {
	const good = [1, 2].map((n) => ({ id: n, 'Long URL': `${PAGE}/${n}`, error: 'An old one' }));

	it('never takes a good row for a failed one, whatever its column error says', async () => {
		const service = await serviceWith();
		const { items } = await run(service, good, SYNC, RETRY);

		expect(createBodies(service)).toHaveLength(2);
		expect(items).toMatchObject(good.map(({ id }) => ({ id, link_action: 'created' })));
	});
});
