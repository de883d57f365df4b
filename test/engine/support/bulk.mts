import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import type { Fault, Service, ServiceOptions } from '../../service/index.mts';
import { runNode, type RunOptions, type RunResult } from '../harness/index.mts';
import { createOf, errorOf, pairs } from './runs.mts';
import { credentialsOf, KEY, serviceWith } from './service.mts';
import { SEED, seededRandom } from '../../random.mts';

/** The key of a client besides n8n, on the same account. */
const OUTSIDE_KEY = 'outside-key';

/** How a create can be lost, and whether it was carried out. */
export type Loss = Pick<Fault, 'kind' | 'work'>;

export interface Bulk {
	/** Long URLs in the order of the items. */
	urls: string[];
	random: () => number;
	service?: Partial<ServiceOptions>;
	/** Ten of a hundred creates are lost so after the work was done, five of a hundred so before it. */
	after?: Loss;
	before?: Loss;
	parameters?: INodeParameters;
	run?: Partial<RunOptions>;
	/** Long URLs another client creates meanwhile, one after the other. */
	outside?: (index: number) => string;
	/** How many requests the other client has in flight, 1 when left out, and how many it sends at most. */
	outsideInFlight?: number;
	outsideMost?: number;
	/** How many creates at the beginning are not lost, 1 when left out. */
	spared?: number;
}

export interface BulkResult {
	service: Service;
	run: RunResult;
	urls: string[];
	/** Creates whose answer was lost, and requests for the list of links. */
	lost: number;
	reads: number;
	/** Creates that were carried out: those of the run, and those of the other client. */
	made: number;
	madeOutside: number;
}

/** A generator of random numbers of a test's own, so that tests beside it do not disturb it. */
export function randomOf(name: string): () => number {
	let hash = SEED;
	for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
	return seededRandom(hash);
}

/** Different long URLs in spellings that people and spreadsheets produce. */
export function variedUrls(count: number, random: () => number): string[] {
	const forms: Array<(place: string) => string> = [
		(place) => `https://example.com/${place}`,
		(place) => `https://example.com/${place}/`,
		(place) => `https://Example.COM/${place}/Page.html`,
		(place) => `HTTPS://example.com/${place}?utm_source=News&utm_medium=mail`,
		(place) => `https://example.com:443/${place}?q=a%20b+c`,
		(place) => `https://${place}.example.com`,
		(place) => `https://${place}.example.com?x=1`,
		(place) => `https://example.com/${place}/stra%c3%9fe?a=%e2%82%ac#Part`,
		(place) => `https://example.com/${place}/straße`,
		(place) => `https://example.com/old/../${place}/%7euser`,
	];
	return Array.from({ length: count }, (_, index) => {
		const form = forms[Math.floor(random() * forms.length)];
		return form?.(`page-${String(index + 1)}`) ?? '';
	});
}

/**
 * A fault once in every block of so many requests, at a place of it that is drawn. The very first
 * request is spared: before a long run knows any id of the service, a lost create is in doubt.
 */
function drawFaults(
	count: number,
	every: number,
	loss: Loss,
	random: () => number,
	spared = 1,
): Fault[] {
	return Array.from({ length: Math.floor(count / every) }, (_, block) => ({
		...loss,
		match: {
			method: 'POST',
			path: '/api/url/add',
			nth: Math.max(spared + 1, block * every + 1 + Math.floor(random() * every)),
		},
	}));
}

/** Creates links in bulk, with losses, on a service that has older links to the same long URLs. */
export async function runBulk(bulk: Bulk): Promise<BulkResult> {
	const { urls, random, after = { kind: 'closeAfter' }, before = { kind: 'closeBefore' } } = bulk;
	const service = await serviceWith({ apiKeys: [KEY, OUTSIDE_KEY], ...bulk.service });
	const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 19);
	const old = [...new Set(urls)].map((url) => ({ url, date: lastWeek.replace('T', ' ') }));
	service.seed('links', old);
	// What the other client sends is lost as well.
	const expected = urls.length + (bulk.outsideMost ?? 0);
	for (const fault of [
		...drawFaults(expected, 10, after, random, bulk.spared),
		...drawFaults(expected, 20, before, random, bulk.spared),
	]) {
		service.addFault(fault);
	}
	const { parameters = {}, run: settings } = bulk;
	const stopOutsider = startOutsider(service, bulk);
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}', {
			options: { batching: { maxInFlight: 20 + Math.floor(random() * 80) } },
			...parameters,
		}),
		items: urls.map((url) => ({ url })),
		...settings,
	});
	await stopOutsider();
	const own = service.requests.filter(({ apiKey }) => apiKey !== OUTSIDE_KEY);
	const madeBy = (key: string) =>
		service.requests.filter(
			({ apiKey, method, status, fault }) =>
				apiKey === key &&
				method === 'POST' &&
				(fault === after.kind || (fault === null && status === 200)),
		).length;
	return {
		service,
		run,
		urls,
		lost: own.filter(({ fault }) => fault !== null).length,
		reads: own.filter(({ method }) => method === 'GET').length,
		made: madeBy(KEY),
		madeOutside: madeBy(OUTSIDE_KEY),
	};
}

/** Starts another client; the function returned stops it. */
function startOutsider(
	service: Service,
	{ outside: urlOf, outsideInFlight = 1, outsideMost = Infinity }: Bulk,
): () => Promise<void> {
	if (urlOf === undefined) return () => Promise.resolve();
	const state = { stopped: false, next: 0 };
	// It begins after the run's first create, which no fault may hit (see `drawFaults`).
	const hasBegun = () =>
		service.requests.some(
			({ apiKey, method, finishedAt }) => apiKey === KEY && method === 'POST' && finishedAt > 0,
		);
	const worker = async () => {
		while (!state.stopped && !hasBegun()) await new Promise((resolve) => setTimeout(resolve, 1));
		while (!state.stopped && state.next < outsideMost) {
			const url = urlOf(state.next);
			state.next += 1;
			const sent = fetch(`${service.url}/api/url/add`, {
				method: 'POST',
				headers: { authorization: `Bearer ${OUTSIDE_KEY}`, 'content-type': 'application/json' },
				body: JSON.stringify({ url }),
			});
			// Its answers get lost as well; it does not care.
			await sent.then(
				async (response) => await response.text(),
				() => undefined,
			);
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
	};
	const work = Promise.all(Array.from({ length: outsideInFlight }, worker));
	return async () => {
		state.stopped = true;
		await work;
	};
}

/** Where a long URL leads, whatever spelling it is kept in. */
export function spelling(url: string): string {
	return decodeURI(new URL(url).href).replace(/\/(?=[?#]|$)/, '');
}

/** The links of the run itself: neither old ones nor those of the other client. */
export function newLinks({ service, urls }: BulkResult, before = new Set(urls).size) {
	const wanted = new Set(urls.map(spelling));
	return service
		.links()
		.slice(before)
		.filter(({ longurl }) => wanted.has(spelling(longurl)));
}

/** One link for each item, and each item with a short URL of its own that leads to its long URL. */
export function expectOneEach(result: BulkResult): void {
	const { run, urls } = result;
	const hint = `RANDOM_SEED=${String(SEED)}`;
	expect(errorOf(run), hint).toEqual({ message: '', description: '' });
	expect(pairs(run), hint).toEqual(urls.map((_, index) => index));
	const longUrlOf = new Map<unknown, string>(
		newLinks(result).map(({ shorturl, longurl }) => [shorturl, spelling(longurl)]),
	);
	const shortUrls = run.items.map(({ shorturl }) => shorturl);
	expect(new Set(shortUrls).size, `${hint}: a short URL for each item`).toBe(urls.length);
	expect(
		shortUrls.map((shorturl) => longUrlOf.get(shorturl)),
		`${hint}: the right short URL`,
	).toEqual(urls.map(spelling));
	expect(longUrlOf.size, `${hint}: no link besides`).toBe(urls.length);
}

/** Printed, because docs/measurements.md names these numbers. */
export function say(what: string, { run, lost, reads, urls }: BulkResult): void {
	const perLoss = (reads / lost).toFixed(2);
	const seconds = (run.durationMs / 1000).toFixed(1);
	process.stdout.write(
		`RANDOM_SEED=${String(SEED)} ${what}: ${urls.length} items, ${lost} answers lost, ${reads} lists read (${perLoss} for each), ${seconds} s\n`,
	);
}
