import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import { SEED, seededRandom } from '../../random.mts';
import type { Fault, LinkRow, Service, ServiceOptions } from '../../service/index.mts';
import type { RunOptions, RunResult } from '../harness/index.mts';
import { createRows } from './creates.mts';
import { errorOf, pairs } from './runs.mts';
import { KEY, serviceWith } from './service.mts';

/** The key of a client besides n8n, on the same account. */
const OUTSIDE_KEY = 'outside-key';

/** How a create can be lost, and whether it was carried out. */
type Loss = Pick<Fault, 'kind' | 'work'>;

export interface Bulk {
	/** Long URLs in the order of the items. */
	urls: string[];
	random: () => number;
	service?: Partial<ServiceOptions>;
	/** Ten of a hundred creates are lost so after the work was done, five of a hundred so before it. */
	after?: Loss;
	before?: Loss;
	options?: INodeParameters;
	run?: Partial<RunOptions>;
	/** Long URLs another client creates meanwhile, and how many at the same time. */
	outside?: { urls: string[]; inFlight: number };
	/** How many creates at the beginning are not lost, 1 when left out. */
	spared?: number;
}

interface BulkResult {
	service: Service;
	run: RunResult;
	urls: string[];
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
	{ random, spared = 1 }: Bulk,
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
	const { urls, random, outside } = bulk;
	const service = await serviceWith({ apiKeys: [KEY, OUTSIDE_KEY], ...bulk.service });
	const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 19);
	const old = [...new Set(urls)].map((url) => ({ url, date: lastWeek.replace('T', ' ') }));
	service.seed('links', old);
	// What the other client sends is lost as well.
	const creates = urls.length + (outside?.urls.length ?? 0);
	const { after = { kind: 'closeAfter' }, before = { kind: 'closeBefore' } } = bulk;
	for (const fault of [
		...drawFaults(creates, 10, after, bulk),
		...drawFaults(creates, 20, before, bulk),
	]) {
		service.addFault(fault);
	}
	const batching = { maxInFlight: 20 + Math.floor(random() * 80) };
	const [run] = await Promise.all([
		createRows(
			service,
			urls.map((url) => ({ url })),
			{ options: { batching, ...bulk.options }, ...bulk.run },
		),
		outside && createOutside(service, outside),
	]);
	return { service, run, urls };
}

/** What another client does, which does not care about answers that get lost. */
async function createOutside(
	service: Service,
	{ urls, inFlight }: NonNullable<Bulk['outside']>,
): Promise<void> {
	// It begins after the run's first create, which no fault may hit (see `drawFaults`).
	const hasBegun = () =>
		service.requests.some(({ method, finishedAt }) => method === 'POST' && finishedAt > 0);
	while (!hasBegun()) await new Promise((resolve) => setTimeout(resolve, 1));
	const left = urls.values();
	const worker = async () => {
		for (const url of left) {
			const sent = fetch(`${service.url}/api/url/add`, {
				method: 'POST',
				headers: { authorization: `Bearer ${OUTSIDE_KEY}`, 'content-type': 'application/json' },
				body: JSON.stringify({ url }),
			});
			await sent.then(
				async (response) => await response.text(),
				() => undefined,
			);
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
	};
	await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Where a long URL leads, whatever spelling it is kept in. */
function canonicalUrl(url: string): string {
	return decodeURI(new URL(url).href).replace(/\/(?=[?#]|$)/, '');
}

/** The links to the long URLs of the run that were not there before. */
export function newLinks({ service, urls }: BulkResult): LinkRow[] {
	const wanted = new Set(urls.map(canonicalUrl));
	return service
		.links()
		.slice(new Set(urls).size)
		.filter(({ longurl }) => wanted.has(canonicalUrl(longurl)));
}

/** One link for each item, and each item with a short URL of its own that leads to its long URL. */
export function expectOneEach(result: BulkResult): void {
	const { run, urls } = result;
	const hint = `RANDOM_SEED=${String(SEED)}`;
	expect(errorOf(run), hint).toEqual({ message: '', description: '' });
	expect(pairs(run), hint).toEqual(urls.map((_, index) => index));
	const longUrlOf = new Map<unknown, string>(
		newLinks(result).map(({ shorturl, longurl }) => [shorturl, canonicalUrl(longurl)]),
	);
	const shortUrls = run.items.map(({ shorturl }) => shorturl);
	expect(new Set(shortUrls).size, `${hint}: a short URL for each item`).toBe(urls.length);
	expect(
		shortUrls.map((shorturl) => longUrlOf.get(shorturl)),
		`${hint}: the right short URL`,
	).toEqual(urls.map(canonicalUrl));
	expect(longUrlOf.size, `${hint}: no link besides`).toBe(urls.length);
}
