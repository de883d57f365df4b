import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { type Fault, RATE_LIMIT, type ServiceOptions } from '../../service/index.mts';
import { atLeastOne } from '../../lists.mts';
import { runNode, type RunResult } from '../harness/index.mts';
import { createRows, expectFailed, urlsOf } from '../support/creates.mts';
import { deadAddress, listen, untrustedHttps, webPage } from '../support/listener.mts';
import { expectOfEach, textLike, textWith } from '../support/matchers.mts';
import { createOf, expectNoTrace, failedItems, ON_ERROR, rows, wordsOf } from '../support/runs.mts';
import { credentialsOf, KEY, requestLines, sentUrls, serviceWith } from '../support/service.mts';
import { changesSent, sheetOn } from '../support/sheet.mts';

const COUNT = 40;

/** What a run is given, and the requests that arrive somewhere. */
interface Place {
	credentials: IDataObject;
	requests: readonly unknown[];
}

/** Something that stands in the way of a whole run, or of some of its rows. */
interface Trouble {
	place: () => Promise<Place>;
	message: RegExp;
	remedy: RegExp;
	/** How many rows fail. */
	failed: number;
	/** The most requests that are sent. */
	requests: number;
}

async function service(
	options: Partial<ServiceOptions> = {},
	fault?: Fault,
	wrong: Parameters<typeof credentialsOf>[1] = {},
): Promise<Place> {
	const started = await serviceWith(options);
	if (fault !== undefined) started.addFault(fault);
	return { credentials: credentialsOf(started, wrong), requests: started.requests };
}

async function webSite(status: number): Promise<Place> {
	const { url, requests } = await listen(webPage(status));
	return { credentials: { baseUrl: url, apiKey: KEY }, requests };
}

let hosts = 0;

/** A host that can be reached through a proxy alone, each time another one. */
async function behindDeadProxy(): Promise<Place> {
	hosts += 1;
	vi.stubEnv('http_proxy', await deadAddress());
	vi.stubEnv('no_proxy', '');
	return {
		credentials: { baseUrl: `http://links-${hosts}.example.com`, apiKey: KEY },
		requests: [],
	};
}

async function untrusted(): Promise<Place> {
	const { url, requests } = await serviceWith();
	return { credentials: { baseUrl: await untrustedHttps(url), apiKey: KEY }, requests };
}

/** A web firewall, for what matches. */
function filter(match: Fault['match']): Fault {
	return { kind: 'page403', message: 'Attention Required', match };
}

const TROUBLES: Record<string, Trouble> = {
	'a wrong key': {
		place: async () => await service({}, undefined, { apiKey: 'wrong-key' }),
		message: /^A valid API key is required to use this service\.$/,
		remedy: /Copy the key from your account settings/,
		failed: COUNT,
		// One alone, then ten at once, and one more before the third is refused.
		requests: 12,
	},
	'an address with a page for everything': {
		place: async () => await webSite(200),
		// A page may hide that the first ones were created.
		message: /returned a web page instead of an API response$|^The link may have been created/,
		remedy: /check Base URL|returned a web page instead of an API response.* Look in the service/,
		failed: COUNT,
		requests: 40,
	},
	'a proxy that does not answer': {
		place: behindDeadProxy,
		message: /^Could not connect to links-\d\.example\.com$/,
		remedy: /the service or the proxy that n8n uses is down/,
		failed: COUNT,
		requests: 0,
	},
	'a certificate that is not trusted': {
		place: untrusted,
		message: /^The certificate of 127\.0\.0\.1:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
		remedy: /turn on Ignore SSL Issues in the credential/,
		failed: COUNT,
		requests: 0,
	},
	'a used-up plan': {
		place: async () => await service({ latencyMs: 50, variations: { mostLinks: 3 } }),
		message: /^You have reached your maximum links limit\./,
		remedy: /plan/,
		failed: COUNT - 3,
		requests: 29,
	},
	'a quota of a day': {
		place: async () =>
			await service({ rateLimit: { ...RATE_LIMIT, limit: 5, windowMs: 86_400_000 } }),
		message: /^The rate limit of this API key is used up$/,
		remedy: /Try again in 24 hours\./,
		failed: COUNT - 5,
		requests: 10,
	},
	'a filter in front of everything': {
		place: async () => await service({}, filter({})),
		message: /\(HTTP 403: Attention Required\)$/,
		remedy:
			/ask the operator of the service to let requests with the User-Agent n8n-nodes-link-shortener through/,
		failed: COUNT,
		// Ten rows are looked for twice. While the account is asked, others leave in their place.
		requests: 50,
	},
};

async function runAt(
	{ credentials }: Place,
	onError: (typeof ON_ERROR)[keyof typeof ON_ERROR],
): Promise<RunResult> {
	const run = await runNode({
		credentials: credentials as Parameters<typeof runNode>[0]['credentials'],
		parameters: createOf('={{ $json.url }}'),
		items: rows(COUNT),
		onError,
	});
	expectNoTrace(KEY, run);
	return run;
}

it('C10: what stands in the way is said by the rows it stops, with what to do, after few requests', async () => {
	await expectOfEach(TROUBLES, async ({ place, message, remedy, failed, requests }) => {
		const given = await place();
		const run = await runAt(given, ON_ERROR.Continue);
		vi.unstubAllEnvs();

		expect(run.items).toHaveLength(COUNT);
		expect(failedItems(run)).toHaveLength(failed);
		for (const item of atLeastOne(failedItems(run))) {
			expect(item).toMatchObject({ error: textLike(message), message: textLike(remedy) });
		}
		expect(given.requests.length).toBeLessThanOrEqual(requests);
		expect(run.durationMs).toBeLessThan(5_000);
		// Above the output, rows that failed for one reason are listed on one line.
		const lines = run.hints.map(({ message: line }) => line.replace(/<[^>]*>/g, ''));
		expect(new Set(lines).size).toBe(lines.length);
		expect(lines.length).toBeLessThanOrEqual(2);
	});
});

it('C10: a page with HTTP 200 to everybody ends a run of a key that has worked', async () => {
	const started = await serviceWith({ latencyMs: 300 });
	await createRows(started, rows(1, 'first'));
	started.addFault({ kind: 'html200', match: {} });
	started.clearRequests();
	const run = await createRows(started, rows(400), { onError: ON_ERROR.Continue });

	expect(failedItems(run)).toHaveLength(400);
	expect(requestLines(started).length).toBeLessThan(200);
	expect(run.items[399]).toMatchObject({
		error: textWith('returned a web page instead of an API response'),
		message: textWith('This was not sent'),
	});
});

it('C10: a used-up plan ends the creates of Create or Update, and not its updates', async () => {
	const started = await serviceWith({ variations: { mostLinks: 1 } });
	const old = rows(1)[0]?.url ?? '';
	started.seed('links', [{ url: old, custom: 'row-1', title: 'Old' }]);
	const sheet = rows(20).map(({ url }, index) => ({ url, custom: `row-${index + 1}` }));
	// The row that is there comes last.
	const all = [...sheet.slice(1), { url: old, custom: 'row-1', metatitle: 'New' }];
	const options = { batching: { maxInFlight: 1 } };
	const run = await sheetOn(started, { options }).run(all);

	expect(failedItems(run)).toHaveLength(19);
	expect(changesSent(started).filter((line) => line.startsWith('POST'))).toHaveLength(3);
	expect(started.links()).toMatchObject([{ title: 'New' }]);
	const words = failedItems(run).map(wordsOf);
	expect(words[18]).toContain(
		'This was not sent, because earlier ones were rejected for the same reason.',
	);
	expect(new Set(failedItems(run).map(({ error }) => error)).size).toBe(1);
});

/** A part of long URLs that a web filter takes for an attack. */
const CAUGHT = 'wp-login';
const MATCH = { method: 'POST', body: new RegExp(CAUGHT) };

const PAGE: Fault = { match: MATCH, kind: 'page403', message: 'Attention Required' };

/** What a filter says in the place of the service, and the words of it that a person has to read. */
const FILTERS = [
	{
		what: 'a page with HTTP 403',
		fault: PAGE,
		says: /(?=.*Attention Required)(?=.*HTTP 403)/,
		count: 120,
		isCaught: (index: number) => index % 4 === 1,
		batching: {},
	},
	// Of refusals in words no number ends a run.
	{
		what: 'errors by field, without a message',
		fault: { match: MATCH, kind: 'errors422', message: 'This address is on a blocklist.' },
		says: /This address is on a blocklist\./,
		count: 60,
		isCaught: (index: number) => index >= 10 && index < 30,
		batching: { maxInFlight: 1 },
	},
] as const;

// One after the other: what measures time has the clock to itself.
describe('C10: a row that a filter in front of the service catches', () => {
	it.each(FILTERS)(
		'fails alone with what the filter says, and holds up no other: $what, $count rows',
		async ({ fault, says, count, isCaught, batching }) => {
			const service = await serviceWith({ latencyMs: 50, faults: [fault] });
			const items = rows(count).map(({ url }, index) => ({
				url: isCaught(index) ? url.replace('/page/', `/${CAUGHT}/`) : url,
			}));
			const run = await createRows(service, items, {
				options: { batching },
				onError: ON_ERROR.Continue,
			});

			expectFailed(service, run, items, (url) => url.includes(CAUGHT));
			for (const { error } of atLeastOne(failedItems(run))) expect(error).toMatch(says);
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
