import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { LISTS, type ListEndpoint } from '../../api/records/listings';
import { readAccount } from '../../api/records/records';
import { capitalized, inSentence } from '../../shared/printable';
import { settle, UserFacingError } from '../../shared/userFacingError';
import type { Operation } from '../../operations/operation';

/** The smallest page that every list gives. */
const FIRST_PAGE = { number: 1, size: 10 };

export const check: Operation = {
	option: {
		name: 'Check Service',
		value: 'check',
		action: 'Check service',
		description: 'Check which features your service supports. Returns no account data.',
	},
	writes: false,
	properties: [],
	output: { part: 'string', available: 'boolean', says: 'string' },
	read: () => undefined,
	async execute({ client }) {
		await readAccount(client, true);
		const lists = Object.values(LISTS);
		const parts = await Promise.all(lists.map(async (list) => await partOf(client, list)));
		const failed = parts.filter(({ available }) => !available).map(({ part }) => inSentence(part));
		const says =
			failed.length === 0
				? 'Every list was read; changes were not tried'
				: `Not available: ${failed.join(', ')}. Their items say why. Changes were not tried.`;
		return [{ part: 'Verdict', available: !failed.includes('links'), says }, ...parts];
	},
};

/** Whether it responds, and else why not. */
async function partOf(client: Client, list: ListEndpoint): Promise<IDataObject & { part: string }> {
	const page = await settle(client.page(list, FIRST_PAGE));
	const part = capitalized(list.inWords);
	if (page instanceof UserFacingError) return { part, available: false, says: page.message };
	return { part, available: true, says: 'Read; changes not tried' };
}
