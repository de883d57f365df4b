import type { ServiceOptions, Variations } from '../../service/index.mts';
import { PRESET_NAMES, PRESETS } from '../../service/presets/index.mts';
import { NO_VARIATIONS } from '../../service/variations.mts';
import { anyText } from '../support/matchers.mts';
import {
	firstPage,
	type OperationCase,
	type OperationRow,
	type Records,
	type SentRequest,
} from './row.mts';

/** An install that differs from the API description, and the options of the service that play it. */
export interface Install {
	name: string;
	options: Partial<ServiceOptions>;
	/** The operations that it is tried on. Default: all. */
	readBy?: readonly string[];
}

/** In the envelope, of several kinds in one, and without the envelope. */
export const LISTS = ['link.getAll', 'channel.getItems', 'file.getAll'];
/** Of all other operations, of a create of a link, and of the pixels. */
const ENVELOPES = ['account.get', 'link.create', 'pixel.get'];
const LINK_CREATES = ['link.create', 'link.upsert'];
const PIXELS = ['pixel.create', 'pixel.delete', 'pixel.get', 'pixel.getAll', 'pixel.update'];

/** A failure has tests of its own. */
const NONE: readonly string[] = [];
/** Tells only beside another thing, and has a test in test/engine/contract/. */
const ELSEWHERE = [NONE] as const;

/**
 * The operations that read a difference, one for each place in the code that does, and every value it can
 * have: a new one without a value here does not compile. "Everything at once" is tried on all operations.
 */
const VALUES: {
	[Name in keyof Variations]: readonly [
		readBy: readonly string[],
		...values: Array<Variations[Name]>,
	];
} = {
	numbersAsStrings: [
		[
			...['account.get', 'campaign.create', 'channel.getItems', 'file.upload', 'link.create'],
			...['link.get', 'link.upsert', 'pixel.get', 'qrCode.get'],
		],
		true,
	],
	textNumbers: ELSEWHERE,
	alsoTakes: ELSEWHERE,
	aliasTakenWords: ELSEWHERE,
	capitalizesNames: ELSEWHERE,
	channelNamesUnique: ELSEWHERE,
	channelUpdateAnswer: [['channel.update'], 'record'],
	accountHasPlan: ELSEWHERE,
	linksPixelTypes: ELSEWHERE,
	errorValue: [ENVELOPES, 'number', 'string', 'boolean'],
	errorOnFailureStatus: [NONE, '4xx'],
	refusedKeyStatus: ELSEWHERE,
	failureMessageKey: [NONE, 'msg'],
	failureForm: [NONE, 'list', 'errorText', 'errorObject', 'errorsList'],
	authorizationScheme: ELSEWHERE,
	requiredHeader: ELSEWHERE,
	lastNextPage: [LISTS, 'samePage', 'zero'],
	resultIsTotal: [LISTS, true],
	usageForPerPage: [LISTS, true],
	overlayCollectionKey: [['ctaOverlay.getAll'], 'overlay'],
	oldCreateBody: [LINK_CREATES, true],
	createdError: ELSEWHERE,
	suppressesDuplicates: ELSEWHERE,
	mostLinks: ELSEWHERE,
	listsPublicLinksOnly: ELSEWHERE,
	shortUrlKey: [LINK_CREATES, 'short_url'],
	createNamesIdOnly: ELSEWHERE,
	nestedCreateBody: [LINK_CREATES, true],
	createBodyExtras: [LINK_CREATES, true],
	createdStatus: [['campaign.create', 'file.upload', 'link.create', 'pixel.create'], 201],
	campaignNameUnderDomain: [['campaign.getAll', 'campaign.update', 'link.create'], true],
	campaignAnswerKey: [['campaign.create', 'campaign.update'], 'campaign'],
	extraLinkFields: [['link.get', 'link.getAll', 'link.update', 'link.upsert'], true],
	qrDateKey: [['qrCode.get'], 'data'],
	pixelList: [['pixel.create', 'pixel.getAll'], 'bareArray', 'nested'],
	barePixel: [['pixel.create', 'pixel.get', 'pixel.update'], true],
	storesPixelsSilently: ELSEWHERE,
	pixelFailures: [NONE, 'envelope'],
	tenthPixelType: [NONE, 'x'],
	normalisesLongUrls: [[...LINK_CREATES, 'link.get', 'link.update'], true],
	qBlindToLongUrls: [LINK_CREATES, true],
	ascendingLists: [LISTS, true],
	updateClearsTheRest: ELSEWHERE,
	emptiedFields: ELSEWHERE,
	customAliases: ELSEWHERE,
	aliasForm: ELSEWHERE,
	aliasesUniqueOverAll: ELSEWHERE,
	defaultDomain: ELSEWHERE,
	ownDomains: ELSEWHERE,
	collapsesTitles: ELSEWHERE,
	stripsSlashes: ELSEWHERE,
	writesParametersIntoUrls: ELSEWHERE,
	language: ELSEWHERE,
	finishLateMs: ELSEWHERE,
};

/** The one that keeps to the description. */
export const described: Install = { name: 'as described', options: {} };

/** One install per difference. */
export const differences: Install[] = [
	...Object.entries(VALUES).flatMap(([name, [readBy, ...values]]) =>
		values.map((value) => ({
			name: value === true ? name : `${name} ${JSON.stringify(value)}`,
			options: { variations: { [name]: value } },
			readBy,
		})),
	),
	{ name: 'limit not honoured', options: { honoursLimit: false }, readBy: LISTS },
	{ name: 'smaller pages than asked for', options: { maxLimit: 40 }, readBy: LISTS },
];

/** All differences at once, each with the value that `choose` takes. */
function atOnce(choose: <Value>(values: Value[]) => Value | undefined): Partial<Variations> {
	return Object.fromEntries(
		Object.entries(VALUES)
			.filter(([, [, ...values]]) => values.length > 0)
			.map(([name, [, ...values]]) => [name, choose<unknown>(values)]),
	);
}

/** The product that has pixels of its own, in everything else as described. */
export const linksProduct: Install = {
	name: 'the links product',
	options: { product: 'links' },
	readBy: PIXELS,
};

export const installs: Install[] = [
	described,
	...differences,
	linksProduct,
	{
		name: 'everything at once',
		options: { honoursLimit: false, variations: atOnce((values) => values.at(0)) },
	},
	{
		name: 'everything at once, otherwise',
		options: { maxLimit: 40, variations: atOnce((values) => values.at(-1)) },
		readBy: [...ENVELOPES, ...LISTS, 'pixel.create', 'pixel.getAll'],
	},
];

/** The local service's presets. */
export const presetInstalls: Install[] = PRESET_NAMES.map((name) => ({
	name,
	options: PRESETS[name].options,
}));

/** Whether a case asks for a part that an install lacks. */
export function isLacking(
	{ options: { lacks: parts = [] } }: Install,
	{ sends }: OperationCase,
): boolean {
	return sends.some(
		({ method, path }) =>
			(parts.includes('files') && path.startsWith('/api/files')) ||
			(parts.includes('qrCodes') && path.startsWith('/api/qr')) ||
			(parts.includes('linkChanges') && /^(PUT|DELETE) \/api\/url\//.test(`${method} ${path}`)),
	);
}

/** The installs that differ in one of these, and the one that differs in nothing. */
export function installsBy(...names: Array<keyof Variations | keyof ServiceOptions>): Install[] {
	return installs.filter(({ options: { variations = {}, ...options } }) => {
		const differs = Object.keys({ ...options, ...variations });
		return differs.length === 0 || names.some((name) => differs.includes(name));
	});
}

interface ExtraFields {
	uniqueclicks: number;
	domain: string;
	campaign: number | null;
	channel: number | null;
}

/** The words that some services want for the platforms of the cases. */
const BRAND_WORDS: Readonly<Record<string, string>> = {
	facebook: 'fbpixel',
	'google-tag-manager': 'gtmpixel',
};

/** What the records of a link list have besides on an install that tells more. */
const EXTRA_LINK_FIELDS = new Map<unknown, ExtraFields>([
	[101, { uniqueclicks: 5, domain: '', campaign: 11, channel: 21 }],
	[102, { uniqueclicks: 20, domain: '', campaign: null, channel: null }],
	[103, { uniqueclicks: 0, domain: 'https://go.example.com', campaign: null, channel: null }],
]);

/** What is said instead of an output where an install cannot do a case. */
export function messageOn({ options }: Install, { onLinks }: OperationCase): string | undefined {
	return options.product === 'links' ? onLinks?.says : undefined;
}

/** The output of a case on an install: the same everywhere but for what an install really adds. */
export function outputOn(
	{ options }: Install,
	{ gives, sends, byAge, onLinks }: OperationCase,
	url: string,
): Records {
	const variations = { ...NO_VARIATIONS, ...options.variations };
	if (options.product === 'links' && onLinks?.gives) {
		return onLinks.gives().map((record) => inBrandWords(record, variations, onLinks.sends));
	}
	const { path, query, json = {} } = sends.at(-1) ?? {};
	if (path === '/api/account' && variations.accountHasPlan) {
		return gives(url).map((record) => ({ ...record, planid: 4 }));
	}
	if (path === '/api/qr/add' && variations.createBodyExtras === 'row') {
		return gives(url).map((record) => ({ name: '', scans: 0, date: anyText, ...record }));
	}
	const inOrder = byAge && variations.ascendingLists ? gives(url).toReversed() : gives(url);
	const isExtra = variations.extraLinkFields !== false;
	const records = isExtra
		? inOrder.map((record) => comparedToList(record, json, variations))
		: inOrder;
	if (path === '/api/urls' && query?.short === undefined && isExtra) {
		// Create or Update says what it did, and not all that the list has.
		const isListed = (record: Records[number]) => !('action' in record) || 'existing' in record;
		return records.map((record) =>
			isListed(record) ? { ...record, ...extraFieldsOf(record.id, variations, url) } : record,
		);
	}
	if (path !== '/api/url/add') return records;
	// A blank row is no link.
	const ofLinks = (change: (record: Records[number]) => Records[number]) =>
		records.map((record) => ('longurl' in record ? change(record) : record));
	if (variations.oldCreateBody) return ofLinks((record) => without(record, 'id'));
	if (variations.createBodyExtras === false) return records;
	const { metatitle: title = '', description = '', campaign = null, channel, domain = url } = json;
	const more = { clicks: 0, uniqueclicks: 0, campaign, domain, date: anyText };
	const channels = channel === undefined ? [] : [channel];
	const row = variations.createBodyExtras === 'row' ? { ...more, channel: channels } : {};
	return ofLinks((record) => ({ ...record, title, description, ...row }));
}

function extraFieldsOf(id: unknown, { extraLinkFields }: Variations, url: string): object {
	const { channel = null, domain = '', ...fields } = EXTRA_LINK_FIELDS.get(id) ?? {};
	if (extraLinkFields !== 'full') return { ...fields, channel, domain };
	return { ...fields, channel: channel === null ? [] : [channel], domain: domain || url };
}

/** A new pixel under the word that the service took for its platform. */
function inBrandWords(
	record: Records[number],
	{ linksPixelTypes }: Variations,
	sends: readonly SentRequest[],
): Records[number] {
	const isNew = sends.at(-1)?.path === '/api/pixel/add';
	const type = BRAND_WORDS[String(record.type)];
	return linksPixelTypes === 'any' || !isNew || type === undefined ? record : { ...record, type };
}

/** A list that tells more shows the campaign and the channel of a link, so that they can be compared. */
function comparedToList(
	record: Records[number],
	json: Readonly<Record<string, unknown>>,
	{ extraLinkFields }: Variations,
): Records[number] {
	const { changes, sent } = record;
	if (!Array.isArray(sent) || record.action !== 'updated') return record;
	const shown = ['campaign', 'channel'].filter((field) => sent.includes(field));
	const none = (field: string) => (extraLinkFields === 'full' && field === 'channel' ? [] : null);
	const found = shown.map((field) => [field, { before: none(field), after: json[field] }]);
	return {
		...record,
		changes: { ...(changes as object), ...Object.fromEntries(found) },
		sent: sent.filter((field) => !shown.includes(String(field))),
	};
}

function without(record: Readonly<Record<string, unknown>>, name: string) {
	return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** A request with a word for a platform that the service rejects is sent again with its own word. */
function triesOf({ variations }: Install['options'], sent: SentRequest): SentRequest[] {
	const type = BRAND_WORDS[String(sent.json?.type)];
	if (variations?.linksPixelTypes !== 'brands' || type === undefined) return [sent];
	return [sent, { ...sent, json: { ...sent.json, type } }];
}

/** The requests of a case on an install: the same everywhere but where a list has no known end. */
export function requestsOn(
	{ options }: Install,
	row: OperationRow,
	{ sends, onLinks, isProductKnown }: OperationCase,
): SentRequest[] {
	if (options.product === 'links' && onLinks !== undefined) {
		const login: SentRequest = { method: 'GET', path: '/user/login' };
		const found: SentRequest = { method: 'GET', path: '/api/pixels', query: firstPage(10) };
		const look = [...sends.slice(0, 1), ...(options.unknownPath === 'login' ? [login] : []), found];
		return [
			...(isProductKnown ? [] : look),
			...onLinks.sends.flatMap((sent) => triesOf(options, sent)),
		];
	}
	if (row.operation === 'check' && options.variations?.ascendingLists === true) {
		const first = (path: string) => path.replace('/url/103', '/url/101');
		return sends.map((sent) => ({ ...sent, path: first(sent.path) }));
	}
	const endless = options.variations?.pixelList === 'bareArray';
	const { query, ...rest } = sends.at(-1) ?? { method: 'GET', path: '' };
	if (!endless || rest.path !== '/api/v1/pixels' || rest.method !== 'GET') return sends;
	// The page behind the first shows nothing more.
	return [...sends, { ...rest, query: { ...query, page: '2' } }];
}
