import {
	BINARY_ENCODING,
	type IBinaryData,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { unreadable } from '../api/http/fileBody';
import type { InputFile } from '../api/http/types';
import { isRecord, toText } from '../shared/json';
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
	const find = (name: unknown): InputFile => {
		const binary = helpers.assertBinaryData(itemIndex, name as string | IBinaryData);
		if (binary.id !== undefined) return { binary, bytes: 0 };
		// Throws for what a Code node may put there in the place of a file.
		return { binary, bytes: Buffer.byteLength(binary.data, BINARY_ENCODING) };
	};
	// A name is often pasted with a space behind it. A workflow may keep its files in the row.
	const name = toText(field);
	const file = await Promise.resolve(field)
		.then(find)
		.catch(() => find(name))
		.catch(() => find(`${IN_ROW}.${name}`))
		.catch(() => {
			throw noFile(item, name);
		});
	const { binary } = file;
	if (binary.id === undefined) return file;
	const { fileSize } = await helpers.getBinaryMetadata(binary.id).catch((error: unknown) => {
		throw unreadable(error);
	});
	return { binary, bytes: fileSize };
}

/** The place in the row where n8n keeps files with the workflow setting `binaryMode: combined` (n8n 2.41). */
const IN_ROW = '_files';

function noFile({ binary, json }: INodeExecutionData, field: string): UserFacingError {
	const files = binary ?? json[IN_ROW];
	const names = isRecord(files) ? Object.keys(files).filter((name) => name !== field) : [];
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
