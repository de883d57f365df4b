import type { IDataObject } from 'n8n-workflow';

import { decodeEntities, toText } from '../shared/text';
import type { Memory } from './memory';
import { settle, UserFacingError } from '../shared/userFacingError';
import { type Lists, type Send, type ListEndpoint, endpoints, SMALLEST_PAGE } from './records/list';
import {
	createdFields,
	createdPixelRecord,
	pixelRecord,
	type RecordCalls,
	tidyRecord,
} from './records/records';
import { inFull, NO_SUCH_RECORD } from './http/remedies';

export const PIXEL_TYPES: Record<string, string> = {
	adroll: 'AdRoll',
	bing: 'Bing Ads',
	'google-ads': 'Google Ads',
	'google-analytics': 'Google Analytics',
	'google-tag-manager': 'Google Tag Manager',
	linkedin: 'LinkedIn',
	facebook: 'Meta (Facebook)',
	pinterest: 'Pinterest',
	quora: 'Quora',
	twitter: 'X (Twitter)',
};

const OTHER_NAMES: Record<string, string> = {
	adwords: 'google-ads',
	googleadwords: 'google-ads',
	ga: 'google-analytics',
	ga4: 'google-analytics',
	googleanalytics4: 'google-analytics',
	gtm: 'google-tag-manager',
	fb: 'facebook',
	meta: 'facebook',
	microsoft: 'bing',
	// Newer services call it so (seen there), the description `twitter`.
	x: 'x',
};

/** The types by every name, in the spelling of `plainWord`. */
const TYPES = new Map([
	...Object.entries(PIXEL_TYPES).flatMap(([type, name]): Array<[string, string]> => [
		[plainWord(type), type],
		[plainWord(name), type],
	]),
	...Object.entries(OTHER_NAMES),
]);

const SUFFIXES = ['ad', 'ads', 'advertising', 'insight', 'pixel', 'tag'];

function wordsOf(text: string): string[] {
	return text.toLowerCase().split(/[\s_()-]+/);
}

function plainWord(text: string): string {
	return wordsOf(text).join('');
}

function knownType(text: string): string | undefined {
	const words = wordsOf(text);
	const end = words.findLastIndex((word) => !SUFFIXES.includes(word)) + 1;
	return TYPES.get(words.join('')) ?? TYPES.get(words.slice(0, end).join(''));
}

/** By the platform's word or another usual name; other text as it is, since some services say `linkedinpixel`. */
export function pixelType(text: string): string {
	return knownType(text) ?? text;
}

/** Whether two types are of one platform: `gtmpixel` of some services is `google-tag-manager`. */
export function isSamePlatform(one: unknown, other: unknown): boolean {
	return platformOf(one) === platformOf(other);
}

function platformOf(type: unknown): string {
	const text = toText(type).toLowerCase();
	return knownType(text.replace(/pixel$/, '')) ?? text;
}

/** The name of a platform; one that newer services added keeps the service's word. */
export function pixelTypeName(type: unknown): string {
	return PIXEL_TYPES[toText(type)] ?? toText(type);
}

const LINKS_PIXELS: ListEndpoint = {
	...endpoints.pixels,
	path: '/api/pixels',
	family: 'links',
};

/** Of a service. Fields are named as in the API description, whichever product has them. */
export interface Pixels extends Lists, RecordCalls {
	get(id: number): Promise<IDataObject>;
}

/** The links product (public documentation, never tried live): JSON, `tag` for `value`, no look-up of one pixel. */
function taggedPixels(request: Send, lists: Lists): Pixels {
	const list: Pixels['list'] = async function* ({ query = {}, limit, ...listing }) {
		if (query.sort !== undefined || query.sort_by !== undefined) {
			throw new UserFacingError(
				'This service does not sort pixels',
				"Remove Sort By and Sort Direction. To sort, add n8n's Sort node.",
			);
		}
		const isFiltered = Object.keys(query).length > 0;
		// How many pages the wanted ones are on, nobody knows: those of a smaller size do not fit in.
		const size = isFiltered ? { first: undefined } : { limit };
		const narrowed = { ...listing, ...LINKS_PIXELS, ...size };
		let left = limit ?? Infinity;
		for await (const row of lists.list(narrowed)) {
			if (left <= 0) return;
			const pixel = toDescribed(row);
			if (!isFound(pixel, query)) continue;
			left -= 1;
			yield pixel;
		}
	};
	const get = async (id: number) => {
		const all = list({ ...LINKS_PIXELS, isReadAgain: true, onRowsMoved: throwRowsMoved });
		for await (const pixel of all) if (Number(pixel.id) === id) return tidyRecord(pixel);
		const message = `Pixel ${id} does not exist`;
		throw new UserFacingError(message, inFull(NO_SUCH_RECORD), { kind: 'notFound' });
	};
	return {
		list,
		page: async ({ query = {} }, which) => {
			const page = await lists.page(LINKS_PIXELS, which);
			const records = page.records.map(toDescribed).filter((pixel) => isFound(pixel, query));
			return { ...page, records };
		},
		get,
		create: async (fields) => {
			const { type, name, value } = fields;
			const json = { type, name, tag: value };
			const path = '/api/pixel/add';
			const answer = await request({ method: 'POST', path, json });
			return createdPixelRecord({ id: createdFields(answer).id }, fields);
		},
		// The product wants name and tag with every update, and knows no update of the type.
		update: async (id, { name, type, value }) => {
			const isWhole = name !== undefined && value !== undefined && type === undefined;
			const present = isWhole ? {} : await get(id);
			if (type !== undefined && !isSamePlatform(type, present.type)) {
				throw new UserFacingError(
					`This service cannot change the platform of a pixel: pixel ${id} is for ${toText(present.type)}`,
					'Nothing was changed. Leave out Platform, or create a pixel of the new platform and delete this one.',
				);
			}
			const shown = decodeEntities(toText(present.name));
			const json = { name: name ?? shown, tag: value ?? present.value };
			const path = `/api/pixel/${id}/update` as const;
			return await request({ method: 'PUT', path, json });
		},
		delete: (id) => request({ method: 'DELETE', path: `/api/pixel/${id}/delete` }),
	};
}

function throwRowsMoved(): void {
	throw new UserFacingError(
		'The list of pixels changed while it was being read',
		'Run it again in a minute.',
		{ kind: 'unavailable' },
	);
}

function toDescribed({ tag, ...pixel }: IDataObject): IDataObject {
	return tag === undefined ? pixel : { ...pixel, value: tag };
}

function isFound(pixel: IDataObject, { search, type }: IDataObject): boolean {
	const isNamed = toText(pixel.name).toLowerCase().includes(toText(search).toLowerCase());
	return isNamed && (type === undefined || isSamePlatform(pixel.type, type));
}

const { path, family } = endpoints.pixels;

function describedPixels(request: Send, lists: Lists): Pixels {
	const at = (id: number) => ({ path: `${path}/${id}`, family }) as const;
	return {
		...lists,
		get: async (id) => pixelRecord(await request({ method: 'GET', ...at(id) })),
		create: async (fields) => {
			const form = formOf(fields);
			const answer = await request({ method: 'POST', path, form, family });
			return createdPixelRecord(answer, fields);
		},
		update: (id, changes) => request({ method: 'PUT', ...at(id), form: formOf(changes) }),
		delete: (id) => request({ method: 'DELETE', ...at(id) }),
	};
}

function formOf(fields: IDataObject): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(value)]));
}

class PixelsMemory {
	/** Undefined until a list has answered. */
	pixels: typeof taggedPixels | undefined;
}

/** No known service has the whole API description. @throws {UserFacingError} when neither list of pixels answers */
export async function openPixels(request: Send, service: Memory, lists: Lists): Promise<Pixels> {
	const found = service.get(PixelsMemory);
	found.pixels ??= await findProduct(lists);
	return found.pixels(request, lists);
}

/** By a page of each list, not by a user's change. @throws {UserFacingError} when neither list answers */
async function findProduct(lists: Lists): Promise<typeof taggedPixels> {
	const described = await settle(lists.page(endpoints.pixels, SMALLEST_PAGE));
	if (!(described instanceof UserFacingError)) return describedPixels;
	// A 404 or a web page. A refused key, the rate limit or an outage does not say so.
	const { httpStatus } = described.explanation;
	const isNone = httpStatus === 404 || described.is('misconfigured', 'notOnInstall', 'notFound');
	if (httpStatus === undefined || !isNone) throw described;
	await lists.page(LINKS_PIXELS, SMALLEST_PAGE);
	return taggedPixels;
}
