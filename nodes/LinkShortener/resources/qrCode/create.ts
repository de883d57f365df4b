import { createRecord } from '../../api/createRecord';
import { tidyRecord } from '../../api/records';
import { additionalFieldsProperty, byName, controlsOf, readBody } from '../common/fields';
import type { Operation } from '../common/operation';
import { contentControls, optionalFields, readContent, readType, typeField } from './content';
import { designFields, nameField } from './fields';
import { imageFileName } from './fileName';
import { imageOptions, readWantedImage, withImage } from './image';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create QR code',
		description:
			'Create a QR code for a link, a text, a contact, a Wi-Fi network or something else',
	},
	writes: true,
	properties: [
		typeField,
		...contentControls,
		additionalFieldsProperty(controlsOf(byName([nameField, ...designFields, ...optionalFields]))),
	],
	options: imageOptions,
	output: { id: 'integer', link: 'string', type: 'string', name: 'string' },
	async execute(call) {
		const { parameters, client } = call;
		const image = readWantedImage(parameters);
		const type = readType(parameters, typeField);
		const additional = parameters.fields('additionalFields');
		const data = await readContent(call, type, additional);
		const name = await readBody(call, [nameField], additional);
		const design = await readBody(call, designFields, additional);
		const json = { type, data, ...name, ...design };
		const record = await createRecord(client, { path: '/api/qr/add', json }, (answer) =>
			// The service answers with id and link alone.
			tidyRecord({ ...answer, type, ...name }),
		);
		const opened = type === 'link' ? data : record.link;
		const place = {
			address: record.link,
			name: imageFileName(record.id, name.name, opened),
		};
		// It comes out even if its image does not, since the engine's next try would create a failed item again.
		return [await withImage(call, image && { ...image, isAskedFor: false }, record, place)];
	},
};
