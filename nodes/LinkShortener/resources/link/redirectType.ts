import type { INodeProperties } from 'n8n-workflow';

import { ctaOverlayLocator, orName, splashPageLocator } from '../../locators/fields';
import {
	checkDigits,
	idReader,
	lookUp,
	NAME_LISTS,
	type NameList,
	type Reader,
} from '../../locators/nameLists';
import { matchName, writtenId } from '../../locators/names';
import { isRecord, toText } from '../../shared/json';
import type { Field } from '../common/fields';

/** What a name may be that of, with the ids as the service wants them. */
const PAGES: readonly NameList[] = [
	NAME_LISTS.splashPage,
	{ ...NAME_LISTS.ctaOverlay, prefix: 'overlay-' },
];

/** How visitors get to the long URL: a word, and for two of them what was picked below. */
const redirect: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{
				name: 'CTA Overlay',
				value: 'ctaOverlay',
				description: 'Shows the page with your call to action on top',
			},
			{ name: 'Direct', value: 'direct', description: 'Sends visitors straight on' },
			{
				name: 'Frame',
				value: 'frame',
				description: 'Shows the page inside a frame of the service',
			},
			{
				name: 'Splash Page (Built-In)',
				value: 'splash',
				description: "Shows the service's own splash page first",
			},
			{
				name: 'Splash Page (Your Own)',
				value: 'splashPage',
				description: 'Shows one of your splash pages first',
			},
		],
		default: 'direct',
		description:
			'An expression may name a splash page or a CTA overlay; digits are always the ID of a splash page',
	},
	{ ...orName(splashPageLocator), displayOptions: { show: { type: ['splashPage'] } } },
	{ ...orName(ctaOverlayLocator), displayOptions: { show: { type: ['ctaOverlay'] } } },
];

/** A group of its own, since n8n shows a picker that depends on a choice only beside that choice. */
export const redirectTypeField: Field = {
	displayName: 'Redirect Type',
	name: 'type',
	type: 'fixedCollection',
	default: { redirect: { type: 'direct' } },
	description: 'How visitors get to the long URL',
	options: [{ displayName: 'Redirect', name: 'redirect', values: redirect }],
};

const WORD = /^(direct|frame|splash|overlay-\d+)$/i;

/**
 * What reads the redirect type as the service wants it. The service's own words come before names.
 *
 * @param value the group of the form, a text or a cell
 * @param isCell whether digits must not be a name
 * @throws {UserFacingError} that names what was picked, for what is neither an id nor a name
 */
export function redirectTypeReader(value: unknown, isCell: boolean): Reader<string> {
	const isGroup = isRecord(value) && Object.keys(value).every((key) => key === 'redirect');
	const group = isGroup && isRecord(value.redirect) ? value.redirect : {};
	if (group.type === 'splashPage') {
		const read = idReader(group.splashPageId, 'Splash Page', NAME_LISTS.splashPage);
		return async (client) => String(await read(client));
	}
	if (group.type === 'ctaOverlay') {
		const read = idReader(group.ctaOverlayId, 'CTA Overlay', NAME_LISTS.ctaOverlay);
		return async (client) => `overlay-${await read(client)}`;
	}
	const text = toText(isGroup ? group.type : value);
	return async (client) => {
		if (text === '' || WORD.test(text)) return text.toLowerCase();
		if (!/^\d+$/.test(text)) {
			return await lookUp(client, text, PAGES, (names) => writtenId(matchName(text, names)));
		}
		if (isCell) await checkDigits(client, { text, ids: [Number(text)] }, PAGES);
		return text;
	};
}
