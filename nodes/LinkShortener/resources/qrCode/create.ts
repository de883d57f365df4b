import { createRecord } from '../../api/createRecord';
import { tidyRecord } from '../../api/records';
import { additionalFieldsProperty, bodyOf, controlsOf } from '../common/fields';
import type { Operation } from '../common/operation';
import { contentFields, optionalFields, readContent, readType, typeField } from './content';
import { byName, designFields, nameField } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a QR code',
		description: 'Create a QR code for a link, a text, a contact, a Wi-Fi network and more',
	},
	writes: true,
	properties: [
		typeField,
		...controlsOf(contentFields),
		additionalFieldsProperty(controlsOf(byName([nameField, ...designFields, ...optionalFields]))),
	],
	async execute({ parameters, client }) {
		const type = readType(parameters, typeField);
		const additional = parameters.fields('additionalFields');
		const data = readContent(type, parameters, additional);
		const name = bodyOf([nameField], additional);
		const json = { type, data, ...name, ...bodyOf(designFields, additional) };
		return [
			await createRecord(client, { path: '/api/qr/add', json }, (answer) =>
				// The service answers with id and link alone.
				tidyRecord({ ...answer, type, ...name }),
			),
		];
	},
};
