import type { IDataObject } from 'n8n-workflow';

import { createRecord } from '../../api/records/createRecord';
import { tidyRecord } from '../../api/records/records';
import { additionalFieldsProperty, byName, controlsOf } from '../../operations/fields';
import { readBody, together } from '../../operations/reading';
import type { Operation } from '../../operations/operation';
import { newContentControls, readData, readSentType, readType, typeField } from './content';
import { designFields, nameField } from './fields';
import { imageFileName } from './fileName';
import { imageOptions, readWantedImage, withImage, type WantedImage } from './image';

/** A QR code to create. */
interface NewQrCode {
	image: WantedImage | undefined;
	content: { type: IDataObject[string]; data: IDataObject[string] };
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
		additionalFieldsProperty(controlsOf(byName([nameField, ...designFields]))),
	],
	options: imageOptions,
	output: { id: 'integer', link: 'string', type: 'string', name: 'string' },
	async read(call) {
		const { parameters } = call;
		const additional = parameters.fields('additionalFields');
		return await together({
			image: () => readWantedImage(parameters),
			content: async () => {
				const type = readType(parameters, typeField);
				return await together({
					type: async () => await readSentType(call, type),
					data: async () => await readData(call, type),
				});
			},
			name: async () => await readBody(call, [nameField], additional),
			design: async () => await readBody(call, designFields, additional),
		});
	},
	async execute(call, { image, content: { type, data }, name, design }) {
		const { client } = call;
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
		// It is returned even without its image, since the engine's next try would create a failed item again.
		return [await withImage(call, image && { ...image, isAskedFor: false }, record, place)];
	},
};
