import type { IDataObject } from 'n8n-workflow';

import { qrCodeLocator, required } from '../../locators/fields';
import { isEmpty, toId } from '../../shared/n8n/parameters';
import { UNCHANGED, updateFieldsProperty } from '../../operations/fields';
import { nothingToUpdate, readBody, together } from '../../operations/reading';
import type { Operation } from '../../operations/operation';
import { contentControls, presentTypeField, readData, readType } from './content';
import { designFields } from './fields';

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
			design: async () => await readBody(call, designFields, fields),
			content: readContent,
		});
		const changes = { ...design, ...content };
		if (Object.keys(changes).length > 0) return { id, changes };
		throw nothingToUpdate(
			`Choose New Content, or add Background Color, Foreground Color, or Logo under Update Fields and give it a value. ${UNCHANGED}.`,
		);
	},
	async execute({ client }, { id, changes }) {
		await client.request({
			method: 'PUT',
			path: `/api/qr/${id}/update`,
			json: changes,
			safety: 'idempotent',
		});
		return [{ updated: true, id, ...changes }];
	},
};
