import type { IDataObject } from 'n8n-workflow';

import { qrCodeLocator, required } from '../../locators/fields';
import { isEmpty, toId, type Parameters } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import { bodyOf, controlsOf, updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import {
	contentFields,
	optionalFields,
	presentTypeField,
	readContent,
	readType,
	shownContent,
} from './content';
import { byName, designFields } from './fields';

/** @throws {UserFacingError} when there is nothing to change, or a value that cannot be sent */
function readChanges(parameters: Parameters): { data?: IDataObject[string]; design: IDataObject } {
	const fields = parameters.fields('updateFields');
	const design = bodyOf(designFields, fields);
	if (!isEmpty(parameters.value(presentTypeField.name))) {
		const type = readType(parameters, presentTypeField);
		return { data: readContent(type, parameters, fields), design };
	}
	if (Object.keys(design).length > 0) return { design };
	throw new UserFacingError({
		message: 'There is nothing to update',
		remedy:
			'Choose New Content, or add Background Color, Foreground Color, or Logo under Update Fields and give it a value. An empty field is not changed.',
	});
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a QR code',
		description: 'Change the content, the colors or the logo of a QR code',
	},
	writes: true,
	properties: [
		required(qrCodeLocator),
		presentTypeField,
		...controlsOf(contentFields),
		updateFieldsProperty(byName([...designFields, ...optionalFields])),
	],
	async execute({ parameters, client }) {
		const id = toId(parameters.value('qrCodeId'), 'QR Code');
		const { data, design } = readChanges(parameters);
		await client.request({
			method: 'PUT',
			path: `/api/qr/${id}/update`,
			json: data === undefined ? design : { data, ...design },
			safety: 'idempotent',
		});
		return [
			{ updated: true, id, ...(data === undefined ? {} : { data: shownContent(data) }), ...design },
		];
	},
};
