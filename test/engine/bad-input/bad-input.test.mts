import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode, type RunResult } from '../harness/index.mts';
import { textLike, textWith } from '../support/matchers.mts';
import {
	createOf,
	errorOf,
	expectNoTrace,
	failedItems,
	goodItems,
	ON_ERROR,
	ON_ERROR_NAMES,
	pairs,
	rows,
} from '../support/runs.mts';
import { credentialsOf, KEY } from '../support/service.mts';
import { CREDENTIAL_ROWS } from './credential.mts';
import { REFUSED_ROWS } from './refused.mts';
import { LONG, seeded, baseUrl, CREATE } from './row.mts';
import { UNSENT_ROWS } from './unsent.mts';

function expected(text: string | RegExp): unknown {
	return typeof text === 'string' ? text : textLike(text);
}

describe.concurrent('bad input', () => {
	const ALL_ROWS = [...CREDENTIAL_ROWS, ...REFUSED_ROWS, ...UNSENT_ROWS];
	// What becomes of an error is the item loop's, the same for each row: five rows show it in all modes.
	const inAllModes = [
		...[CREDENTIAL_ROWS[0], REFUSED_ROWS[0], REFUSED_ROWS.at(-1)],
		...[UNSENT_ROWS[0], UNSENT_ROWS.at(-1)],
	];
	const cases = ALL_ROWS.flatMap((row) =>
		(inAllModes.includes(row) ? ON_ERROR_NAMES : (['Continue'] as const)).map((onError) => ({
			...row,
			onError,
		})),
	);

	it.concurrent.each(cases)('$onError: $what', check);

	async function check(row: (typeof cases)[number]): Promise<void> {
		const { onError, message, remedy, good = [], parameters = createOf(LONG) } = row;
		const { credentials, requests } = await (row.place ?? baseUrl((url) => url))();
		const alone = onError === 'Stop';
		const [before, ...after] = alone ? [] : good;
		const run = await runNode({
			credentials,
			parameters,
			items: [...(before ? [before] : []), row.bad ?? {}, ...after],
			onError: ON_ERROR[onError],
		});

		expectNoTrace(KEY, run);
		const { operation } = parameters;
		// The good ones' creates begin with a read of the newest links if the bad one did not.
		const isUnsent = row.requests === (row.lookUps ?? 0);
		const firstRead = operation === 'create' && good.length > 0 && isUnsent ? 1 : 0;
		expect(requests).toHaveLength(row.requests + (alone ? 0 : good.length + firstRead));
		if (alone) {
			expect(run.status).toBe('error');
			expect(errorOf(run)).toEqual({ message: expected(message), description: textWith(remedy) });
			return;
		}
		expect(run.status).toBe('success');
		expect(goodItems(run)).toHaveLength(good.length);
		expect(failedItems(run)).toMatchObject([
			{ error: expected(message), message: textWith(remedy) },
		]);
		expectOneErrorItem(run, row.bad ?? {});
		expect(run.errorItems).toHaveLength(onError === 'Continue' ? 0 : 1);
	}
});

/**
 * n8n takes an item for a failed one by its keys alone, and only without an `error` beside `json`. In
 * the error output it adds the fields of the input item itself.
 */
function expectOneErrorItem(run: RunResult, bad: IDataObject): void {
	const failed = run.outputs.flat().filter(({ json }) => json.error !== undefined);
	expect(failed).toHaveLength(1);
	for (const { json, error, pairedItem } of failed) {
		const added = run.errorItems.length > 0 ? Object.keys(bad) : [];
		const own = Object.keys(json).filter((name) => !added.includes(name));
		expect(own.filter((name) => !['error', 'message', 'details'].includes(name))).toEqual([]);
		expect(error).toBeUndefined();
		expect(pairedItem).toEqual({ item: run.outputs.flat().length === 1 ? 0 : 1 });
	}
}

describe('a bad row among good ones', () => {
	it('stays in its place with Continue', async () => {
		const service = await seeded();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: CREATE,
			items: [...rows(2), { url: LONG, custom: 'taken' }, ...rows(2, 'later')],
			onError: 'continueRegularOutput',
		});

		expect(run.items.map(({ error }) => error !== undefined)).toEqual([
			...[false, false, true, false, false],
		]);
		expect(pairs(run)).toEqual([0, 1, 2, 3, 4]);
	});

	it('says the HTTP status and the reasons beside the message', async () => {
		const service = await seeded({ variations: { errorOnFailureStatus: '4xx' } });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: CREATE,
			items: [{ url: LONG, custom: 'taken' }],
			onError: 'continueRegularOutput',
		});

		expect(run.items).toMatchObject([{ details: { httpStatus: 400 } }]);
	});
});
