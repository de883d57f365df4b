import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isEmpty, type Parameters } from '../../shared/parameters';
import { Cancelled, UserFacingError, wrongValue } from '../../shared/userFacingError';
import { toSwitch } from '../../shared/convert';
import { toText } from '../../shared/json';
import { RecordWithFiles, type OperationCall, type Output } from './operation';

const DEFAULT_FIELD = 'data';

/** The options of an operation whose records have an image. */
export const imageOptions: INodeProperties[] = [
	{
		displayName: 'Download Image',
		name: 'downloadImage',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the image to the item as binary data, for a file, an email or an upload',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: DEFAULT_FIELD,
		placeholder: 'e.g. data',
		description:
			'The name of the binary field in the output that gets the image, if Download Image is on',
	},
];

/** The field for the image; undefined if no image is wanted. */
export interface WantedImage {
	field: string;
}

/**
 * Reads the options for the image, before anything is sent.
 *
 * @throws {UserFacingError} when Download Image is neither yes nor no
 */
export function readWantedImage(parameters: Parameters): WantedImage | undefined {
	const { downloadImage, binaryPropertyName } = parameters.fields('options');
	if (isEmpty(downloadImage) || !toSwitch(downloadImage, 'Download Image')) return undefined;
	const field = isEmpty(binaryPropertyName) ? DEFAULT_FIELD : toText(binaryPropertyName);
	// n8n takes these for the path to a field inside another.
	if (/[.[\]]/.test(field)) {
		throw wrongValue('Put Output File in Field', `"${field}" is not the name of a field`, 'data');
	}
	return { field };
}

/** The part of a call that images need. */
type ImageCall = Pick<OperationCall, 'client' | 'hint' | 'storeFile'>;

/** The address of an image, and the name of its file without the ending. */
interface ImagePlace {
	address: unknown;
	name: string;
}

/**
 * A record with its image.
 *
 * @throws {UserFacingError} when there is no image, or n8n cannot keep it
 */
export async function withImage(
	{ client, storeFile }: ImageCall,
	wanted: WantedImage | undefined,
	record: IDataObject,
	{ address, name }: ImagePlace,
): Promise<Output> {
	if (wanted === undefined) return record;
	const { data, mimeType, fileExtension } = await client.image(toText(address));
	const file = await storeFile(data, `${name}.${fileExtension}`, mimeType);
	return new RecordWithFiles(record, { [wanted.field]: file });
}

/**
 * The same for a record that was just created. It comes out even if its image does not, since the engine's
 * next try would create a failed item again.
 */
export async function createdWithImage(
	call: ImageCall,
	wanted: WantedImage | undefined,
	record: IDataObject,
	place: ImagePlace,
): Promise<Output> {
	return await withImage(call, wanted, record, place).catch((error: unknown) => {
		if (error instanceof Cancelled) return record;
		if (!(error instanceof UserFacingError)) throw error;
		const { message, remedy } = error.explanation;
		call.hint(`Created, but without the image: ${message}. ${remedy}`);
		return record;
	});
}
