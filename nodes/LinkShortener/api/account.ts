import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { answeredWithout } from '../shared/userFacingError';
import type { Client } from './client';
import { ACCOUNT } from './request/exchange';

/** Somebody waits, so an address at which nothing answers is given up soon. */
const PATIENCE_MS = 15_000;

/**
 * The account that the API key belongs to: the smallest read there is, by which address and key are tried.
 *
 * @param patienceMs how long its caller waits
 * @throws {UserFacingError} when the address or the key is wrong, or nothing answers in time
 */
export async function readAccount(
	client: Pick<Client, 'request'>,
	patienceMs = PATIENCE_MS,
): Promise<IDataObject> {
	const { data } = await client.request({ ...ACCOUNT, patienceMs });
	if (!isRecord(data)) throw answeredWithout('an account');
	return data;
}
