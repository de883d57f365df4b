import { jsonParse, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { endpoints } from '../api/records/list';
import { tidyRecord, createRecord } from '../api/records/records';
import { linkAddressLocator, qrCodeLocator, required } from '../names/fields';
import { changing } from '../names/rememberedNames';
import type { Resource, Operation } from '../operations/operation';
import {
	callsBelow,
	deleteOf,
	outputProperties,
	readOutput,
	type RecordKind,
} from '../operations/standard';
import { listOf } from '../operations/list';
import {
	additionalFieldsProperty,
	nameField,
	UNCHANGED,
	updateFieldsProperty,
	requiredFor,
	type Field,
	type FieldCall,
	controlsOf,
	TEXT,
} from '../operations/fields';
import { readBody, readRequired, together, nothingToUpdate } from '../operations/reading';
import { imageOptions, readImageOptions, type ImageRequest, withImage } from '../link/qrCodeImage';
import { toId } from '../shared/values/text';
import { isRecord, type Value } from '../shared/text';
import { answeredWithout, wrongValue } from '../shared/userFacingError';
import type { Parameters } from '../shared/n8n/parameters';
import {
	locatorParts,
	requiredText,
	toChoice,
	toRgbColor,
	isEmpty,
} from '../shared/values/convert';
import { toWebAddress } from '../shared/values/address';

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
	...TEXT,
	typeOptions: { rows: 4 },
	kind: 'note',
	placeholder: 'e.g. Welcome to room 12',
};

const otherType: Field = {
	displayName: 'Other Type',
	name: 'otherType',
	...TEXT,
	placeholder: 'e.g. whatsapp',
	description: 'The name that your service has for this type',
};

const otherData: INodeProperties = {
	displayName: 'Other Data',
	name: 'otherData',
	...TEXT,
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

const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: typeOptions,
	default: 'link',
	description: 'What the QR code contains',
};

/** The API cannot change the type that a QR code has. */
const presentTypeField: INodeProperties = {
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

const contentControls: INodeProperties[] = [
	...shownFor(address, 'link'),
	...shownFor(text, 'text'),
	...shownFor(otherData, 'other'),
];

const newContentControls: INodeProperties[] = [...shownFor(otherType, 'other'), ...contentControls];

/** @throws {UserFacingError} when it is empty or no type */
function readType(parameters: Parameters, { name, displayName }: INodeProperties): ContentType {
	const type = requiredText(parameters.value(name), displayName, 'link');
	return toChoice(type, displayName, TYPES);
}

/** @throws {UserFacingError} when it is empty or cannot be sent */
async function readSentType(call: FieldCall, type: ContentType): Promise<Value> {
	return type === 'other' ? (await readRequired(call, [otherType])).otherType : type;
}

/** @throws {UserFacingError} that names the field that is empty or cannot be sent */
async function readData(call: FieldCall, type: ContentType): Promise<Value> {
	if (type !== 'other')
		return Object.values(await readRequired(call, [type === 'link' ? address : text]))[0];
	const value = call.parameters.value(otherData.name);
	const data = typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: '' }) : value;
	if (isRecord(data) || (typeof data === 'string' && data !== '')) return data;
	const example = '{"phone": "+14155550123", "body": "Hello"}';
	throw wrongValue(otherData.displayName, 'is neither an object nor a text in JSON', example);
}

const qrCodeName = nameField('Poster in the lobby');

const designFields: Field[] = [
	{
		displayName: 'Background Color',
		name: 'background',
		type: 'color',
		default: '#FFFFFF',
		description: 'The color behind the code, as #RRGGBB or rgb(r,g,b)',
		read: toRgbColor,
	},
	{
		displayName: 'Foreground Color',
		name: 'foreground',
		type: 'color',
		default: '#000000',
		description: 'The color of the code itself. It should be much darker than the background.',
		read: toRgbColor,
	},
	{
		displayName: 'Logo',
		name: 'logo',
		...TEXT,
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'The address of a PNG or JPG image to show in the middle',
		kind: 'address',
		read: toWebAddress,
	},
];

const spec = {
	fields: {
		date: 'Creation Date',
		id: 'ID',
		link: 'Link',
		name: 'Name',
		scans: 'Scans',
		// Which statistics there are is not documented: these are named as a link's.
		topBrowsers: 'Top Browsers',
		topCountries: 'Top Countries',
		topOs: 'Top Operating Systems',
		topReferrers: 'Top Referrers',
		uniqueClicks: 'Unique Scans',
	},
	simplified: ['id', 'name', 'link', 'scans', 'date'],
	selected: ['id', 'link', 'scans'],
};

const kind: RecordKind = {
	list: endpoints.qrCodes,
	locator: qrCodeLocator,
	calls: callsBelow('/api/qr'),
	output: { id: 'integer', link: 'string', scans: 'integer', name: 'string', date: 'string' },
};

interface QrCodeRow {
	image: ImageRequest | undefined;
	record: (answer: IDataObject) => IDataObject;
	id: number;
}

export const get: Operation<QrCodeRow> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get QR code',
		description: 'Get a QR code with its link and scan statistics',
	},
	properties: [required(qrCodeLocator), ...outputProperties(spec)],
	options: imageOptions,
	output: kind.output,
	read: ({ parameters }) =>
		together({
			image: () => readImageOptions(parameters),
			record: () => readOutput(spec, parameters),
			id: () => toId(parameters.value('qrCodeId'), 'QR Code'),
		}),
	async execute(call, { image, record, id }) {
		const answer = await call.client.request({
			method: 'GET',
			path: `/api/qr/${id}`,
		});
		if (!isRecord(answer.details)) throw answeredWithout('a QR code');
		// Taken from the answer: Selected Fields may leave the link out.
		const { link } = answer.details;
		return [await withImage(call, image, record(answer), { address: link, id, link })];
	},
};

export const update: Operation<{ id: number; changes: IDataObject }> = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update QR code',
		description: 'Change the content, colors, or logo of a QR code',
	},
	writes: true,
	properties: [
		required(qrCodeLocator),
		presentTypeField,
		...contentControls,
		updateFieldsProperty(designFields),
	],
	output: {
		updated: 'boolean',
		id: 'integer',
		data: ['string', 'object'],
		background: 'string',
		foreground: 'string',
		logo: 'string',
	},
	async read(call) {
		const { parameters } = call;
		const fields = parameters.fields('updateFields');
		const readContent = async () => {
			if (isEmpty(parameters.value(presentTypeField.name))) return {};
			return { data: await readData(call, readType(parameters, presentTypeField)) };
		};
		const { id, design, content } = await together({
			id: () => toId(parameters.value('qrCodeId'), 'QR Code'),
			design: () => readBody(call, designFields, fields),
			content: readContent,
		});
		const changes = { ...design, ...content };
		if (Object.keys(changes).length > 0) return { id, changes };
		throw nothingToUpdate(
			`Choose New Content, or add Background Color, Foreground Color, or Logo under Update Fields and give it a value. ${UNCHANGED}.`,
		);
	},
	async execute({ client }, { id, changes }) {
		await (await kind.calls(client)).update(id, changes);
		return [{ updated: true, id, ...changes }];
	},
};

interface NewQrCode {
	image: ImageRequest | undefined;
	content: { type: Value; data: Value };
	name: IDataObject;
	design: IDataObject;
}

export const create: Operation<NewQrCode> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create QR code',
		description: 'Create a QR code for a link, text, or other content',
	},
	writes: true,
	hasLimits: true,
	properties: [
		typeField,
		...newContentControls,
		additionalFieldsProperty([qrCodeName, ...designFields]),
	],
	options: imageOptions,
	output: { id: 'integer', link: 'string', type: 'string', name: 'string' },
	async read(call) {
		const { parameters } = call;
		const additional = parameters.fields('additionalFields');
		return await together({
			image: () => readImageOptions(parameters),
			content: async () => {
				const type = readType(parameters, typeField);
				return await together({
					type: () => readSentType(call, type),
					data: () => readData(call, type),
				});
			},
			name: () => readBody(call, [qrCodeName], additional),
			design: () => readBody(call, designFields, additional),
		});
	},
	async execute(call, { image, content: { type, data }, name, design }) {
		const { client } = call;
		const json = { type, data, ...name, ...design };
		// The service answers with id and link alone.
		const whole = (answer: IDataObject) => tidyRecord({ ...answer, type, ...name });
		const creating = createRecord(client, { path: '/api/qr/add', json }, whole);
		const record = await changing(client, endpoints.qrCodes, creating);
		const { id, link } = record;
		const place = { address: link, id, link: type === 'link' ? data : link };
		// It is returned even without its image, since the engine's next try would create a failed item again.
		return [await withImage(call, image && { ...image, isRequested: false }, record, place)];
	},
};

export const qrCode: Resource = {
	displayName: 'QR Code',
	value: 'qrCode',
	operations: [
		create,
		deleteOf(kind, { description: 'Delete a QR code and its statistics' }),
		get,
		listOf(kind, { description: 'List QR codes with their scan counts' }),
		update,
	],
	defaultOperation: 'create',
};
