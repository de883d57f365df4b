import type { INodeProperties } from 'n8n-workflow';

import { required } from '../../locators/fields';
import type { Family } from '../../api/http/types';
import type { Endpoint, Operation } from './operation';
import { toId } from '../../shared/parameters';
import { optionsProperty } from './runOptions';

/** What one delete has of its own. */
interface Deletion {
	/** One of the things, as it reads in "Delete a …". */
	noun: string;
	description: string;
	locator: INodeProperties;
	endpoint: Endpoint & `DELETE ${string}`;
	family?: Family;
}

/** A delete by id, which returns what was deleted. */
export function deleteOperation({
	noun,
	description,
	locator,
	endpoint,
	family,
}: Deletion): Operation {
	return {
		option: { name: 'Delete', value: 'delete', action: `Delete a ${noun}`, description },
		endpoints: [endpoint],
		writes: true,
		properties: [required(locator), optionsProperty()],
		async execute({ parameters, client }) {
			const id = toId(parameters.value(locator.name), locator.displayName);
			await client.request({
				method: 'DELETE',
				path: endpoint.replace(/^DELETE /, '').replace('{id}', String(id)),
				safety: 'idempotent',
				...(family === undefined ? {} : { family }),
			});
			return [{ deleted: true, id }];
		},
	};
}
