import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { InputFile } from '../operations/operation';
import { isRecord, toText } from '../shared/json';
import { explanationOf } from '../shared/n8n/nodeErrors';
import { UserFacingError } from '../shared/userFacingError';

/**
 * A file of an input item, without its bytes.
 *
 * @param field the name of its binary field, or what an expression gives in its place
 * @throws {UserFacingError} when there is none
 */
export async function inputFile(
	{ helpers }: IExecuteFunctions,
	item: INodeExecutionData,
	itemIndex: number,
	field: unknown,
): Promise<InputFile> {
	const name = toText(field);
	const find = (place: unknown): InputFile => {
		const file = place as string | IBinaryData;
		const binary = helpers.assertBinaryData(itemIndex, file);
		// A Code node may put something else in the place of a file.
		const { data }: { data: unknown } = binary;
		if (typeof data !== 'string') throw noFile(item, name);
		const read = async () =>
			await helpers.getBinaryDataBuffer(itemIndex, file).catch((error: unknown) => {
				throw unreadable(error);
			});
		return { binary, read };
	};
	// A name is often pasted with a space behind it. A workflow may keep its files in the row.
	return await Promise.resolve(field)
		.then(find)
		.catch(() => find(name))
		.catch(() => find(`${IN_ROW}.${name}`))
		.catch(() => {
			throw noFile(item, name);
		});
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
				? `Enter the name of the field under Input Data Field Name. This item has: ${names.join(', ')}.`
				: 'Add a node before this one that outputs a file, such as a form or a download. Nodes in between may drop it.',
	});
}

function unreadable(error: unknown): UserFacingError {
	return new UserFacingError({
		message: 'n8n cannot read the file of this item',
		remedy: `n8n may have deleted it: run the workflow from the start. If this continues, ask your n8n administrator to check the storage of files: ${explanationOf(error).message}.`,
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
			message: `n8n could not store the file ${fileName}`,
			remedy: `Ask your n8n administrator to check the storage of files: ${why}.`,
		});
	});
}
