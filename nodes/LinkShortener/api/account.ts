import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { answeredWithout } from '../shared/userFacingError';
import type { Client } from './client';
import { ACCOUNT } from './request/exchange';

/**
 * The account that the API key belongs to: the smallest read there is, by which address and key are tried.
 *
 * @throws {UserFacingError} when the address or the key is wrong, or nothing answers
 */
export async function readAccount(client: Pick<Client, 'request'>): Promise<IDataObject> {
	const { data } = await client.request({ ...ACCOUNT, isOnce: true });
	if (!isRecord(data)) throw answeredWithout('an account');
	return data;
}
