import {
	BINARY_ENCODING,
	type BinaryHelperFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { explanationOf } from '../../shared/nodeErrors';
import { UserFacingError } from '../../shared/userFacingError';
import type { InputFile } from './types';

/** The part of a request that is the file. */
type Body = Pick<IHttpRequestOptions, 'headers' | 'body'>;

/**
 * Sends a file as the body of one request. A file that n8n keeps outside of its memory goes there as a
 * stream, so that its size does not matter; one in memory is decoded only now.
 *
 * @throws {UserFacingError} when n8n cannot read it, before or while it is sent
 */
export async function withBody<T>(
	{ helpers }: { helpers: object },
	{ binary, bytes }: InputFile,
	send: (body: Body) => Promise<T>,
): Promise<T> {
	// With the size in front, a service that got only a part of it knows so. The type of the file itself
	// could make the service read it as a form.
	const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes };
	if (binary.id === undefined) {
		return await send({ headers, body: Buffer.from(binary.data, BINARY_ENCODING) });
	}
	const { getBinaryStream }: Partial<BinaryHelperFunctions> = helpers;
	const opening = Promise.resolve(getBinaryStream?.(binary.id));
	const stream = await opening.catch((error: unknown) => {
		throw unreadable(error);
	});
	let failure: unknown;
	stream?.on('error', (error) => (failure = error));
	// An answer may come before all is sent. Nobody else ends the stream then.
	const result = await send({ headers, body: stream }).finally(() => stream?.destroy());
	if (failure !== undefined) throw unreadable(failure);
	return result;
}

/** The words for a file that n8n has in its list but cannot read. */
export function unreadable(error: unknown): UserFacingError {
	return new UserFacingError({
		message: 'n8n cannot read the file of this item',
		remedy: `n8n may have deleted it meanwhile: run the workflow from its start. If it stays like this, ask whoever runs n8n to check where it keeps binary data: ${explanationOf(error).message}.`,
	});
}
