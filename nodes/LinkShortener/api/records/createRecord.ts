import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../http/types';
import type { Send } from './list';
import { toText } from '../../shared/json';
import { settle, UserFacingError } from '../../shared/userFacingError';
import { createdFields } from './records';

/**
 * Creates a record, and never twice. A record that was created but cannot be returned counts as
 * unconfirmed, so that the engine's next try does not send it again.
 *
 * @param read takes the record out of its fields in the answer
 * @throws {UserFacingError} in the service's words, or when the answer names no record
 */
export async function createRecord(
	client: { request: Send },
	request: Omit<ServiceRequest, 'method' | 'safety'>,
	read: (answer: IDataObject) => IDataObject,
): Promise<IDataObject> {
	const answer = await client.request({ ...request, method: 'POST', safety: 'unsafe' });
	const record = await settle(Promise.resolve(createdFields(answer)).then(read));
	if (!(record instanceof UserFacingError) && isNamed(record)) return record;
	throw new UserFacingError({
		message: 'The record was created, but the service did not return it',
		remedy:
			'Look for it in the service before you run this item again, so that it is not created twice.',
		isUnconfirmed: true,
	});
}

/** Whether a record can be found again: by its id, or by its short URL. */
function isNamed({ id, shorturl }: IDataObject): boolean {
	return id !== undefined || toText(shorturl) !== '';
}
