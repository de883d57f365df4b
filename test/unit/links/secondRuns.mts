import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { MatchOn } from '../../../nodes/LinkShortener/links/matchOn';
import type { UpsertOutcome } from '../../../nodes/LinkShortener/links/upsertedRows';
import { upsertLink, type UpsertOptions } from '../../../nodes/LinkShortener/links/upsertLink';
import { toText } from '../../../nodes/LinkShortener/shared/json';
import { Memory } from '../../../nodes/LinkShortener/shared/memory';
import { settle, type UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import type { Account, Fate, Manner, StoredLink, Write } from '../simulation/account.mts';
import type { Process } from '../simulation/process.mts';

/** Random sheets, services and runs for the model of Create or Update; `secondRunOracle.mts` judges them. */

/** A row: the body that its cells give, and its short URL. */
export interface Row {
	body: IDataObject;
	shorturl: string;
}

export type Step =
	| { do: 'run'; fates: Fate[]; killAt: number | undefined }
	| { do: 'dryRun' }
	| { do: 'twoRuns'; inTwoProcesses: boolean }
	| { do: 'restart' }
	| { do: 'pause' }
	| { do: 'edit'; row: number; cells: IDataObject }
	| { do: 'others'; link: number; change: IDataObject | 'remove' }
	| { do: 'othersCreate'; body: IDataObject };

export interface History {
	manner: Partial<Manner>;
	/** Links that the account has, and aliases that another one has. */
	old: IDataObject[];
	foreign: string[];
	/** More links, so that the list is long. */
	filler: number;
	rows: Row[];
	matchOn: MatchOn;
	unseenFields: UpsertOptions['unseenFields'];
	inFlight: number;
	steps: Step[];
}

const LONG = `https://example.com/${'long/'.repeat(50)}`;

const URLS = [
	'https://example.com/a',
	'https://example.com/a/',
	'http://www.Example.com/Ab?b=2&a=1#Part',
	'http://www.other.example/Cd?d=4&c=3#Top',
	"https://example.com/it's(x)?c=1&d=2",
	`${LONG}1?a=1`,
];

const entities = (text: string) =>
	text.replace(/&/g, '&amp;').replace(/'/g, '&#039;').replace(/"/g, '&quot;');
const escapes = (url: string) =>
	url.replace(/'/g, '%27').replace(/\(/g, '%28').replace(/\)/g, '%29');
const sorted = (url: string) => {
	const [all, query = ''] = /^[^?]*\?([^#]*)/.exec(url) ?? [];
	return all === undefined ? url : url.replace(query, query.split('&').sort().join('&'));
};

const REWRITES: Array<(url: string) => string> = [
	(url) => (URL.canParse(url) ? new URL(url).href : url),
	entities,
	escapes,
	(url) => url.replace(/^http:/, 'https:'),
	(url) => url.replace('://www.', '://'),
	(url) => (url.includes('://www.') ? url : url.replace('://', '://www.')),
	sorted,
	(url) => url.toLowerCase(),
	(url) => url.replace(/#.*$/, ''),
	(url) => url.slice(0, 255),
];

const TITLES: Array<(title: string) => string> = [
	entities,
	(title) => title.slice(0, 5),
	() => 'The title of the page',
];

/** Mostly the first. */
function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
	return fc.oneof(
		{ weight: 3, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: fc.constantFrom(...others) },
	);
}

/** A function that changes a text, for values of any type. */
function ofText(change: (text: string) => string): (value: unknown) => unknown {
	return (value) => change(toText(value));
}

const anyManner = fc.record({
	stores: fc
		.record({
			url: fc.option(fc.constantFrom(...REWRITES), { freq: 2 }),
			metatitle: fc.option(fc.constantFrom(...TITLES), { freq: 1 }),
		})
		.map(({ url, metatitle }) => ({
			...(url && { url: ofText(url) }),
			...(metatitle && { metatitle: ofText(metatitle) }),
		})),
	shows: mostly<(text: string) => string>((text) => text, entities),
	notListed: fc
		.subarray(['metatitle', 'description', 'campaign', 'channel'])
		.map((fields) => [...fields, 'expiry', 'geotarget', 'devicetarget']),
	notDetailed: mostly<string[]>(
		['campaign', 'channel'],
		[],
		['campaign', 'channel', 'expiry', 'description'],
		['metatitle', 'geotarget'],
	),
	campaignAs: fc.constantFrom('id', 'text', 'name', 'record', 'ids'),
	staleMs: mostly(0, 5_000, 60_000),
	staleness: fc.constantFrom('cache', 'cacheTold', 'replica'),
	searchesLongUrls: fc.boolean(),
	suppressesDuplicates: mostly<Manner['suppressesDuplicates']>('never', 'withoutAlias', 'always'),
	ignoresAliasCase: fc.boolean(),
	hasOneAliasSpace: mostly(false, true),
	looksUpAliasOnly: mostly(false, true),
	ascending: mostly(false, true),
	pageSize: fc.constantFrom(2, 100),
	updates: mostly<Manner['updates']>('keep', 'keep', 'clear', 'none'),
	namesId: mostly(true, false),
	apiHost: mostly('sho.rt', 'api.sho.rt'),
});

/** Nobody escapes what is escaped already. */
const manner: fc.Arbitrary<Partial<Manner>> = anyManner.map((one) =>
	one.stores.url?.('&') === '&amp;' || one.stores.metatitle?.('&') === '&amp;'
		? { ...one, shows: (text) => text }
		: one,
);

const ALIASES = ['spring', 'summer', 'Summer'];
const DOMAINS = ['https://go.brand', 'https://sho.rt'];

const CELLS: Record<string, IDataObject[string][]> = {
	metatitle: ['One', 'Two & "more"'],
	description: ['Note', 'Another note'],
	campaign: [12, 13],
	channel: [7],
	expiry: ['2027-05-01 00:00:00', '2020-05-01 00:00:00'],
	geotarget: [
		[{ location: 'Canada', link: 'https://example.com/ca' }],
		[{ location: 'Japan', link: 'https://example.com/jp' }],
	],
	devicetarget: [[{ device: 'iPhone', link: 'https://example.com/app' }]],
	password: ['secret', 'other'],
	pixels: [[3, 4]],
};

/** Up to three cells besides those that name the link. */
const cells: fc.Arbitrary<IDataObject> = fc
	.tuple(fc.subarray(Object.keys(CELLS), { maxLength: 3 }), fc.nat(1))
	.map(([fields, which]) => {
		const values = fields.map((field) => [field, CELLS[field]?.[which] ?? CELLS[field]?.[0]]);
		return Object.fromEntries(values) as IDataObject;
	});

/** A cell that is mostly there. */
function filled<T>(values: readonly T[], freq = 5): fc.Arbitrary<T | null> {
	return fc.option(fc.constantFrom(...values), { freq });
}

const row: fc.Arbitrary<Row> = fc
	.record({
		url: filled(URLS, 8),
		custom: filled(ALIASES),
		domain: filled(DOMAINS, 1),
		host: fc.constantFrom('go.brand', 'sho.rt', 'sho.rt'),
		alias: filled(ALIASES, 8),
		cells,
	})
	.map(({ url, custom, domain, host, alias, cells: rest }) => ({
		body: {
			...(url === null ? {} : { url }),
			...(custom === null ? {} : { custom }),
			...(domain === null ? {} : { domain }),
			...rest,
		},
		shorturl: alias === null ? '' : `https://${host}/${alias}`,
	}));

/** Rows, some of which repeat another one, perhaps with its long URL in another spelling. */
const rows: fc.Arbitrary<Row[]> = fc
	.tuple(
		fc.array(row, { minLength: 1, maxLength: 4 }),
		fc.option(fc.tuple(fc.nat(3), filled(URLS, 1)), { freq: 1 }),
	)
	.map(([all, repeated]) => {
		const original = repeated === null ? undefined : all[repeated[0] % all.length];
		const url = repeated?.[1];
		if (original === undefined) return all;
		return [...all, { ...original, body: { ...original.body, ...(url ? { url } : {}) } }];
	});

/** A link of somebody else's making. */
const link: fc.Arbitrary<IDataObject> = fc
	.tuple(fc.constantFrom(...URLS), filled(ALIASES, 1), filled(DOMAINS, 1), cells)
	.map(([url, custom, domain, rest]) => ({
		url,
		...(custom === null ? {} : { custom }),
		...(domain === null ? {} : { domain }),
		...rest,
	}));

const fate: fc.Arbitrary<Fate> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Fate>('answered') },
	{ weight: 4, arbitrary: fc.constantFrom<Fate>('lost', 'cut', 'refused') },
	{ weight: 1, arbitrary: fc.integer({ min: 1, max: 11_900 }).map((late): Fate => ({ late })) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.constant<Step>({ do: 'run', fates: [], killAt: undefined }),
	},
	{
		weight: 2,
		arbitrary: fc
			.array(fate, { minLength: 1, maxLength: 4 })
			.map((fates): Step => ({ do: 'run', fates, killAt: undefined })),
	},
	{
		weight: 2,
		arbitrary: fc
			.integer({ min: 1, max: 8 })
			.map((killAt): Step => ({ do: 'run', fates: [], killAt })),
	},
	{ weight: 2, arbitrary: fc.constant<Step>({ do: 'dryRun' }) },
	{
		weight: 2,
		arbitrary: fc.boolean().map((inTwoProcesses): Step => ({ do: 'twoRuns', inTwoProcesses })),
	},
	{ weight: 2, arbitrary: fc.constant<Step>({ do: 'restart' }) },
	{ weight: 1, arbitrary: fc.constant<Step>({ do: 'pause' }) },
	{
		weight: 3,
		arbitrary: fc.tuple(fc.nat(4), cells, filled(URLS, 1)).map(([at, more, url]): Step => {
			const changed = url === null ? more : { url, ...more };
			return { do: 'edit', row: at, cells: changed };
		}),
	},
	{
		weight: 2,
		arbitrary: fc
			.tuple(fc.nat(5), fc.oneof(cells, fc.constant<'remove'>('remove')))
			.map(([at, change]): Step => ({ do: 'others', link: at, change })),
	},
	{ weight: 1, arbitrary: link.map((body): Step => ({ do: 'othersCreate', body })) },
);

export const history: fc.Arbitrary<History> = fc.record({
	manner,
	old: fc.array(link, { maxLength: 3 }),
	foreign: fc.subarray(['spring', 'Summer']).map((names) => names.slice(0, 1)),
	filler: mostly(0, 3, 9),
	rows,
	matchOn: fc.constantFrom<MatchOn[]>('custom', 'shorturl', 'url'),
	unseenFields: mostly<UpsertOptions['unseenFields']>('whenChanged', 'always', 'onChange'),
	inFlight: fc.constantFrom(1, 4),
	steps: fc.array(step, { minLength: 1, maxLength: 5 }),
});

export type Outcome = UpsertOutcome | UserFacingError;

/** What one step says and does. */
export interface Ran {
	outcomes: Array<Outcome | undefined>;
	writes: Write[];
	/** Whether nothing came in between: no lost answer, no kill, no other run. */
	isClean: boolean;
	/** Whether that has been so for two minutes. */
	isCalm: boolean;
	/** Whether readings show what the service has, and what other clients have changed. */
	isFresh: boolean;
	showsOthers: boolean;
	/** The links before it. */
	before: StoredLink[];
}

let runNumber = 0;

/** One run of the node over all rows. A row that was under way in a killed process has no outcome. */
export async function run(
	account: Account,
	process: Process,
	plan: History,
	rows: readonly Row[],
	dryRun: boolean,
): Promise<Array<Outcome | undefined>> {
	const client = process.client();
	const tries = new Memory();
	runNumber += 1;
	const name = runNumber;
	const outcomes: Array<Outcome | undefined> = rows.map(() => undefined);
	let next = 0;
	const worker = async () => {
		for (let index = next; index < rows.length; index = next) {
			next += 1;
			const { body, shorturl } = rows[index] ?? { body: {}, shorturl: '' };
			const options: UpsertOptions = {
				matchOn: plan.matchOn,
				shortUrl: shorturl,
				dryRun,
				unseenFields: plan.unseenFields,
				items: rows.length,
				number: index + 1,
				itemKey: `${name}/${index}`,
				tries,
			};
			const readBody = async () => await Promise.resolve({ ...body });
			const work = async () => await settle(upsertLink(client, body, readBody, options));
			outcomes[index] = await account.as(index, work);
		}
	};
	const workers = Array.from({ length: plan.inFlight }, worker);
	await account.time.until(Promise.race([Promise.all(workers), process.killed]), 3_600_000);
	return outcomes;
}
