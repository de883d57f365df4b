import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isRecord, unescaped, type Values } from '../../shared/text';
import { UserFacingError, wrongValue } from '../../shared/userFacingError';
import { toLongUrl } from '../../shared/values/address';
import { parseJson, soleValue, toSwitch, isEmpty } from '../../shared/values/convert';
import { checkedText, refuseMistakenValue } from '../../shared/values/text';
import { controlsOf, type Field } from '../../operations/fields';
import { ctaOverlayLocator, orName, splashPageLocator } from '../../names/fields';
import { readRedirectType } from './references';

/** Values of the parameters in a long URL, as people and UTM builders write them. Pure. */

/** Nobody types these escapes, so all of a value is encoded. `%25` may be meant: `50%25`. */
const ENCODED = /%(?:20|2[0-46-9a-f]|3[\da-f]|[c-f][\da-f]%)/i;

/** Without its own name in front. A `+` stays. @throws {UserFacingError} when it has more than this value */
export function toParameterValue(name: string, value: unknown, field: string): string {
	const text = checkedText(value, field, { kind: 'address', example: 'newsletter' });
	if (/[\t\n\r]/.test(text)) throw wrongValue(field, 'has a tab or a line break', 'newsletter');
	const [, given = '', own = ''] = /^[?&]?([^=&?]+)=(.*)$/s.exec(text) ?? [];
	const isNamed = given.toLowerCase() === name.toLowerCase();
	const bare = isNamed ? own : text;
	const [, other] = /^[?&]?(utm_[a-z_]+)=/i.exec(bare) ?? [];
	const isSeveral = (isNamed || other !== undefined) && /.&[\w.-]+=/.test(bare);
	// As it is where it may have been typed so.
	if (!isSeveral && other === undefined) return ENCODED.test(bare) ? unescaped(bare) : bare;
	const what = isSeveral
		? 'has more than one parameter'
		: `is ${String(other).toLowerCase()}, not ${name}`;
	throw new UserFacingError(
		`${field} "${text}" ${what}`,
		'Enter the value of one parameter alone, such as newsletter.',
		{ field },
	);
}

export const deepLinksField: Field & { name: 'deeplink' } = {
	displayName: 'Deep Links',
	name: 'deeplink',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	description: 'Open a mobile app instead of the website. Also set Device Targets.',
	options: [
		{
			displayName: 'Automatic',
			name: 'auto',
			type: 'boolean',
			default: true,
			description: 'Whether the service generates the deep links from the long URL',
		},
		{
			displayName: 'App Store URL',
			name: 'apple',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://apps.apple.com/app/example',
			description: 'Where iOS users without the app go',
		},
		{
			displayName: 'Google Play URL',
			name: 'google',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://play.google.com/store/apps',
			description: 'Where Android users without the app go',
		},
	],
	columnNames: ['Deep Link'],
	read: toDeepLink,
};

/** As many entries as a person adds. */
export function entriesOf(
	displayName: string,
	name: string,
	values: INodeProperties[],
): Omit<Field, 'name' | 'displayName'> {
	const placeholder = `Add ${displayName}`;
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: placeholder },
		placeholder,
		default: {},
		options: [{ displayName, name, values }],
	};
}

export const parametersField: Field & { name: 'parameters' } = {
	displayName: 'Parameters',
	name: 'parameters',
	description: 'Query parameters that are added to the long URL',
	...entriesOf('Parameter', 'parameter', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. ref',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. newsletter',
		},
	]),
	columnNames: ['URL Parameters', 'Query Parameters'],
	read: toNamedValues,
};

/** A word, and for two of them a page that is picked beside it. */
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
			{ name: 'Direct', value: 'direct', description: 'Sends visitors directly to the long URL' },
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
			'In an expression, enter direct, frame, splash, a splash page ID, or overlay- followed by an ID',
	},
	{ ...orName(splashPageLocator), displayOptions: { show: { type: ['splashPage'] } } },
	{ ...orName(ctaOverlayLocator), displayOptions: { show: { type: ['ctaOverlay'] } } },
];

/** A group of its own, since n8n shows a picker that depends on a choice only beside that choice. */
export const redirectTypeField: Field & { name: 'type' } = {
	displayName: 'Redirect Type',
	name: 'type',
	type: 'fixedCollection',
	default: { redirect: { type: 'direct' } },
	description: 'How visitors reach the long URL',
	options: [{ displayName: 'Redirect', name: 'redirect', values: redirect }],
	isNamedByTitle: true,
	read: readRedirectType,
};

/** The five names that every web analytics tool knows, in the usual order. */
export const utmFields: readonly Field[] = [
	utmField('utm_source', 'UTM Source', 'e.g. newsletter', 'Where the visitors come from'),
	utmField(
		'utm_medium',
		'UTM Medium',
		'e.g. email',
		'The kind of channel, such as email or social',
	),
	utmField(
		'utm_campaign',
		'UTM Campaign',
		'e.g. summer-sale',
		'The name of the marketing campaign',
	),
	utmField('utm_term', 'UTM Term', 'e.g. running shoes', 'The keyword of a paid search ad'),
	utmField(
		'utm_content',
		'UTM Content',
		'e.g. header-button',
		'Distinguishes links with the same campaign and source',
	),
];

function utmField(
	name: string,
	displayName: string,
	placeholder: string,
	description: string,
): Field {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder,
		description,
		read: (value, title) => toParameterValue(name, value, title),
	};
}

/** Besides the five that every tool knows. */
const PARAMETER = /^utm_[a-z_]*[a-z]$/;

export function isParameter(field: string): boolean {
	return PARAMETER.test(field);
}

const KNOWN = new Set(utmFields.map(({ name }) => name));

/** With those that only columns have. */
export function utmFieldsFor(values: Values): readonly Field[] {
	const open = Object.keys(values).filter((name) => isParameter(name) && !KNOWN.has(name));
	return [...utmFields, ...open.map((name) => utmField(name, name, '', ''))];
}

export const utmProperty: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'fixedCollection',
	placeholder: 'Add UTM Parameters',
	default: {},
	description: 'Parameters added to the long URL that tell web analytics where visitors come from',
	options: [{ displayName: 'UTM Parameters', name: 'values', values: controlsOf(utmFields) }],
};

interface GroupForm {
	group: string;
	parts: readonly [string, string];
	example: string;
}

/** From the form (`{ targets: [{ location, link }] }`), an array, a single one, an object of pairs, or JSON. */
export function toRows(value: unknown, field: string, form: GroupForm): Values[] {
	const given = parseJson(value);
	const rows = isRecord(given) ? rowsOfRecord(given, form) : given;
	if (Array.isArray(rows) && rows.every(isRecord)) {
		refuseMistakenValue(rows, field, { kind: 'many' });
		return rows;
	}
	const isText = typeof given === 'string' && /^\s*[[{]/.test(given);
	const { example } = form;
	throw wrongValue(field, isText ? 'is not valid JSON' : 'is not a list', example);
}

function rowsOfRecord(record: IDataObject, { group, parts }: GroupForm): unknown {
	if (Array.isArray(record[group])) return record[group];
	// A row has these parts only. People write `{ name: "Bob", ref: "x" }` for two parameters.
	if (Object.keys(record).sort().join() === [...parts].sort().join()) return [record];
	const [first, second] = parts;
	return Object.entries(record).map(([key, entry]) => ({ [first]: key, [second]: entry }));
}

/** With or without its `?`; undefined for anything else. */
function rowsOfQuery(value: unknown): Values[] | undefined {
	const query = typeof value === 'string' ? value.trim() : '';
	if (!/^[?&]?[^\s=&?[\]{}"]+=/.test(query)) return undefined;
	const parts = query.replace(/^[?&]/, '').split(/&(?:amp;)?/);
	return parts.flatMap((part) => {
		const [, name = part, own = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
		return part === '' ? [] : [{ name, value: own }];
	});
}

export function toNamedValues(value: unknown, field: string): IDataObject[] {
	return toRows(rowsOfQuery(value) ?? value, field, {
		group: 'parameter',
		parts: ['name', 'value'],
		example: 'ref=newsletter',
	}).flatMap((row) => {
		const name = checkedText(row.name, field);
		if (name === '') throw wrongValue(field, 'has an entry without a name', 'ref');
		// An empty text is a value.
		if (row.value === null) return [];
		return { name, value: toParameterValue(name, soleValue(row.value), field) };
	});
}

/** `auto` makes them from the long URL; the stores are the targets on devices without the app. */
export function toDeepLink(value: unknown, field: string): IDataObject | undefined {
	const parsed = parseJson(value);
	if (!isRecord(parsed)) return { auto: toSwitch(parsed, field) };
	const deepLink: IDataObject = {};
	for (const [key, entry] of Object.entries(parsed)) {
		if (isEmpty(entry)) continue;
		if (key === 'auto') deepLink.auto = toSwitch(entry, field);
		else if (key === 'apple' || key === 'google') deepLink[key] = toLongUrl(entry, field);
		else
			throw wrongValue(
				field,
				`has an unknown part "${key}". Its parts are auto, apple (iOS), and google (Android)`,
				'{"auto": true, "apple": "https://apps.apple.com/app/example", "google": "https://play.google.com/store/apps/example"}',
			);
	}
	return Object.keys(deepLink).length > 0 ? deepLink : undefined;
}
