import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type Service } from '../../service/index.mts';
import { runLoop, type RunOptions, type RunResult } from '../harness/index.mts';
import { pick } from '../operations/row.mts';
import { createRows } from '../support/creates.mts';
import { countSentAfter } from '../support/outgoing.mts';
import { autoMap, doneBefore, errorOf, linesOf, rows, runOn, STOP } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { numbered, PAGE, sheetOn } from '../support/sheet.mts';

/** Rows with aliases of their own, so that a refusal is known with the first answer. */
function named(count: number) {
	return rows(count).map((row, index) => ({ ...row, 'Custom Alias': `row-${index + 1}` }));
}

const SHEET = named(30);

/** The others wait for a place while the bad rows are looked at. */
const TEN_AT_ONCE = { options: { batching: { maxInFlight: 10 } } };

/** A service that refuses three of the thirty rows. */
async function refusingThree() {
	const service = await serviceWith({ latencyMs: 50 });
	for (const number of [7, 9, 10]) {
		service.addFault({
			match: { method: 'POST', body: new RegExp(`"row-${number}"`) },
			kind: 'failureOn400',
		});
	}
	return service;
}

describe('C11: a sheet with three bad rows of thirty, under Stop', () => {
	it('is told by all of them, and that it can be run again', async () => {
		const run = await sheetOn(await refusingThree(), TEN_AT_ONCE, STOP).run(SHEET);
		const { message, description } = errorOf(run);

		expect(message).toMatch(/^Rows 7, 9, 10: /);
		// Logs and error workflows have this alone.
		expect(run.error?.message).toBe(`${message} Correct the value and try again.`);
		expect(linesOf(description)).toContainEqual(
			expect.stringMatching(/^3 of 30 rows failed, \d+ done, \d+ not sent\.$/),
		);
		expect(description).toContain('run again: nothing is created twice.');
		expect(description).toContain('Settings tab of this node → On Error → Continue');
		expect(description).not.toContain('http');
		expect(run.error?.context.data).toMatchObject({
			failed: [{ number: 7 }, { number: 9 }, { number: 10 }],
		});
		// n8n puts a number of its own behind an error with an index.
		expect(run.error?.context).not.toHaveProperty('itemIndex');
	});

	it('names the first five links of a Create, and all of them in the details', async () => {
		const service = await refusingThree();
		const run = await sheetOn(service, { operation: 'create' }, STOP).run(SHEET);
		const { description } = errorOf(run);
		const made = service.links().map(({ shorturl }) => shorturl);

		expect(made.length).toBeGreaterThan(5);
		expect(made.filter((shorturl) => description.includes(shorturl))).toHaveLength(5);
		expect(description).toContain(`and ${made.length - 5} more.`);
		expect(description).toContain('If Link Exists');
		expect(new Set(doneBefore(run))).toEqual(new Set(made));
	});
});

it('C11: a single item is told by its own message, which says what to do as well', async () => {
	const run = await sheetOn(await serviceWith(), {}, STOP).run([{ url: 'htp//broken' }]);
	const { description } = errorOf(run);

	expect(run.error?.message).toMatch(
		/^url "htp\/\/broken" is not a web address\. Enter a value such as https:/,
	);
	expect(description).not.toContain('On Error');
});

function expectAllNamed(run: RunResult, service: Service): void {
	const made = service.links().map(({ shorturl }) => shorturl);
	expect(new Set(doneBefore(run))).toEqual(new Set(made));
}

describe('C11: Stop', () => {
	it('sends nothing once a failure is known, and names every link there is', async () => {
		const service = await serviceWith({ latencyMs: 100 });
		service.addFault({ match: { body: /"row-45"/ }, kind: 'failureOn400' });
		const sheet = sheetOn(service, { operation: 'create' }, STOP);
		const { sent, value: run } = await countSentAfter(400, () => sheet.run(named(600)));

		expect(sent).toBe(0);
		expectAllNamed(run, service);
		// Besides those that were under way, at most 200.
		expect(service.links().length).toBeLessThan(45 + 200);
	});

	it('sends nothing of what waits for the rate limit', async () => {
		const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 5 } });
		service.addFault({ match: { body: /"row-5"/ }, kind: 'failureOn400' });
		const run = await sheetOn(service, { operation: 'create' }, STOP).run(SHEET);

		expect(errorOf(run).description).toContain('4 done');
		expect(service.links()).toHaveLength(4);
		expect(run.durationMs).toBeLessThan(5_000);
	});

	it('gives up the reads that wait', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		const run = await runOn(
			service,
			{ resource: 'link', operation: 'get', linkId: pick('id', 999) },
			rows(300),
		);
		expect(errorOf(run).message).toContain('does not exist');
		expect(service.requests.length).toBeLessThan(200);
	});

	it('does not look for a lost link any more, and names the item', async () => {
		const service = await serviceWith({ latencyMs: 100 });
		service.addFault({ match: { body: /"row-14"/ }, kind: 'closeAfter' });
		service.addFault({ match: { body: /"row-12"/ }, kind: 'failureOn400' });
		const run = await sheetOn(service, { operation: 'create' }, STOP).run(named(100));

		expect(service.requests.filter(({ method }) => method === 'GET').length).toBeLessThan(2);
		expect(linesOf(errorOf(run).description)).toContain('Possibly completed as well: row 14.');
		expect(run.error?.context.data).toMatchObject({ perhapsDone: [14] });
	});

	it('names what earlier tries of Retry On Fail created', async () => {
		const service = await serviceWith();
		service.addFault({ match: { body: /page.130"/ }, kind: 'failureOn400' });
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await createRows(service, rows(150), retry);

		expect(service.links().length).toBeGreaterThan(100);
		expectAllNamed(run, service);
	});
});

const UPSERT = autoMap({ operation: 'upsert' });

/** Sixty rows in batches of thirty; the seventh of the second batch cannot be sent. */
const SIXTY = numbered(60, (number): IDataObject => ({
	'Long URL': number === 37 ? 'htp//broken' : `${PAGE}/${number}`,
	'Custom Alias': `row-${number}`,
}));

async function loop(
	items: IDataObject[],
	parameters: INodeParameters = UPSERT,
	settings: Partial<RunOptions> = {},
) {
	const service = await serviceWith();
	const credentials = credentialsOf(service);
	const result = await runLoop({ credentials, parameters, items, batchSize: 30, ...settings });
	return { service, result };
}

describe('C11: a stop in a later round of a loop', () => {
	it('counts the rows of its batch, and says so', async () => {
		const { service, result } = await loop(SIXTY);
		const { message, description } = errorOf(result);

		expect(service.links()).toHaveLength(30);
		expect(message).toMatch(/^Row 7: /);
		expect(description).toContain('Nothing in this batch was sent.');
		expect(description).toContain('Rows are counted from 1 in each batch.');
		expect(description).not.toContain('without the header');
	});

	it('says nothing of a batch in the first round', async () => {
		const { result } = await loop(SIXTY.slice(30));

		expect(errorOf(result).message).toMatch(/^Row 7: /);
		expect(errorOf(result).description).toContain('Nothing was sent.');
	});
});
