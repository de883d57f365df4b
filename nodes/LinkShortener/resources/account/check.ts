import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { ACCOUNT } from '../../api/request/exchange';
import { LISTS, type ListEndpoint } from '../../api/records/listings';
import { isRecord } from '../../shared/json';
import { capitalized, inSentence } from '../../shared/printable';
import { answeredWithout, settle, UserFacingError } from '../../shared/userFacingError';
import type { Operation } from '../../operations/operation';

/**
 * The account that the API key belongs to: the smallest read there is, by which address and key are tried.
 * @throws {UserFacingError} when the address or the key is wrong, or nothing answers
 */
export async function readAccount(
	client: Pick<Client, 'request'>,
	isOnce = false,
): Promise<IDataObject> {
	const { data } = await client.request({ ...ACCOUNT, isOnce });
	if (!isRecord(data)) throw answeredWithout('an account');
	return data;
}

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
				? 'Every part responds'
				: `Not available: ${failed.join(', ')}. Operations and searchable lists of these parts do not work with this service.`;
		return [{ part: 'Verdict', available: !failed.includes('links'), says }, ...parts];
	},
};

/** Whether it responds, and else why not. */
async function partOf(client: Client, list: ListEndpoint): Promise<IDataObject & { part: string }> {
	const page = await settle(client.page(list, FIRST_PAGE));
	const part = capitalized(list.inWords);
	if (page instanceof UserFacingError) return { part, available: false, says: page.message };
	return { part, available: true, says: 'Works' };
}
