import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { createRows, urlsOf } from '../support/creates.mts';
import { failedItems, ON_ERROR, rows } from '../support/runs.mts';
import { longUrls, requestLines, sentUrls, serviceWith } from '../support/service.mts';
import { atLeastOne } from '../../lists.mts';

/** A part of long URLs that a web filter takes for an attack. */
const CAUGHT = 'wp-login';
const MATCH = { method: 'POST', body: new RegExp(CAUGHT) };

const PAGE: Fault = { match: MATCH, kind: 'page403', message: 'Attention Required' };

/** Rows of which the filter catches those that `isCaught` names. */
function someCaught(count: number, isCaught: (index: number) => boolean): Array<{ url: string }> {
	return rows(count).map(({ url }, index) => ({
		url: isCaught(index) ? url.replace('/page/', `/${CAUGHT}/`) : url,
	}));
}

const everyFourth = (index: number) => index % 4 === 1;
const twentyInARow = (index: number) => index >= 10 && index < 30;

/** What a filter says in the place of the service, and the words of it that a person has to read. */
const FILTERS = [
	{
		what: 'a page with HTTP 403',
		fault: PAGE,
		says: /(?=.*Attention Required)(?=.*HTTP 403)/,
		count: 120,
		isCaught: everyFourth,
		batching: {},
	},
	// Of refusals in words no number ends a run.
	{
		what: 'errors by field, without a message',
		fault: { match: MATCH, kind: 'errors422', message: 'This address is on a blocklist.' },
		says: /This address is on a blocklist\./,
		count: 60,
		isCaught: twentyInARow,
		batching: { maxInFlight: 1 },
	},
] as const;

// One after the other: what measures time has the clock to itself.
describe('C10: a row that a filter in front of the service catches', () => {
	it.each(FILTERS)(
		'fails alone with what the filter says, and holds up no other: $what, $count rows',
		async ({ fault, says, count, isCaught, batching }) => {
			const service = await serviceWith({ latencyMs: 50, faults: [fault] });
			const items = someCaught(count, isCaught);
			const run = await createRows(service, items, {
				options: { batching },
				onError: ON_ERROR.Continue,
			});

			const good = items.filter((_, index) => !isCaught(index));
			expect(run.items.map(({ error }) => error !== undefined)).toEqual(
				items.map((_, index) => isCaught(index)),
			);
			for (const { error } of atLeastOne(failedItems(run))) expect(error).toMatch(says);
			expect(longUrls(service)).toEqual(urlsOf(good).sort());
			// None is sent twice, but those that are refused in words, which may be about their aliases. Nothing was
			// waited for.
			const isInWords = fault !== PAGE;
			expect(sentUrls(service)).toHaveLength(count + (isInWords ? 20 : 0));
			expect([...new Set(sentUrls(service))].sort()).toEqual(urlsOf(items).sort());
			expect(JSON.stringify([run.hints, run.logs, run.items])).not.toMatch(
				/waited .* for the service|service is away|not sent/,
			);
			expect(run.durationMs).toBeLessThan(60_000);
			const asked = requestLines(service).filter((line) => line === 'GET /api/account');
			expect(asked.length).toBeLessThanOrEqual(3);
		},
	);
});
