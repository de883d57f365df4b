import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	RATE_LIMIT,
	type Service,
	type ServiceOptions,
	type Variations,
} from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { autoMap, failedItems, ON_ERROR, wordsOf } from '../support/runs.mts';
import { createRows } from '../support/creates.mts';
import { credentialsOf, KEY, requestLines, serviceWith } from '../support/service.mts';
import { numbered, outcomes, PAGE } from '../support/sheet.mts';

/** Something that a service refuses in words, and what becomes of the rows. */
interface Refusal {
	options?: Partial<ServiceOptions>;
	variations?: Partial<Variations>;
	prepare?: (service: Service) => void;
	/** The key that is sent; the service's own when left out. */
	apiKey?: string;
	parameters: INodeParameters;
	items: (service: Service) => IDataObject[];
	/** Whether each row fails. */
	failed: boolean[];
	/** What the first row says in another language: the service's own words. */
	says?: string;
}

const BY_ALIAS = { operation: 'upsert' };
const EARLIER = '2026-01-05 09:00:00';

const REFUSALS: Record<string, Refusal> = {
	'an alias of ours that leads elsewhere': {
		prepare: (service) =>
			service.seed('links', [{ url: `${PAGE}/other`, custom: 'spring', date: EARLIER }]),
		parameters: autoMap({ options: { ifLinkExists: 'returnExisting' } }),
		items: () => [
			{ url: PAGE, custom: 'spring' },
			{ url: `${PAGE}/2`, custom: 'summer' },
		],
		failed: [true, false],
	},
	'an alias of another account': {
		options: {
			accounts: [
				{ id: 1, email: 'one@example.com', apiKeys: [KEY] },
				{ id: 2, email: 'two@example.com', apiKeys: ['other-key'] },
			],
		},
		prepare: (service) =>
			service.seed('links', [{ url: PAGE, custom: 'spring', account: 2, date: EARLIER }]),
		parameters: autoMap(BY_ALIAS),
		items: () => [
			{ url: PAGE, custom: 'spring' },
			{ url: `${PAGE}/2`, custom: 'summer' },
		],
		failed: [true, false],
		says: 'Ez most nem megy',
	},
	'an API key that is wrong': {
		apiKey: 'wrong-key',
		parameters: autoMap(BY_ALIAS),
		items: () => numbered(10, (number) => ({ url: PAGE, custom: `row-${number}` })),
		failed: numbered(10, () => true),
	},
	'a plan without custom aliases': {
		variations: { customAliases: 'refused' },
		parameters: autoMap(),
		items: () => numbered(5, (number) => ({ url: `${PAGE}/${number}` })),
		failed: numbered(5, () => false),
	},
	'the rate limit, in words': {
		prepare: (service) => {
			service.addFault({
				kind: 'rateLimitedMessage',
				match: { method: 'POST', nth: 1 },
				retryAfter: 3,
			});
		},
		parameters: autoMap(BY_ALIAS),
		items: () => [{ url: PAGE, custom: 'spring' }],
		failed: [false],
	},
};

/** What a run of a refusal came to, without what differs from service to service. */
async function played(refusal: Refusal, language: Variations['language']) {
	const { options, variations, prepare, apiKey, parameters, items } = refusal;
	const service = await serviceWith({ ...options, variations: { ...variations, language } });
	prepare?.(service);
	const run = await runNode({
		credentials: credentialsOf(service, apiKey === undefined ? {} : { apiKey }),
		parameters: {
			...parameters,
			options: { ...(parameters.options as object), batching: { maxInFlight: 1 } },
		},
		items: items(service),
		onError: 'continueRegularOutput',
	});
	return {
		run,
		failed: run.items.map(({ error }) => error !== undefined),
		outcomes: outcomes(run),
		requests: requestLines(service),
		links: service.links().length,
	};
}

it.each(Object.entries(REFUSALS))(
	'C10: %s is dealt with in another language as in English',
	async (_name, refusal) => {
		const english = await played(refusal, 'english');
		const other = await played(refusal, 'other');

		expect(other.failed).toEqual(refusal.failed);
		expect(other.outcomes).toEqual(english.outcomes);
		expect(other.requests.map(withoutRandom)).toEqual(english.requests.map(withoutRandom));
		expect(other.links).toBe(english.links);
		expect(wordsOf(other.run.items[0] ?? {})).toContain(refusal.says ?? '');
	},
);

const USED_UP: Refusal = {
	variations: { mostLinks: 2 },
	parameters: autoMap(),
	items: () => numbered(60, (number) => ({ url: `${PAGE}/${number}`, custom: `row-${number}` })),
	failed: numbered(60, (number) => number > 2),
};

it('C10: a plan that is used up fails the same rows in another language, for one request a row', async () => {
	const english = await played(USED_UP, 'english');
	const other = await played(USED_UP, 'other');

	expect(english.failed).toEqual(USED_UP.failed);
	expect(other.failed).toEqual(USED_UP.failed);
	const creates = ({ requests }: typeof other) =>
		requests.filter((line) => line === 'POST /api/url/add').length;
	expect(creates(english)).toBe(2 + 3);
	expect(creates(other)).toBe(60);
	expect(other.requests.length).toBeLessThanOrEqual(75);
	expect(other.run.durationMs).toBeLessThan(30_000);
});

describe('C10: refusals in words that nobody knows', () => {
	const SHEET = numbered(60, (number) => ({ url: `${PAGE}/${number}` }));

	it.each(['failureOn200', 'failureOn400'] as const)(
		'end the run if the account gets them as well: a key that is revoked in the middle (%s)',
		async (kind) => {
			const service = await serviceWith({ rateLimit: RATE_LIMIT });
			const message = 'Klucz jest nieprawidłowy';
			service.addFault({ kind, message, match: { after: 30 } });
			const run = await createRows(service, SHEET, { onError: ON_ERROR.Continue });

			expect(service.requests.length).toBeLessThanOrEqual(30 + 35);
			expect(failedItems(run)).toHaveLength(30);
			expect(new Set(failedItems(run).map(({ error }) => error))).toEqual(new Set([message]));
			expect(wordsOf(run.items[59] ?? {})).toContain('This was not sent, because earlier ones');
		},
	);

	it('hold back no row if the account is fine, which is asked once', async () => {
		const service = await serviceWith({ variations: { language: 'other' } });
		const match = { method: 'POST', body: /page\/([1-9]|[1-3]\d|40|5\d)"/ };
		service.addFault({ kind: 'failureOn200', message: 'Ez nem megy', match });
		const run = await createRows(service, SHEET, { onError: ON_ERROR.Continue });

		const lines = requestLines(service);
		expect(failedItems(run)).toHaveLength(50);
		expect(wordsOf(run.items[49] ?? {})).not.toContain('was not sent');
		expect(lines.filter((line) => line === 'POST /api/url/add')).toHaveLength(60 + 50);
		expect(lines.filter((line) => line === 'GET /api/account')).toHaveLength(1);
	});
});

/** Addresses of services differ. */
function withoutRandom(line: string): string {
	return line.replace(/127\.0\.0\.1(%3A|:)\d+/g, 'service');
}
