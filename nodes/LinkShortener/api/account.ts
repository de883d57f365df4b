import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { answeredWithout } from '../shared/userFacingError';
import type { Client } from './client';
import { ACCOUNT } from './request/exchange';

const PATIENCE_MS = 15_000;

/** The smallest read there is, by which address and key are tried. `patienceMs`: how long its caller waits. */
export async function readAccount(
	client: Pick<Client, 'request'>,
	patienceMs = PATIENCE_MS,
): Promise<IDataObject> {
	const { data } = await client.request({ ...ACCOUNT, patienceMs });
	if (!isRecord(data)) throw answeredWithout('an account');
	return data;
}
