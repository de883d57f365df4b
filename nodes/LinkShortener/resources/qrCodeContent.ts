import { jsonParse, type INodeProperties } from 'n8n-workflow';

import { linkAddressLocator } from '../names/fields';
import { controlsOf, requiredFor, type Field, type FieldCall } from '../operations/fields';
import { readRequired } from '../operations/reading';
import { isRecord, type Value } from '../shared/text';
import type { Parameters } from '../shared/n8n/parameters';
import { wrongValue } from '../shared/userFacingError';
import { toWebAddress } from '../shared/values/address';
import { requiredText, toChoice, locatorParts } from '../shared/values/convert';

/** A text for Link and Text. Other types have undocumented keys, so they are entered as JSON. */

const TYPES = ['link', 'other', 'text'] as const;

type ContentType = (typeof TYPES)[number];

const address: Field = {
	...linkAddressLocator,
	kind: 'address',
	read: (value, field) => toWebAddress(locatorParts(value).value, field),
};

const text: Field = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	typeOptions: { rows: 4 },
	kind: 'note',
	placeholder: 'e.g. Welcome to room 12',
};

const otherType: Field = {
	displayName: 'Other Type',
	name: 'otherType',
	type: 'string',
	default: '',
	placeholder: 'e.g. whatsapp',
	description: 'The name that your service has for this type',
};

const otherData: INodeProperties = {
	displayName: 'Other Data',
	name: 'otherData',
	type: 'string',
	default: '',
	typeOptions: { rows: 4 },
	placeholder: 'e.g. {"phone": "+14155550123", "body": "Hello"}',
	description: 'The content as JSON, with the keys that your service has for this type',
};

const typeOptions = [
	{ name: 'Link', value: 'link', description: 'Opens a web page' },
	{ name: 'Other', value: 'other', description: 'Another type of your service' },
	{
		name: 'Text',
		value: 'text',
		description: 'Shows text, calls a phone number, or connects to Wi-Fi, depending on the text',
	},
];

export const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: typeOptions,
	default: 'link',
	description: 'What the QR code contains',
};

/** The API cannot change the type that a QR code has. */
export const presentTypeField: INodeProperties = {
	displayName: 'New Content',
	name: 'type',
	type: 'options',
	options: [
		...typeOptions,
		{ name: 'Unchanged', value: '', description: 'Keep the current content' },
	],
	default: '',
	description:
		'New content of the QR code, which replaces all of the current content. Select the current type, which cannot be changed.',
};

function shownFor(field: Field, type: ContentType): INodeProperties[] {
	// An update has a choice that keeps the content.
	return controlsOf(requiredFor(field, typeField.name, [type], ['', ...TYPES]));
}

export const contentControls: INodeProperties[] = [
	...shownFor(address, 'link'),
	...shownFor(text, 'text'),
	...shownFor(otherData, 'other'),
];

export const newContentControls: INodeProperties[] = [
	...shownFor(otherType, 'other'),
	...contentControls,
];

/** @throws {UserFacingError} when it is empty or no type */
export function readType(
	parameters: Parameters,
	{ name, displayName }: INodeProperties,
): ContentType {
	const type = requiredText(parameters.value(name), displayName, 'link');
	return toChoice(type, displayName, TYPES);
}

/** @throws {UserFacingError} when it is empty or cannot be sent */
export async function readSentType(call: FieldCall, type: ContentType): Promise<Value> {
	return type === 'other' ? (await readRequired(call, [otherType])).otherType : type;
}

/** @throws {UserFacingError} that names the field that is empty or cannot be sent */
export async function readData(call: FieldCall, type: ContentType): Promise<Value> {
	if (type !== 'other')
		return Object.values(await readRequired(call, [type === 'link' ? address : text]))[0];
	const value = call.parameters.value(otherData.name);
	const data = typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: '' }) : value;
	if (isRecord(data) || (typeof data === 'string' && data !== '')) return data;
	const example = '{"phone": "+14155550123", "body": "Hello"}';
	throw wrongValue(otherData.displayName, 'is neither an object nor a text in JSON', example);
}
