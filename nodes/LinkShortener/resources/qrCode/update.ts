import { qrCodeLocator, required } from '../../locators/fields';
import { isEmpty, toId } from '../../shared/parameters';
import {
	byName,
	nothingToUpdate,
	readBody,
	UNCHANGED,
	updateFieldsProperty,
} from '../common/fields';
import type { Operation } from '../common/operation';
import {
	contentControls,
	optionalFields,
	presentTypeField,
	readContent,
	readType,
	shownContent,
} from './content';
import { designFields } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update QR code',
		description: 'Change the content, the colors or the logo of a QR code',
	},
	writes: true,
	properties: [
		required(qrCodeLocator),
		presentTypeField,
		...contentControls,
		updateFieldsProperty(byName([...designFields, ...optionalFields])),
	],
	output: {
		updated: 'boolean',
		id: 'integer',
		data: ['string', 'object'],
		background: 'string',
		foreground: 'string',
		logo: 'string',
	},
	async execute(call) {
		const { parameters, client } = call;
		const id = toId(parameters.value('qrCodeId'), 'QR Code');
		const fields = parameters.fields('updateFields');
		const changes = await readBody(call, designFields, fields);
		if (!isEmpty(parameters.value(presentTypeField.name))) {
			changes.data = await readContent(call, readType(parameters, presentTypeField), fields);
		}
		if (Object.keys(changes).length === 0) {
			throw nothingToUpdate(
				`Choose New Content, or add Background Color, Foreground Color, or Logo under Update Fields and give it a value. ${UNCHANGED}`,
			);
		}
		await client.request({
			method: 'PUT',
			path: `/api/qr/${id}/update`,
			json: changes,
			safety: 'idempotent',
		});
		const { data, ...design } = changes;
		return [
			{ updated: true, id, ...(data === undefined ? {} : { data: shownContent(data) }), ...design },
		];
	},
};
