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
import type { Parameters } from '../../shared/parameters';
import type { Field } from '../common/fields';

/** What a name may be that of, with the ids as the service wants them. */
const PAGES: readonly NameList[] = [
	NAME_LISTS.splashPage,
	{ ...NAME_LISTS.ctaOverlay, prefix: 'overlay-' },
];

export const redirectTypeField: Field = {
	displayName: 'Redirect Type',
	name: 'type',
	type: 'options',
	options: [
		{
			name: 'Account Default',
			value: '',
			description: 'Leaves the choice to the settings of your account',
		},
		{
			name: 'CTA Overlay',
			value: 'ctaOverlay',
			description: 'Shows the page with a call to action of yours over it',
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
	default: '',
	description:
		'How visitors get to the long URL. An expression may name a splash page or a CTA overlay; digits are always the ID of a splash page.',
};

/** The same for a link that has one already. */
export const updateRedirectTypeField: INodeProperties = {
	displayName: 'Redirect Type',
	name: 'type',
	type: 'options',
	options: [
		...(redirectTypeField.options ?? []).filter(
			(option) => 'value' in option && option.value !== '',
		),
		{ name: 'Unchanged', value: '', description: 'Leaves the redirect type as it is' },
	],
	default: '',
	description:
		'How visitors get to the long URL from now on. An expression may name a splash page or a CTA overlay; digits are always the ID of a splash page.',
};

/** What some redirect types need besides. */
export const redirectTypePickers: INodeProperties[] = [
	{ ...orName(splashPageLocator), displayOptions: { show: { type: ['splashPage'] } } },
	{ ...orName(ctaOverlayLocator), displayOptions: { show: { type: ['ctaOverlay'] } } },
];

/** What the form says: a word, or what was picked. */
export function readRedirectType(parameters: Parameters): unknown {
	const type = parameters.text('type');
	if (type === 'splashPage') return { splashPageId: parameters.value('splashPageId') };
	return type === 'ctaOverlay' ? { ctaOverlayId: parameters.value('ctaOverlayId') } : type;
}

const WORD = /^(direct|frame|splash|overlay-\d+)$/i;

/**
 * What reads the redirect type as the service wants it. The service's own words come before names.
 *
 * @param value what `readRedirectType` read, or a cell
 * @param isCell whether digits must not be a name
 * @throws {UserFacingError} that names what was picked, for what is neither an id nor a name
 */
export function redirectTypeReader(value: unknown, isCell: boolean): Reader<string> {
	if (isRecord(value) && 'splashPageId' in value) {
		const read = idReader(value.splashPageId, 'Splash Page', NAME_LISTS.splashPage);
		return async (client) => String(await read(client));
	}
	if (isRecord(value) && 'ctaOverlayId' in value) {
		const read = idReader(value.ctaOverlayId, 'CTA Overlay', NAME_LISTS.ctaOverlay);
		return async (client) => `overlay-${await read(client)}`;
	}
	const text = toText(value);
	return async (client) => {
		if (WORD.test(text)) return text.toLowerCase();
		if (!/^\d+$/.test(text)) {
			return await lookUp(client, text, PAGES, (names) => writtenId(matchName(text, names)));
		}
		if (isCell) await checkDigits(client, { text, ids: [Number(text)] }, PAGES);
		return text;
	};
}
