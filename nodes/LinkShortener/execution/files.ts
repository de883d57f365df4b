import {
	BINARY_ENCODING,
	type IBinaryData,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { unreadable } from '../api/http/fileBody';
import type { InputFile } from '../api/http/types';
import { toText } from '../shared/json';
import { explanationOf } from '../shared/nodeErrors';
import { UserFacingError } from '../shared/userFacingError';

/**
 * A file of an input item, without its bytes.
 *
 * @param field the name of its binary field, or what an expression gives in its place
 * @throws {UserFacingError} when there is none, or n8n cannot read it
 */
export async function inputFile(
	{ helpers }: IExecuteFunctions,
	item: INodeExecutionData,
	itemIndex: number,
	field: unknown,
): Promise<InputFile> {
	const named = Promise.resolve(field as string | IBinaryData);
	const found = named.then((name) => helpers.assertBinaryData(itemIndex, name));
	const binary = await found.catch(() => {
		throw noFile(item, toText(field));
	});
	if (binary.id === undefined) {
		return { binary, bytes: Buffer.byteLength(binary.data, BINARY_ENCODING) };
	}
	const { fileSize } = await helpers.getBinaryMetadata(binary.id).catch((error: unknown) => {
		throw unreadable(error);
	});
	return { binary, bytes: fileSize };
}

function noFile({ binary = {} }: INodeExecutionData, field: string): UserFacingError {
	const names = Object.keys(binary);
	return new UserFacingError({
		message: `The item has no file in the field "${field}"`,
		remedy:
			names.length > 0
				? `Enter the right field under Input Binary Field. This item has: ${names.join(', ')}.`
				: 'Put a node in front that brings a file along, such as a form or a download. Nodes in between may drop it.',
	});
}

/**
 * Hands a file to n8n, which stores it.
 *
 * @throws {UserFacingError} when n8n cannot keep it
 */
export async function storeFile(
	{ helpers }: IExecuteFunctions,
	data: Buffer,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	return await helpers.prepareBinaryData(data, fileName, mimeType).catch((error: unknown) => {
		const { message: why } = explanationOf(error);
		throw new UserFacingError({
			message: `n8n could not keep the file ${fileName}`,
			remedy: `Ask whoever runs n8n to check where it keeps binary data: ${why}.`,
		});
	});
}
