import type { IDataObject } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { doesWork } from '../service/faults.mts';
import type { Fault, FaultKind, Service } from '../service/index.mts';
import type { Product } from '../service/options.mts';
import { nodeDescription, type RunResult } from './harness/index.mts';
import { runOperation } from './operations/check.mts';
import { seededService } from './operations/fixtures.mts';
import {
	knownOperation,
	operationNames,
	type Effect,
	type KnownOperation,
} from './support/operations.mts';
import { errorOf, expectNoTrace, runOn } from './support/runs.mts';
import { KEY } from './support/service.mts';

/**
 * Seconds one exchange may take where nothing else ends it, in the place of a minute. All else has time
 * enough on a machine that is busy with the other cases.
 */
const TIMEOUT_S = 1;
const ENDLESS: FaultKind[] = ['silence', 'slowDrip'];

/** Seconds a run may wait for a service that does nothing but refuse. */
const MAX_WAIT_S = 2;

/**
 * Four exchanges and the pauses between them, or the 12 seconds in which a lost link is looked for;
 * with room for a busy machine.
 */
const DEADLINE_MS = 20_000;

/** What a rate limit may take where Max Wait is not offered; it then asks for longer pauses. */
const DEFAULT_MAX_WAIT_MS = 900_000;
const LONG_PAUSE_S = 100;

/** As long as an outage may last, a list in which to look for a lost link is waited for. */
const OUTAGE_MS = 140_000;

/**
 * What has to come of a fault: the right result, or a message with these words. A link that was looked
 * for in vain may be said to exist or not.
 */
type Expected = 'done' | { message: RegExp; mayExist?: true | 'unsaid' };

type ByEffect = Record<Effect, Expected>;

const WEB_PAGE = { message: /returned a web page instead of an API response$/ };
/** The title of the page and its status, in either order. */
const FILTERED = { message: /(?=.*The fault speaks)(?=.*HTTP 403)/ };
const UNAVAILABLE = /^The service is not available at the moment \(HTTP 50[238]\)$/;
const NOTHING = /returned an empty response$/;
const TOO_LATE = /did not respond within/;
// n8n puts words of its own in the place of ours as soon as a message names ECONNRESET.
const BROKEN = /connection .*(broke|closed|aborted)|was cut off/i;
const USED_UP = { message: /^The rate limit of this API key is used up$/ };
/** A link that can neither be sent nor looked for. */
const LINK_MAY_EXIST = {
	message: /^The link may have been created: the service did not confirm it$/,
};

/** What comes of a fault that passes, and of one that stays. */
interface Consequence {
	once: ByEffect;
	always: ByEffect;
}

function everywhere(expected: Expected): ByEffect {
	return { read: expected, idempotent: expected, create: expected, createLink: expected };
}

/** What is refused is not sent again, but a link, without the alias that the node has made for it. */
function refused(message: RegExp): Consequence {
	return {
		once: { ...everywhere({ message }), createLink: 'done' },
		always: everywhere({ message }),
	};
}

const REDIRECTED = { message: /redirects this request to http:\/\/127\.0\.0\.1:1\// };

const LIMITED: Consequence = { once: everywhere('done'), always: everywhere(USED_UP) };

/**
 * A loss leaves open what the service did. A link is looked for, and sent again when it is nowhere; of any
 * other create the message has to say so.
 */
function loss(message: RegExp): Consequence {
	const create = { message, mayExist: true } as const;
	return {
		once: { ...everywhere('done'), create },
		always: { ...everywhere({ message }), create, createLink: LINK_MAY_EXIST },
	};
}

/** A filter that stops a request may as well stop the answer. */
const STOPPED: ByEffect = {
	...everywhere(FILTERED),
	create: { ...FILTERED, mayExist: true },
	createLink: { ...FILTERED, mayExist: 'unsaid' },
};

/** A page in the place of an answer: a read is not repeated. */
const PAGE: ByEffect = { ...everywhere(WEB_PAGE), create: { ...WEB_PAGE, mayExist: true } };

/** The one place that says what becomes of a fault, by what a repeat would do. */
const CONSEQUENCES: Record<FaultKind, Consequence> = {
	failureOn200: refused(/^The fault speaks\.$/),
	failureOn400: refused(/^The fault speaks\.$/),
	html200: {
		once: { ...PAGE, createLink: 'done' },
		always: { ...PAGE, createLink: LINK_MAY_EXIST },
	},
	errors422: refused(/The fault speaks\./),
	problem400: refused(/Request blocked|The fault speaks\./),
	page403: { once: STOPPED, always: STOPPED },
	page413: refused(/^The request is too large for .*HTTP 413/),
	redirect: {
		once: everywhere(REDIRECTED),
		always: everywhere(REDIRECTED),
	},
	rateLimited429: LIMITED,
	rateLimitedBody200: LIMITED,
	rateLimitedMessage: LIMITED,
	status500: loss(/^Server Error$/),
	status502Html: loss(UNAVAILABLE),
	status503: loss(UNAVAILABLE),
	status508: loss(UNAVAILABLE),
	json503: loss(/^Maintenance$/),
	empty: loss(NOTHING),
	cutOff: loss(BROKEN),
	closeBefore: loss(BROKEN),
	closeAfter: loss(BROKEN),
	silence: loss(TOO_LATE),
	slowDrip: loss(TOO_LATE),
};

/** Kinds that say what a test gives them to say. */
const HAS_WORDS: FaultKind[] = [
	...(['failureOn200', 'failureOn400', 'page403'] as const),
	...(['errors422', 'problem400'] as const),
];

const FAULT_KINDS = Object.keys(CONSEQUENCES) as FaultKind[];

function faultOf(kind: FaultKind, match: Fault['match'], retryAfter = 1): Fault {
	return {
		kind,
		match,
		// Refusals have words of their own by which they are known.
		...(HAS_WORDS.includes(kind) ? { message: 'The fault speaks.' } : {}),
		...(/^rateLimited|503$|508$/.test(kind) ? { retryAfter } : {}),
		...(kind === 'redirect' ? { location: 'http://127.0.0.1:1/api' } : {}),
		...(kind === 'slowDrip' ? { msPerByte: 10_000 } : {}),
	};
}

const TABLES = ['campaigns', 'channels', 'channel_items', 'domains', 'links', 'pixels', 'accounts'];

/** Values without what differs from service to service: its address, the moment, and aliases that nobody gave. */
function comparable(service: Service, value: unknown): unknown {
	const text = JSON.stringify(value).replaceAll(service.url, 'https://service.example');
	const dated = text.replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/g, 'date');
	const { alias = '' } = service.links().findLast(({ id }) => id > LAST_SEEDED_LINK) ?? {};
	return JSON.parse(alias === '' ? dated : dated.replaceAll(alias, 'alias')) as unknown;
}

const LAST_SEEDED_LINK = 103;

/** All rows, by table. */
function contents(service: Service): unknown {
	return comparable(
		service,
		TABLES.map((table) => [table, service.table(table)]),
	);
}

interface Outcome {
	run: RunResult;
	/** What the service had. */
	before: unknown;
	after: unknown;
	service: Service;
}

async function runWith(
	operation: KnownOperation,
	faults: Fault[],
	product: Product = 'described',
): Promise<Outcome> {
	const service = await seededService({ product });
	if (operation.name.startsWith('pixel.')) {
		// Which product has the pixels is known; faults of that search are in contract/c18-pixels.test.mts.
		await runOperation(service, { resource: 'pixel', operation: 'getAll' }, {});
		service.clearRequests();
	}
	const before = contents(service);
	faults.forEach((fault) => service.addFault(fault));
	const isEndless = faults.some(({ kind }) => ENDLESS.includes(kind));
	const batching = { ...(isEndless ? { timeout: TIMEOUT_S } : {}), maxWait: MAX_WAIT_S };
	const run = await runOn(service, { ...operation.parameters, options: { batching } });
	return { run, before, after: contents(service), service };
}

/** Whether an operation has Speed and Time Limits; others keep to the defaults. */
function offersLimits(name: string): boolean {
	const [resource = '', operation = ''] = name.split('.');
	return nodeDescription().properties.some(
		({ name: field, options, displayOptions }) =>
			field === 'options' &&
			displayOptions?.show?.resource?.includes(resource) === true &&
			displayOptions.show.operation?.includes(operation) === true &&
			options?.some((option) => option.name === 'batching') === true,
	);
}

function pickFields(item: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}

/** What is wrong with an outcome, in words; nothing when it is as expected. */
function complaints(
	fault: Fault,
	{ run, before, after, service }: Outcome,
	expected: Expected,
	healthy: Outcome,
	offersLimits: boolean,
): string[] {
	const found: string[] = [];
	const { message, description } = errorOf(run);
	if (expected === 'done') {
		if (message !== '') found.push(`came to nothing: ${message}`);
		if (!isDeepStrictEqual(after, healthy.after)) found.push('did not do the same as without it');
		// A link that was looked for has the fields of a list as well.
		const wanted = healthy.run.items.map((item) => Object.keys(item));
		const same = run.items.map((item, index) => pickFields(item, wanted[index] ?? []));
		const output = comparable(service, same);
		if (!isDeepStrictEqual(output, comparable(healthy.service, healthy.run.items))) {
			found.push(`gave another output: ${JSON.stringify(output)}`);
		}
	} else {
		if (!expected.message.test(message)) found.push(`said: ${message || 'nothing'}`);
		if (description === '') found.push('said nothing about what to do');
		const saysSo = description.includes('may have been created anyway');
		const { mayExist = false } = expected;
		if (mayExist !== 'unsaid' && saysSo !== mayExist) found.push(`gave the advice: ${description}`);
		const worked = doesWork(fault) ? healthy.after : before;
		if (!isDeepStrictEqual(after, worked)) found.push('did more or less than once');
	}
	const limitedMs = expected === LINK_MAY_EXIST ? OUTAGE_MS : DEADLINE_MS;
	const deadlineMs = offersLimits ? limitedMs : DEFAULT_MAX_WAIT_MS + DEADLINE_MS;
	if (run.durationMs > deadlineMs) found.push(`took ${run.durationMs} ms`);
	expectNoTrace(KEY, run);
	return found;
}

/** What is wrong with an operation under each fault, by its kind. */
async function complaintsAbout(
	name: string,
	often: keyof Consequence,
	product: Product = 'described',
): Promise<Record<string, string[]>> {
	const operation = knownOperation(name);
	const { effect } = operation;
	const match = { once: { times: 1 }, always: {} }[often];
	const hasMaxWait = offersLimits(name);
	const healthy = await runWith(operation, [], product);
	expect(healthy.run.error).toBeUndefined();
	const tried = FAULT_KINDS.map(async (kind): Promise<[string, string[]]> => {
		const fault = faultOf(kind, match, hasMaxWait ? 1 : LONG_PAUSE_S);
		const outcome = await runWith(operation, [fault], product);
		const expected = CONSEQUENCES[kind][often][effect];
		return [kind, complaints(fault, outcome, expected, healthy, hasMaxWait)];
	});
	const found = await Promise.all(tried);
	return Object.fromEntries(found.filter(([, complaint]) => complaint.length > 0));
}

/**
 * What becomes of a fault is decided by the effect alone (`judge` in `api/http/retry`), and by the form of the
 * responses, which is another one for pixels. So these stand for all operations of their kind, a list and a delete
 * among them.
 */
const PLAYED: Readonly<Record<string, string[]>> = {
	read: ['link.get'],
	idempotent: ['account.update', 'campaign.delete'],
	create: ['channel.create'],
	createLink: ['link.create'],
	'read of pixels': ['pixel.getAll'],
	'idempotent of pixels': ['pixel.delete'],
	'create of pixels': ['pixel.create'],
};
const EACH_EFFECT = Object.values(PLAYED).flat();

/** What is said in the end is the same for all of an effect; the pixels say it in a form of their own. */
const ONE_OF_EACH = ['link.get', 'account.update', 'channel.create', 'link.create', 'pixel.create'];

it('operations that are played stand for every operation', () => {
	const kinds = operationNames().map((name) => {
		const { effect } = knownOperation(name);
		return name.startsWith('pixel.') ? `${effect} of pixels` : effect;
	});
	expect([...new Set(kinds)].sort()).toEqual(Object.keys(PLAYED).sort());
});

describe('a fault that passes', () => {
	it.each(EACH_EFFECT)('does no harm to %s', async (name) => {
		expect(await complaintsAbout(name, 'once')).toEqual({});
	});

	it.each(EACH_EFFECT.filter((name) => name.startsWith('pixel.')))(
		'does no harm to %s of the links product',
		async (name) => {
			expect(await complaintsAbout(name, 'once', 'links')).toEqual({});
		},
	);
});

describe('a fault that stays', () => {
	it.each(ONE_OF_EACH)('gives %s a clear message within the deadline', async (name) => {
		expect(await complaintsAbout(name, 'always')).toEqual({});
	});

	it('sends a read four times at most', async () => {
		const operation = knownOperation('link.get');
		const { service } = await runWith(operation, [faultOf('closeBefore', { path: /\/url/ })]);

		// Besides these, the account is asked whether the service is there.
		const reads = service.requests.filter(({ path }) => path !== '/api/account');
		expect(reads.length).toBeGreaterThan(1);
		expect(reads.length).toBeLessThanOrEqual(4);
	});
});
