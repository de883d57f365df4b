import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../../shared/parameters';
import { toWebAddress } from '../../shared/convert';

/** Where visits go that name no link. */
export const redirectFields: INodeProperties[] = [
	{
		displayName: '404 Redirect',
		name: 'redirect404',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/not-found',
		description: 'Where a visit to a short URL that does not exist goes',
	},
	{
		displayName: 'Root Redirect',
		name: 'redirectroot',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com',
		description: 'Where a visit to the bare domain goes',
	},
];

/** The redirects of a domain's body, each checked to be a web address. */
export function redirectBody(fields: IDataObject): IDataObject {
	return {
		...(isEmpty(fields.redirectroot)
			? {}
			: { redirectroot: toWebAddress(fields.redirectroot, 'Root Redirect') }),
		...(isEmpty(fields.redirect404)
			? {}
			: { redirect404: toWebAddress(fields.redirect404, '404 Redirect') }),
	};
}
