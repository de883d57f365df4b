import type { IDataObject } from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { openClient } from '../../../nodes/LinkShortener/api/client';
import { rowLink } from '../../../nodes/LinkShortener/link/find/listedLink';
import type { Row } from '../../../nodes/LinkShortener/link/rows/runRows';
import { CreateKey } from '../../../nodes/LinkShortener/link/create/sendCreate';
import { applyRow } from '../../../nodes/LinkShortener/link/rows/applyRow';
import { settle, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { seededRandom } from '../../random.mts';
import { type Service, startService } from '../../service/index.mts';
import type { Hosting } from '../../service/hosting.mts';
import type { RateLimit, ServiceOptions } from '../../service/options.mts';
import { VirtualTime } from './virtualTime.mts';
import { type MadeLink, OUTAGES, pick, type Sending, type Weather, Wire } from './wire.mts';
import { judgeRun, type Tally } from './oracle.mts';

/** The kinds of rows; a refused one names a page or an alias that the service does not take. */
export const KINDS = [
	'own long URL',
	'shared long URL',
	'alias given',
	'alias given, hidden field',
	'service chooses',
	'long',
	'refused',
] as const;

export type Kind = (typeof KINDS)[number];

/** One item of a run; items with equal bodies ask for the same link. */
export interface SoakItem {
	kind: Kind;
	body: IDataObject;
	/** Of all its tries. */
	key: CreateKey;
	record?: IDataObject;
	/** Whether its record is said to be a link that the service had. */
	isFound?: boolean;
	error?: UserFacingError;
	/** When its last try ended, in epoch ms. */
	endedAt: number;
}

/** A run that has ended, and what happened at the service meanwhile. */
export interface SoakRun {
	items: readonly SoakItem[];
	links: readonly MadeLink[];
	creates: readonly Sending[];
	reads: readonly Sending[];
	startedAt: number;
	outages: readonly Span[];
	service: ServiceKind;
}

/** From and to, in epoch ms. */
interface Span {
	from: number;
	to: number;
}

/** The kinds of services, by what decides how a lost create can be told. */
type ServiceKind =
	'short' | 'lists alone' | 'hides links' | 'hands out' | 'refuses aliases' | 'ignores aliases';

/** A service, what is between it and the client, and its kind. */
interface Place {
	service: Service;
	wire: Wire;
	kind: ServiceKind;
}

/** How one run is done. */
interface Conditions {
	items: number;
	inFlight: number;
	faultShare: number;
	slowShare: number;
	outages: number;
	/** Whether another client makes links to the same pages meanwhile. */
	hasRivals: boolean;
	tries: number;
	/** How long the key is not used before. */
	restMs: number;
}

export interface SoakResult {
	tally: Tally;
	/** What the promise does not allow, in words. */
	violations: string[];
	/** Bytes in use after a quarter, a half and all of the creates, all outputs among them. */
	heap: [quarter: number, half: number, whole: number];
}

const MINUTE = 60_000;
const TIMEOUT_MS = 60_000;
const RUN_LENGTHS = [1, 9, 40, 100, 400];
const MIN_OUTAGE_MS = 5_000;
const MAX_OUTAGE_MS = 120_000;
/** When what is known of an idle key is forgotten. */
const IDLE_MS = 9 * 24 * 60 * MINUTE;
const LONG_PATH = 'a-long-path/'.repeat(60);

/** The item whose request is being sent. */
const makers = new AsyncLocalStorage<SoakItem>();

/**
 * Creates links through everything that may go wrong, one run after the other, on services that differ,
 * in one process and in virtual time.
 *
 * @param perInstall how many on one service, before another one takes its place
 */
export async function soak(creates: number, perInstall: number, seed: number): Promise<SoakResult> {
	const random = seededRandom(seed);
	const time = new VirtualTime();
	Math.random = random;
	const result: SoakResult = { tally: new Map(), violations: [], heap: [0, 0, 0] };
	const heapAt = [0.25, 0.5, 1].map((share) => share * creates);
	const outputs: IDataObject[] = [];
	let made = 0;
	for (let number = 1; made < creates; number += 1) {
		const place = await drawPlace(number, random);
		for (let end = Math.min(made + perInstall, creates); made < end;) {
			const run = await play(place, drawConditions(random, end - made), made, time, random);
			made += run.items.length;
			for (const { record } of run.items) if (record !== undefined) outputs.push(record);
			result.violations.push(...judgeRun(run, result.tally));
			place.wire.forget();
		}
		heapAt.forEach((at, index) => {
			if (result.heap[index] === 0 && made >= at) result.heap[index] = heapUsed();
		});
		await place.service.stop();
		await time.pass(IDLE_MS);
	}
	// Held until here.
	if (outputs.length > creates) result.violations.push('more outputs than items');
	return result;
}

function heapUsed(): number {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
	return process.memoryUsage().heapUsed;
}

async function drawPlace(number: number, random: () => number): Promise<Place> {
	const draw = <const T,>(...values: T[]) => pick(values, random());
	const limited: RateLimit = {
		limit: draw(60, 120, 600),
		windowMs: MINUTE,
		kind: draw('fixed', 'fixedOnTheClock', 'sliding', 'tokenBucket'),
		refusal: draw('status429', 'body200', 'message'),
		headers: random() < 0.8,
		resetFormat: draw('unixSeconds', 'secondsFromNow', 'httpDate', 'none'),
		retryAfter: random() < 0.7,
	};
	const status = draw(503, 508);
	const crowd: Partial<Hosting> = { processes: { most: draw(8, 20), status } };
	const pace: Partial<Hosting> = { rate: { perSecond: draw(1, 10), burst: 19, status: 503 } };
	const weather: Weather = { faultShare: 0, slowShare: 0, outage: undefined };
	const { kind, variations } = drawWays(number, random);
	const oldCreateBody = random() < 0.15;
	const fetchesPagesMs = random() < 0.3 ? random() * 8_000 : 0;
	const service = await startService({
		rateLimit: random() < 0.75 ? limited : null,
		clockOffsetMs: draw(0, 0, 3 * 60 * MINUTE),
		hosting: pick([{}, {}, {}, crowd, pace], random()),
		variations: { ...variations, oldCreateBody, fetchesPagesMs },
	});
	const makerOf = () => makers.getStore();
	const wire = new Wire(service, weather, draw(20, 50, 600), random, makerOf);
	return { service, wire, kind };
}

/**
 * What a service does in its own way. One that ignores aliases and hides links as well tells nothing of a lost
 * create, which is a limit of the promise.
 */
function drawWays(
	number: number,
	random: () => number,
): { kind: ServiceKind; variations: ServiceOptions['variations'] } {
	const customAliases = pick(
		['kept', 'kept', 'kept', 'kept', 'refused', 'ignored'] as const,
		random(),
	);
	const isKept = customAliases === 'kept';
	const variations = {
		customAliases,
		ignoresShort: random() < 0.5,
		hidesLinks: isKept && random() < 0.2,
		defaultDomain: random() < 0.3 ? `https://go-${number}.example` : '',
		suppressesDuplicates: isKept && random() < 0.15,
		language: random() < 0.4 ? 'other' : 'english',
	} as const;
	const { ignoresShort, hidesLinks, suppressesDuplicates } = variations;
	const listKind = hidesLinks ? 'hides links' : 'lists alone';
	const lookKind = ignoresShort ? listKind : 'short';
	const keptKind = suppressesDuplicates ? 'hands out' : lookKind;
	const otherKind = customAliases === 'refused' ? 'refuses aliases' : 'ignores aliases';
	return { kind: isKept ? keptKind : otherKind, variations };
}

function drawConditions(random: () => number, most: number): Conditions {
	const draw = <T,>(...values: T[]) => pick(values, random());
	return {
		items: Math.min(most, draw(...RUN_LENGTHS)),
		inFlight: draw(1, 5, 10, 50),
		faultShare: draw(0.01, 0.05, 0.1, 0.15),
		slowShare: draw(0, 0.02, 0.1),
		outages: draw(0, 0, 1, 2),
		hasRivals: random() < 0.15,
		tries: draw(1, 1, 3),
		restMs: draw(20_000, 20_000, 5 * MINUTE),
	};
}

function drawItem(
	number: number,
	sharedUrls: readonly string[],
	taken: string,
	random: () => number,
): SoakItem {
	const draw = random();
	const own = `https://shop.example/p/${number}?utm_source=mail&utm_content=${number}&q=it's`;
	// Rows with an alias are more often about the page of others, whose links they must leave alone.
	const url = random() < (draw < 0.2 ? 0.6 : 0.2) ? pick(sharedUrls, random()) : own;
	const item = (kind: Kind, body: IDataObject): SoakItem => ({
		...{ kind, body },
		key: new CreateKey(),
		endedAt: Infinity,
	});
	if (draw < 0.1) {
		const body = { url, custom: `given-${number}` };
		if (random() < 0.8) return item('alias given', body);
		// A link with the alias that was there is open, and not the one that was asked for.
		return item('alias given, hidden field', { ...body, password: `secret-${number}` });
	}
	if (draw < 0.2) return item('service chooses', { url });
	if (draw < 0.21) return item('refused', { url: `https://blocked.example/${number}` });
	if (draw < 0.2125) return item('refused', { url, custom: taken });
	if (draw < 0.215) {
		const url = 'https://other.example/taken';
		return item('refused', { url, custom: taken, password: 'secret' });
	}
	if (draw < 0.3) return item('long', { url: `${own}&path=${LONG_PATH}` });
	if (url === own) return item('own long URL', { url });
	// Those of one page may ask for different links.
	const metatitle = random() < 0.3 ? { metatitle: pick(['One', 'Two'], random()) } : {};
	return item('shared long URL', { url, ...metatitle });
}

/** One run of the node, with the tries of the engine for the items that failed. */
async function play(
	{ wire, kind }: Place,
	conditions: Conditions,
	firstNumber: number,
	time: VirtualTime,
	random: () => number,
): Promise<SoakRun> {
	const { faultShare, slowShare, hasRivals, tries, restMs } = conditions;
	const sharedUrls = ['one', 'two', 'three'].map(
		(name) => `https://shop.example/shared/${firstNumber}/${name}?a=1&b=2`,
	);
	const taken = `taken-${firstNumber}`;
	const items = Array.from({ length: conditions.items }, (_, index) =>
		drawItem(firstNumber + index, sharedUrls, taken, random),
	);
	// Links to some of the same pages that were there before, and one with an alias that is asked for.
	const older = items.filter(() => random() < 0.2).map(({ body }) => ({ url: body.url }));
	wire.addForeign([{ url: 'https://other.example/taken', custom: taken }, ...older]);
	await time.pass(2 * MINUTE + restMs * random());
	Object.assign(wire.weather, { faultShare, slowShare, outage: undefined });
	const startedAt = Date.now();
	const isOver = { yet: false };
	const outages = drawOutages(wire, conditions.outages, random);
	runOthers(wire, hasRivals ? sharedUrls : [], () => isOver.yet, random);
	for (let attempt = 1; attempt <= tries; attempt += 1) {
		const open = items.filter(({ record }) => record === undefined);
		await time.until(createAll(wire, open, conditions), 24 * 60 * MINUTE);
	}
	isOver.yet = true;
	// What is late is done by then, and every outage is over.
	await time.pass(5 * MINUTE);
	const { creates, reads } = wire;
	return { items, links: wire.links(), creates, reads, startedAt, outages, service: kind };
}

async function createAll(wire: Wire, open: SoakItem[], { inFlight }: Conditions): Promise<void> {
	const cancelSignal = new AbortController().signal;
	const policy = { caller: 'bulk', timeoutMs: TIMEOUT_MS, cancelSignal } as const;
	const client = await openClient(wire.context(), { ...policy, maxInFlight: inFlight });
	let next = 0;
	const worker = async () => {
		for (let item = open[next]; item !== undefined; item = open[next]) {
			next += 1;
			const { body, key, kind } = item;
			const row: Row = {
				...rowLink(body),
				...{ number: next, noun: 'item', mode: 'create', dryRun: false, names: {} },
				letsServiceChoose: kind === 'service chooses',
			};
			const end = await makers.run(
				item,
				async () => await settle(applyRow(client, row, open.length, key)),
			);
			item.endedAt = Date.now();
			delete item.error;
			if (end instanceof UserFacingError) item.error = end;
			else Object.assign(item, { record: end.record, isFound: end.record.action !== 'created' });
		}
	};
	await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Outages of up to two minutes, one after the other, with time between them to recover. */
function drawOutages({ weather }: Wire, outages: number, random: () => number): Span[] {
	const spans: Span[] = [];
	let atMs = 0;
	for (let outage = 0; outage < outages; outage += 1) {
		const reply = pick(OUTAGES, random());
		const fromMs = atMs + random() * 30_000;
		atMs = fromMs + MIN_OUTAGE_MS + random() * (MAX_OUTAGE_MS - MIN_OUTAGE_MS);
		setTimeout(() => (weather.outage = reply), fromMs);
		setTimeout(() => (weather.outage = undefined), atMs);
		spans.push({ from: Date.now() + fromMs, to: Date.now() + atMs });
		atMs += 2 * MINUTE;
	}
	return spans;
}

/** Another client on the same key creates links now and then, some of them to the same pages. */
function runOthers(
	wire: Wire,
	sameUrls: readonly string[],
	isOver: () => boolean,
	random: () => number,
): void {
	if (isOver()) return;
	const isSame = sameUrls.length > 0 && random() < 0.1;
	const other = `https://other.example/${Math.floor(random() * 1_000)}`;
	wire.makeForOthers(isSame ? pick(sameUrls, random()) : other);
	setTimeout(() => runOthers(wire, sameUrls, isOver, random), random() * 10_000);
}
