import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/listings';
import { qrCodeLocator, required } from '../../locators/fields';
import { changing } from '../../locators/rememberedNames';
import { isEmpty, toId } from '../../shared/parameters';
import {
	controlsOf,
	nothingToUpdate,
	readBody,
	UNCHANGED,
	updateFieldsProperty,
	type ReadingCall,
} from '../common/fields';
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
async function readContentAndDesign(
	call: ReadingCall,
): Promise<{ data?: IDataObject[string]; design: IDataObject }> {
	const { parameters } = call;
	const fields = parameters.fields('updateFields');
	const design = await readBody(call, designFields, fields);
	if (!isEmpty(parameters.value(presentTypeField.name))) {
		const type = readType(parameters, presentTypeField);
		return { data: await readContent(call, type, fields), design };
	}
	if (Object.keys(design).length > 0) return { design };
	throw nothingToUpdate(
		`Choose New Content, or add Background Color, Foreground Color, or Logo under Update Fields and give it a value. ${UNCHANGED}`,
	);
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
	async execute(call) {
		const { parameters, client } = call;
		const id = toId(parameters.value('qrCodeId'), 'QR Code');
		const { data, design } = await readContentAndDesign(call);
		const request = client.request({
			method: 'PUT',
			path: `/api/qr/${id}/update`,
			json: data === undefined ? design : { data, ...design },
			safety: 'idempotent',
		});
		await changing(client, LISTS.qrCodes, request);
		return [
			{ updated: true, id, ...(data === undefined ? {} : { data: shownContent(data) }), ...design },
		];
	},
};
