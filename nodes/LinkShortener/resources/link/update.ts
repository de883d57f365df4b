import type { IDataObject } from 'n8n-workflow';

import { updateLink } from '../../links/updateLink';
import { linkLocator, required } from '../../locators/fields';
import { isRecord } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import { updateFields } from './linkBody';
import { expiryTimeZoneOption, readLinkBody } from './readLinkBody';
import { readRedirectType, redirectTypePickers, updateRedirectTypeField } from './redirectType';

function nothingToUpdate(): UserFacingError {
	return new UserFacingError({
		message: 'There is nothing to update',
		remedy:
			'Choose a Redirect Type, or add a field under Update Fields and give it a value. An empty field is not changed.',
	});
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a link',
		description: 'Change where a link leads, its alias, targets, expiry and everything else it has',
	},
	writes: true,
	properties: [
		required(linkLocator),
		updateRedirectTypeField,
		...redirectTypePickers,
		updateFieldsProperty(updateFields),
	],
	options: [expiryTimeZoneOption],
	async execute(call) {
		const { parameters, client } = call;
		const { utm, ...fields } = parameters.fields('updateFields');
		const utmValues: IDataObject = isRecord(utm) ? utm : {};
		const type = readRedirectType(parameters);
		const body = await readLinkBody(call, { ...fields, ...utmValues, type });
		if (Object.keys(body).length === 0) throw nothingToUpdate();
		return [await updateLink(client, parameters.value('linkId'), body)];
	},
};
