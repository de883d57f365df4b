import { createRecord } from '../../api/createRecord';
import { tidyRecord } from '../../api/records';
import { toText } from '../../shared/json';
import { additionalFieldsProperty, bodyOf, controlsOf } from '../common/fields';
import { createdWithImage, imageOptions, readWantedImage } from '../common/image';
import type { Operation } from '../common/operation';
import { contentFields, optionalFields, readContent, readType, typeField } from './content';
import { byName, designFields, nameField } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a QR code',
		description:
			'Create a QR code for a link, a text, a contact, a Wi-Fi network or something else',
	},
	writes: true,
	properties: [
		typeField,
		...controlsOf(contentFields),
		additionalFieldsProperty(controlsOf(byName([nameField, ...designFields, ...optionalFields]))),
	],
	options: imageOptions,
	async execute(call) {
		const { parameters, client } = call;
		const image = readWantedImage(parameters);
		const type = readType(parameters, typeField);
		const additional = parameters.fields('additionalFields');
		const data = readContent(type, parameters, additional);
		const name = bodyOf([nameField], additional);
		const json = { type, data, ...name, ...bodyOf(designFields, additional) };
		const record = await createRecord(client, { path: '/api/qr/add', json }, (answer) =>
			// The service answers with id and link alone.
			tidyRecord({ ...answer, type, ...name }),
		);
		const place = { address: record.link, name: `qr-code-${toText(record.id)}` };
		return [await createdWithImage(call, image, record, place)];
	},
};
