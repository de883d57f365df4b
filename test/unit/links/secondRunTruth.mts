import type { IDataObject } from 'n8n-workflow';

import { longUrlOf } from '../../../nodes/LinkShortener/links/longUrl';
import { toText } from '../../../nodes/LinkShortener/shared/json';
import { DEFAULT_HOST, shortUrlOf, type Account, type StoredLink } from '../simulation/account.mts';
import type { History, Row } from './secondRuns.mts';

/** What is so, whatever the node says: which link a row is about, and what a service can show. */

interface Service {
	account: Account;
	plan: History;
}

/** Whether a link is the one that a row is about. */
export function isOf(
	{ account, plan }: Service,
	{ body, shorturl }: Row,
	link: StoredLink,
	before: StoredLink[],
): boolean {
	const host = hostOfRow(body);
	switch (plan.matchOn) {
		case 'custom': {
			const own = before.filter(({ isForeign }) => !isForeign);
			const isUnknown = host === '' && own.every((one) => one.host !== DEFAULT_HOST);
			return link.alias === body.custom && (isUnknown || link.host === (host || DEFAULT_HOST));
		}
		case 'shorturl':
			return shortUrlOf(link) === shorturl;
		case 'url':
			return (
				(host === '' || link.host === host) &&
				loose(link.fields.url).startsWith(loose(account.stored('url', body.url)))
			);
	}
}

/** Whether readings show a value in every case, and as it is. */
export function isFaithful(account: Account, field: string, value: unknown): boolean {
	const { notListed, notDetailed, campaignAs } = account.manner;
	if (field === 'url') {
		return longUrlOf(account.stored('url', value)).spelling === longUrlOf(value).spelling;
	}
	if (['password', 'pixels'].includes(field) || notDetailed.includes(field)) return false;
	const isDetail = ['expiry', 'geotarget', 'devicetarget'].includes(field);
	if (!isDetail && notListed.includes(field)) return false;
	if (field === 'campaign' && campaignAs === 'name') return false;
	return plain(account.stored(field, value)) === plain(value);
}

/** Whether a row has a field that a run cannot compare. */
export function mayBeUnseen({ account, plan }: Service, { body }: Row): boolean {
	return Object.entries(body).some(
		([field, value]) =>
			field !== 'custom' &&
			field !== 'domain' &&
			!(field === 'url' && plan.matchOn === 'url') &&
			!isFaithful(account, field, value),
	);
}

export function isOver(expiry: unknown): boolean {
	return toText(expiry).startsWith('2020');
}

export function nameIn({ body, shorturl }: Row, { matchOn }: History): string {
	return matchOn === 'shorturl' ? shorturl : toText(body[matchOn]);
}

export function isSameName(one: string, other: string): boolean {
	return one.includes('?') || one.includes('://') ? isLoose(one, other) : one === other;
}

/** What a row says besides which link it is about. */
export function saysOf({ body }: Row, { matchOn }: History): IDataObject {
	const { custom, domain, url, ...rest } = body;
	if (matchOn === 'custom') return { url, ...rest };
	return matchOn === 'shorturl' ? { url, ...rest } : { custom, domain, ...rest };
}

function hostOfRow({ domain }: IDataObject): string {
	return toText(domain).replace(/^https?:\/\//, '');
}

export function plain(value: unknown): string {
	return toText(
		typeof value === 'string' ? value.replace(/&amp;/g, '&').replace(/&quot;/g, '"') : value,
	);
}

export function isEqual(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** A long URL without all that services rewrite. */
function loose(url: unknown): string {
	const text = longUrlOf(url)
		.spelling.toLowerCase()
		.replace(/^https?:\/\/(www\.)?/, '');
	const [path = '', query = ''] = text.replace(/#.*$/, '').slice(0, 240).split('?');
	return `${path}?${query.split('&').sort().join('&')}`;
}

export function isLoose(one: unknown, other: unknown): boolean {
	return loose(one) === loose(other);
}
