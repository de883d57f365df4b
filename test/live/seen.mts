import { PRESET_NAMES, PRESETS } from '../service/presets/index.mts';
import { NO_VARIATIONS, type Variations } from '../service/variations.mts';
import { aliasOf, isJson, type Json, shortUrlOf, textOf } from './ledger.mts';
import { type Exchange, recordIn, rowsIn } from './wire.mts';

/** What was seen of a service, by the names of the local service's options: those of which something was seen. */
export type Seen = Record<string, unknown>;

/** How a service differs from the API description, as far as its responses show it. Pure. */
export function seenIn(log: readonly Exchange[]): Seen {
	const seen: Seen = { ...errorsIn(log), ...createsIn(log) };
	for (const exchange of log) Object.assign(seen, factsOf(exchange));
	const oneOf = (path: string) => log.find((exchange) => exchange.path === path);
	if (oneOf('/api/pixels')?.parsed.kind === 'success') seen['product'] = 'links';
	else if (oneOf('/api/v1/pixels')?.parsed.kind === 'success') seen['product'] = 'described';
	if (log.length > 0) {
		const lacks = [
			oneOf('/api/files')?.isUnknown === true && 'files',
			log.some((one) => /^\/api\/url\/\d+\/(update|delete)$/.test(one.path) && one.isUnknown) &&
				'linkChanges',
			oneOf('/api/qr')?.isUnknown === true && 'qrCodes',
		].filter(Boolean);
		seen['lacks'] = lacks.join();
	}
	return seen;
}

/** `error` in lists and elsewhere, and how failures are put. */
function errorsIn(log: readonly Exchange[]): Partial<Variations> {
	const ofApi = log.filter(({ path, body }) => !path.startsWith('/api/v1/') && isJson(body));
	const good = ofApi.filter(({ parsed, path }) => parsed.kind === 'success' && !/files/.test(path));
	const typeOf = ({ body }: Exchange) => typeof (body as Json)['error'];
	const lists = new Set(good.filter(({ body }) => isEnvelope(body)).map(typeOf));
	const others = new Set(good.filter(({ body }) => !isEnvelope(body)).map(typeOf));
	const [one = ''] = others;
	const isDescribed = lists.has('string') && others.has('number');
	const named = { number: 'number', string: 'string', boolean: 'boolean' } as const;
	const errorValue = isDescribed ? 'asDescribed' : named[one as keyof typeof named];
	const failures = ofApi.filter(
		({ parsed, isUnknown }) => parsed.kind === 'rejected' && !isUnknown,
	);
	const [failed] = failures;
	if (failed === undefined) return { errorValue };
	const body = failed.body as Json;
	return {
		errorValue,
		errorOnFailureStatus: failed.status >= 400 ? '4xx' : 200,
		failureMessageKey: 'msg' in body ? 'msg' : 'message',
		failureForm: 'code' in body ? 'detailed' : 'text',
	};
}

/** What became of an alias that was asked for twice, and of a page. The node's own creates repeat neither. */
function createsIn(log: readonly Exchange[]): Seen {
	const seen: Seen = {};
	const known = new Map<unknown, Json>();
	for (const { path, sent, parsed, body, isOfNode } of log) {
		const { url, custom } = sent;
		if (isOfNode || path !== '/api/url/add') continue;
		const isDone = parsed.kind === 'success';
		const record = isDone ? recordIn(body) : {};
		if (custom !== undefined && known.has(custom)) {
			if (parsed.kind === 'rejected') seen['aliasTakenWords'] = parsed.message;
		} else if (custom !== undefined) {
			const became = aliasOf(record) === custom ? 'kept' : 'ignored';
			seen['customAliases'] = isDone ? became : 'refused';
		}
		const before = known.get(url);
		if (isDone && before !== undefined) {
			const isSame = shortUrlOf(before) === shortUrlOf(record);
			seen['suppressesDuplicates'] = isSame;
		}
		known.set(custom, record).set(url, record);
	}
	return seen;
}

/** How single steps differ from the API description. Pure. */
export function differencesIn(log: readonly Exchange[]): string[] {
	const seen: Seen = {};
	for (const exchange of log) if (!exchange.isOfNode) Object.assign(seen, factsOf(exchange));
	return [...new Set(unusual(seen))];
}

/** How `error` and failures differ, which a single response does not tell. Pure. */
export function errorsOf(log: readonly Exchange[]): string[] {
	return unusual({ ...errorsIn(log) });
}

function unusual(seen: Seen): string[] {
	const usual: Record<string, unknown> = { ...NO_VARIATIONS };
	return Object.entries(seen).flatMap(([key, value]) => {
		const [name, , field] = key.split(' ');
		if (name === 'textNumbers') return value === true ? [`${field ?? ''} as text`] : [];
		return value === undefined || value === usual[key] ? [] : [`${key}: ${JSON.stringify(value)}`];
	});
}

function isEnvelope(body: unknown): boolean {
	return isJson(body) && isJson(body['data']) && 'currentpage' in body['data'];
}

const COUNTS = ['id', 'clicks', 'planid', 'scans', 'uniqueclicks'];

/** What one response shows. */
function factsOf({ method, path, body, parsed, status }: Exchange): Seen {
	if (parsed.kind !== 'success') return {};
	const record = recordIn(body);
	const rows = rowsIn(body);
	const texts = rows[0] ?? record;
	const place = path.replace(/\d+/, ':id');
	const counts = COUNTS.filter((key) => texts[key] !== undefined).map((key): [string, unknown] => [
		`textNumbers ${place} ${key}`,
		typeof texts[key] === 'string',
	]);
	const isNested = isJson(body) && isJson(body['data']);
	const isCreate = method === 'POST' && /add$/.test(path);
	return {
		...Object.fromEntries(counts),
		...(path === '/api/overlay' &&
			isNested && {
				overlayCollectionKey: 'overlay' in (body['data'] as Json) ? 'overlay' : 'cta',
			}),
		...(isCreate && { nestedCreateBody: isNested }),
		...(isCreate && status === 201 && path !== '/api/campaign/add' && { createdStatus: 201 }),
		...(FACTS[`${method} ${path}`]?.(record, rows, status) ?? {}),
		...(/^\/api\/channel\/\d+\/update$/.test(path) && {
			channelUpdateAnswer: 'id' in record ? 'record' : 'message',
		}),
	};
}

const FACTS: Readonly<Record<string, (record: Json, rows: Json[], status: number) => Seen>> = {
	'GET /api/account': (record) => ({ accountHasPlan: 'planid' in record }),
	'GET /api/urls': (_record, [row]) => {
		if (row === undefined || !('alias' in row)) return {};
		const isFull = Array.isArray(row['channel']);
		return { extraLinkFields: isFull ? 'full' : 'uniqueclicks' in row };
	},
	'POST /api/url/add': (record) => ({
		oldCreateBody: !('id' in record),
		...('id' in record && { createNamesIdOnly: shortUrlOf(record) === '' }),
		...('short_url' in record && { shortUrlKey: 'short_url' }),
		createBodyExtras: 'longurl' in record && 'row',
	}),
	'POST /api/campaign/add': (record, _rows, status) => ({
		campaignAnswerKey: 'campaign' in record ? 'campaign' : 'domain',
		capitalizesNames: /^[A-Z]/.test(textOf(record['campaign'] ?? record['domain'])),
		...(status === 201 && { createdStatus: 'campaigns' }),
	}),
};

/** Where a preset differs from what was seen. Pure. */
export function differencesFrom(name: (typeof PRESET_NAMES)[number], seen: Seen): string[] {
	const { options } = PRESETS[name];
	const has: Record<string, unknown> = { ...NO_VARIATIONS, ...options.variations };
	const { product = 'described', lacks = [], variations } = options;
	const known: Record<string, unknown> = { ...has, product, lacks: [...lacks].sort().join() };
	return Object.entries(seen)
		.filter(([key, value]) => {
			if (value === undefined) return false;
			const [, path = '', field = ''] = key.split(' ');
			if (!key.startsWith('textNumbers')) return known[key] !== value;
			return (variations.textNumbers?.[path]?.includes(field) ?? false) !== value;
		})
		.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
}

/** The preset that answers as was seen; else the one that is next to it, and what another one would need. */
export function presetFor(seen: Seen): { preset: string; needs: string[] } {
	const all = PRESET_NAMES.map((preset) => ({ preset, needs: differencesFrom(preset, seen) }));
	const [best] = all.sort((one, other) => one.needs.length - other.needs.length);
	return best ?? { preset: '', needs: [] };
}
