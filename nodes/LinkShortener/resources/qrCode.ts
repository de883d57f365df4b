import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../api/records/list';
import { tidyRecord, createRecord } from '../api/records/records';
import { qrCodeLocator, required } from '../names/fields';
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
	type Field,
} from '../operations/fields';
import { readBody, together, nothingToUpdate } from '../operations/reading';
import { imageOptions, readImageOptions, type ImageRequest, withImage } from '../link/qrCodeImage';
import { toId } from '../shared/values/text';
import { isRecord, type Value } from '../shared/text';
import { answeredWithout } from '../shared/userFacingError';
import { toRgbColor, isEmpty } from '../shared/values/convert';
import { toWebAddress } from '../shared/values/address';
import {
	contentControls,
	newContentControls,
	presentTypeField,
	readData,
	readSentType,
	readType,
	typeField,
} from './qrCodeContent';

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
		type: 'string',
		default: '',
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
		description: 'Get a QR code with its address and scan statistics',
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
