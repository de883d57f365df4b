import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { aliasOf, isEnding } from '../../shared/values/shortUrl';
import { accountLinks } from '../../link/find/accountLinks';
import { isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { Cancelled, UserFacingError, wrongValue, inOneLine } from '../../shared/userFacingError';
import { toSwitch } from '../../shared/values/convert';
import { toText } from '../../shared/json';
import type { OperationCall } from '../../operations/operation';

const DEFAULT_FIELD = 'data';

export const imageFieldOption: INodeProperties = {
	displayName: 'Output Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: DEFAULT_FIELD,
	description: 'The name of the output field to put the image in',
};

export const imageOptions: INodeProperties[] = [
	{
		displayName: 'Download Image',
		name: 'downloadImage',
		type: 'boolean',
		default: true,
		description:
			'Whether to add the image to the output as a file. Without this option, it is added if available.',
	},
	imageFieldOption,
];

export interface WantedImage {
	field: string;
	/** Otherwise the record is returned without an image that is not available. */
	isAskedFor: boolean;
}

/** Undefined if none is wanted. @throws {UserFacingError} when Download Image is neither yes nor no */
export function readWantedImage(parameters: Parameters): WantedImage | undefined {
	const { downloadImage, binaryPropertyName } = parameters.fields('options');
	const isAskedFor = !isEmpty(downloadImage);
	if (isAskedFor && !toSwitch(downloadImage, 'Download Image')) return undefined;
	const field = isEmpty(binaryPropertyName) ? DEFAULT_FIELD : toText(binaryPropertyName);
	// n8n takes these for the path to a field inside another.
	if (/[.[\]]/.test(field)) {
		throw wrongValue('Output Data Field Name', `"${field}" is not the name of a field`, 'data');
	}
	return { field, isAskedFor };
}

interface ImageOf {
	address: unknown;
	/** Of the record. */
	id: unknown;
	/** The link that the code opens, or its own. */
	link: unknown;
	noun?: string;
	/** Reads it, if not in the usual way. */
	read?: typeof readImage;
}

/** @throws {UserFacingError} when somebody asked for the image and it cannot be had, or n8n cannot keep it */
export async function withImage(
	call: OperationCall,
	wanted: WantedImage | undefined,
	record: IDataObject,
	{ address, id, link, noun = 'The QR code', read = readImage }: ImageOf,
): Promise<IDataObject> {
	if (wanted === undefined) return record;
	const add = async () => {
		const { data, mimeType, fileExtension } = await read(call, address);
		const alias = aliasOf({ shorturl: toText(link) });
		const name = `${isEnding(alias) ? alias : 'qr-code'}-${toText(id)}.${fileExtension}`;
		await call.addFile(wanted.field, data, name, mimeType);
	};
	await add().catch((error: unknown) => {
		const isRefused = error instanceof UserFacingError;
		if (wanted.isAskedFor || !(isRefused || error instanceof Cancelled)) throw error;
		if (isRefused)
			call.hint(`${noun} was returned without its image: ${inOneLine(error.explanation)}`);
	});
	return record;
}

/** On the host of the service, or of short URLs of the account. */
export async function readImage(
	{ client, itemCount }: Pick<OperationCall, 'client' | 'itemCount'>,
	address: unknown,
) {
	const isOwn = async (host: string) => await accountLinks(client, itemCount).owns(host);
	return await client.image(toText(address), isOwn);
}
