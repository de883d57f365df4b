import { checkedAlias } from '../alias.mts';
import { isDuplicate, writeDate } from '../database.mts';
import type { Call } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { findLink } from '../link-store.mts';
import type {
	Deeplink,
	DeviceTarget,
	GeoTarget,
	LanguageTarget,
	LinkParameter,
	NewLink,
} from '../link-store.mts';
import { NO_ALIASES, UNKNOWN } from '../messages.mts';
import { requireDestination, requireUrl } from '../urls.mts';
import { choice, fields, flag, listOf, objectOf, text, whole } from '../validation.mts';
import type { Schema } from '../validation.mts';
import { domainAddress } from './domains.mts';
import { owned } from './owned.mts';

/** The body of POST /api/url/add and of PUT /api/url/{id}/update. */
export interface LinkBody {
	url: string;
	custom?: string;
	type?: string | number;
	password?: string;
	domain?: string;
	expiry?: string;
	geotarget?: GeoTarget[];
	devicetarget?: DeviceTarget[];
	languagetarget?: LanguageTarget[];
	metatitle?: string;
	metadescription?: string;
	metaimage?: string;
	description?: string;
	pixels?: number[];
	channel?: number;
	campaign?: number;
	deeplink?: Deeplink;
	status?: 'public' | 'private';
	parameters?: LinkParameter[];
}

const FIELDS: Record<keyof LinkBody, Schema> = {
	url: text,
	custom: text,
	type: { type: ['string', 'integer'] },
	password: text,
	domain: text,
	expiry: text,
	geotarget: listOf(objectOf({ location: text, link: text }, ['location', 'link'])),
	devicetarget: listOf(objectOf({ device: text, link: text }, ['device', 'link'])),
	languagetarget: listOf(objectOf({ language: text, link: text }, ['language', 'link'])),
	metatitle: text,
	metadescription: text,
	metaimage: text,
	description: text,
	pixels: listOf(whole),
	channel: whole,
	campaign: whole,
	deeplink: objectOf({ auto: flag, apple: text, google: text }),
	status: choice('public', 'private'),
	parameters: listOf(objectOf({ name: text, value: text }, ['name', 'value'])),
};

export const linkBody = fields(FIELDS, ['url']);

/** The columns of the fields that are not kept in one of their own name. */
const COLUMNS: Partial<Record<string, string[]>> = {
	url: ['longurl'],
	custom: ['alias'],
	metatitle: ['metatitle', 'title'],
};

/** The part of a checked link that the body has a field for. */
export function givenColumns(body: LinkBody, link: NewLink): Partial<NewLink> {
	const given = Object.keys(FIELDS).filter((field) => field in body);
	const columns = given.flatMap((field) => COLUMNS[field] ?? [field]);
	return Object.fromEntries(Object.entries(link).filter(([column]) => columns.includes(column)));
}

const EXPIRY = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Refuses what a real install refuses and returns the link to store. An optional text that is empty
 * counts as not given. Whether the alias is taken is looked up afterwards.
 */
export function checkedLink(call: Call<LinkBody>): NewLink {
	const { body, variations } = call;
	const destination = requireDestination(body.url, call.url);
	const expiry = checkedExpiry(call, body.expiry);
	checkUrls(body);
	const link: NewLink = {
		account: call.account,
		longurl: variations.normalisesLongUrls ? destination.href : body.url,
		domain: domainOf(call, body.domain),
		type: redirectionType(call),
		date: writeDate(call.nowMs),
	};
	const { customAliases } = variations;
	const alias = customAliases === 'ignored' ? undefined : given(body.custom);
	if (alias !== undefined && customAliases === 'refused') throw new Failure(NO_ALIASES);
	if (alias !== undefined) link.alias = checkedAlias(alias, variations.aliasForm);
	for (const id of body.pixels ?? []) owned(call, 'pixels', id);
	if (body.campaign !== undefined) owned(call, 'campaigns', body.campaign);
	if (body.channel !== undefined) owned(call, 'channels', body.channel);
	return {
		...link,
		title: body.metatitle ?? '',
		description: body.description ?? '',
		password: given(body.password) ?? null,
		expiry: expiry ?? null,
		metatitle: body.metatitle ?? null,
		metadescription: body.metadescription ?? null,
		metaimage: body.metaimage ?? null,
		geotarget: body.geotarget ?? [],
		devicetarget: body.devicetarget ?? [],
		languagetarget: body.languagetarget ?? [],
		parameters: body.parameters ?? [],
		deeplink: body.deeplink ?? null,
		pixels: body.pixels ?? [],
		campaign: body.campaign ?? null,
		status: body.status ?? 'private',
	};
}

/** An optional text; an empty one counts as not given. */
export function given(value: string | undefined): string | undefined {
	return value === '' ? undefined : value;
}

/**
 * Refuses an alias that is used on its domain, or on any of an install where it is one of them all.
 *
 * @param id of the link that is given the alias, if it exists
 */
export function refuseTaken(call: Call<unknown>, { alias, domain = '' }: NewLink, id = 0): void {
	if (alias === undefined) return;
	const overAll = Number(call.variations.aliasesUniqueOverAll);
	const where = 'alias = ? AND (domain = ? OR ?) AND id <> ?';
	if (findLink(call.db, where, alias, domain, overAll, id) !== undefined) throw aliasTaken(call);
}

/** Runs a write that gives a file its alias. */
export function unlessTaken<Result>(call: Call<unknown>, write: () => Result): Result {
	try {
		return write();
	} catch (error) {
		if (!isDuplicate(error)) throw error;
		throw aliasTaken(call);
	}
}

function aliasTaken({ variations: { aliasTakenWords } }: Call<unknown>): Failure {
	return new Failure(aliasTakenWords, 400, { custom: [aliasTakenWords] });
}

/** Wall-clock time of the service, which lives in UTC; the day must lie after today. */
export function checkedExpiry(
	{ nowMs }: Call<unknown>,
	written: string | undefined,
): string | undefined {
	const expiry = given(written);
	if (expiry === undefined) return undefined;
	const epochMs = EXPIRY.test(expiry) ? Date.parse(`${expiry.replace(' ', 'T')}Z`) : Number.NaN;
	// The second test finds 31 February, which the parser would move into March.
	if (Number.isNaN(epochMs) || writeDate(epochMs) !== expiry) {
		throw new Failure('The expiry date must be written as YYYY-MM-DD HH:MM:SS.');
	}
	if (expiry.slice(0, 10) <= writeDate(nowMs).slice(0, 10)) {
		throw new Failure('The expiry date must be later than today.');
	}
	return expiry;
}

function checkUrls(body: LinkBody): void {
	const targets = [
		...(body.geotarget ?? []),
		...(body.devicetarget ?? []),
		...(body.languagetarget ?? []),
	].map((target) => target.link);
	const optional = [body.metaimage, body.deeplink?.apple, body.deeplink?.google];
	for (const target of targets) requireUrl(target);
	for (const url of optional) if (given(url) !== undefined) requireUrl(url ?? '');
}

/** The domain with or without its scheme; '' for the host that the dashboard is on. */
export function domainOf(call: Call<unknown>, asked: string | undefined): string {
	const wanted = given(asked);
	if (wanted === undefined) return call.variations.defaultDomain;
	const address = domainAddress(/^https?:/i.test(wanted) ? wanted : `https://${wanted}`);
	const host = address?.host ?? '';
	if (host === new URL(call.url).host) return '';
	const own = ownDomain(call, host);
	if (own !== undefined) return own;
	const known = call.db.all<{ domain: string }>(
		'SELECT domain FROM domains WHERE host = ? AND account = ?',
		host,
		call.account,
	)[0];
	if (known === undefined) throw new Failure(UNKNOWN.domains, 404);
	return known.domain;
}

/** The domain of the service's own with a host, if it has one besides that of the dashboard. */
export function ownDomain({ variations }: Call<unknown>, host: string): string | undefined {
	const domains = [variations.defaultDomain, ...variations.ownDomains];
	return domains.find((domain) => domain !== '' && new URL(domain).host === host);
}

/** direct, frame, splash, the id of a splash page, or overlay-{id}. */
function redirectionType(call: Call<LinkBody>): string {
	const type = String(call.body.type ?? '');
	if (type === '') return 'direct';
	if (type === 'direct' || type === 'frame' || type === 'splash') return type;
	const overlay = /^overlay-(.*)$/.exec(type)?.[1];
	if (overlay !== undefined) owned(call, 'overlays', overlay);
	else if (/^\d+$/.test(type)) owned(call, 'splash', type);
	else throw new Failure('The type must be direct, frame, splash, a splash page or an overlay.');
	return type;
}
