import { expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { runNode, type RunOptions } from '../harness/index.mts';
import { textLike } from '../support/matchers.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { sheetOn } from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

/** The service fails the second row. */
const SHEET = [
	{ url: 'https://example.com/1', 'Custom Alias': 'one' },
	{ url: 'https://example.com/2', 'Custom Alias': 'two', Password: 'open sesame' },
	{ url: 'https://example.com/3', 'Custom Alias': 'three' },
];

type Failing = Omit<Fault, 'match'>;

const said = (message: string): Failing => ({ kind: 'failureOn200', message });

/** Every cause that an item may have, and whatever else stands in its details. */
const FAILING: Record<string, Failing> = {
	rejected: said('This URL is not allowed.'),
	filtered: { kind: 'page403', message: 'Attention Required!' },
	'configuration-invalid': {
		kind: 'redirect',
		location: 'https://www.links.example.com/api/url/add',
	},
	'credential-invalid': said('A valid API key is required to use this service.'),
	'quota-exhausted': said(
		'You have reached your maximum links limit. Please upgrade to another plan.',
	),
	'rate-limited': { kind: 'rateLimited429', retryAfter: 3_600 },
	'temporarily-unavailable': { kind: 'status502Html' },
};

async function run(fault: Failing, settings: Partial<RunOptions> = {}, options = {}) {
	const service = await serviceWith();
	service.addFault({ ...fault, match: { method: 'POST', body: /"two"/ } });
	return await sheetOn(service, {}, settings).run(SHEET, { options });
}

/** A create that the service answers with a line per field. */
async function refusedByField() {
	const pixel = { name: 'Any', type: '={{ "unheard" }}', value: '1' };
	return await runNode({
		credentials: credentialsOf(await serviceWith()),
		parameters: { resource: 'pixel', operation: 'create', ...pixel },
		onError: 'continueRegularOutput',
	});
}

/** A judge, see CONTRIBUTING.md: what workflows branch on after a failure. */
it('failures have the details of their dump; if meant, see Recipes in CONTRIBUTING.md', async () => {
	const details: Record<string, unknown> = {};
	for (const [name, failing] of atLeastOne(Object.entries(FAILING))) {
		const { items } = await run(failing);
		details.fields = Object.keys(items[1] ?? {});
		details[name] = items[1]?.details;
		const { url, 'Custom Alias': alias } = SHEET[1] ?? {};
		expect(items[1]?.details).toMatchObject({ item: { number: 2, longUrl: url, alias } });
		const rows = await run(failing, {}, { returnRows: true });
		expect(rows.items[1]).toEqual({
			...{ url, 'Custom Alias': alias },
			...{ link_action: 'failed', link_error: textLike(/\w/) },
		});
	}
	const { items } = await refusedByField();
	details['rejected by field'] = items[0]?.details;
	const { error } = await run(said('This URL is not allowed.'), { onError: 'stopWorkflow' });
	// What was done has the address of the service, and comes in any order.
	const data = (error?.context.data ?? {}) as { done?: unknown[] };
	details['Error data with Stop Workflow'] = { ...data, done: data.done?.map(() => 'short URL') };
	await expect(`${JSON.stringify(details, null, '\t')}\n`).toMatchFileSnapshot('errorDetails.json');
});
