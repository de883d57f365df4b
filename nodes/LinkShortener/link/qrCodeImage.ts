import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { aliasOf, hostOf, isEnding } from '../shared/values/shortUrl';
import { accountLinks } from './find/accountLinks';
import type { Parameters } from '../shared/n8n/parameters';
import {
	Cancelled,
	inOneLine,
	settle,
	UserFacingError,
	wrongValue,
} from '../shared/userFacingError';
import { toSwitch, isEmpty } from '../shared/values/convert';
import { toText } from '../shared/text';
import type { OperationCall } from '../operations/operation';

const DEFAULT_FIELD = 'data';

const imageFieldOption: INodeProperties = {
	displayName: 'Output Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: DEFAULT_FIELD,
	description: 'The name of the output field to put the image in, if it is downloaded',
};

export const imageOptions: INodeProperties[] = [
	{
		displayName: 'Download Image',
		name: 'downloadImage',
		type: 'boolean',
		default: true,
		builderHint: { propertyHint: 'Left out: the image is added if there is one.' },
		description:
			'Whether to add the image to the output as a file. Without this option, it is added if available.',
	},
	imageFieldOption,
];

export interface ImageRequest {
	field: string;
	/** Otherwise the record is returned without an image that is not available. */
	isRequested: boolean;
}

/** Undefined if none is requested. @throws {UserFacingError} when an option is none of its choices */
export function readImageOptions(
	parameters: Parameters,
	label = 'Download Image',
): ImageRequest | undefined {
	const { downloadImage, binaryPropertyName } = parameters.fields('options');
	const isRequested = !isEmpty(downloadImage);
	if (isRequested && !toSwitch(downloadImage, label)) return undefined;
	const field = isEmpty(binaryPropertyName) ? DEFAULT_FIELD : toText(binaryPropertyName);
	// n8n takes these for the path to a field inside another.
	if (/[.[\]]/.test(field)) {
		throw wrongValue('Output Data Field Name', `"${field}" is not the name of a field`, 'data');
	}
	return { field, isRequested };
}

interface ImageOf {
	address: unknown;
	/** Of the record. */
	id: unknown;
	/** The link that the code opens, or its own. */
	link: unknown;
	noun?: string;
	/** Reads it, if not in the usual way. */
	read?: typeof downloadImage;
}

/** @throws {UserFacingError} when somebody asked for the image and it cannot be had, or n8n cannot keep it */
export async function withImage(
	call: OperationCall,
	request: ImageRequest | undefined,
	record: IDataObject,
	{ address, id, link, noun = 'The QR code', read = downloadImage }: ImageOf,
): Promise<IDataObject> {
	if (request === undefined) return record;
	const add = async () => {
		const { data, mimeType, fileExtension } = await read(call, address);
		const alias = aliasOf({ shorturl: toText(link) });
		const name = `${isEnding(alias) ? alias : 'qr-code'}-${toText(id)}.${fileExtension}`;
		await call.addFile(request.field, data, name, mimeType);
	};
	await add().catch((error: unknown) => {
		const isRefused = error instanceof UserFacingError;
		if (request.isRequested || !(isRefused || error instanceof Cancelled)) throw error;
		if (isRefused)
			call.hint(`${noun} was returned without its image: ${inOneLine(error.explanation)}`);
	});
	return record;
}

/** On the host of the service, or of short URLs of the account. */
export async function downloadImage({ client, itemCount }: OperationCall, address: unknown) {
	const isOwn = (host: string) => accountLinks(client, itemCount).owns(host, { unread: false });
	return await client.image(toText(address), isOwn);
}

const LABEL = 'Download QR Code Image';

/** Pixels on a side; services round it to a size of theirs. */
const SIZE = 512;

export const qrImageOptions: INodeProperties[] = [
	{
		displayName: LABEL,
		name: 'downloadImage',
		type: 'boolean',
		default: true,
		builderHint: { propertyHint: 'Left out: no image.' },
		description:
			"Whether to add the image of the link's QR code to the output as a file. If there is none, the item does not fail.",
	},
	imageFieldOption,
];

/** `isRead`: the link may fail for its image. @throws {UserFacingError} when an option is none of its choices */
export function readQrImageOptions(
	parameters: Parameters,
	isRead = false,
): ImageRequest | undefined {
	const request = readImageOptions(parameters, LABEL);
	return request?.isRequested ? { ...request, isRequested: isRead } : undefined;
}

/**
 * The vendor's browser extension has it from `{shorturl}/qr/{size}`: undocumented, and no code of the plan is used.
 */
export async function withQrImage(
	call: OperationCall,
	request: ImageRequest | undefined,
	record: IDataObject,
	link: IDataObject = record,
): Promise<IDataObject> {
	const shorturl = toText(link.shorturl);
	if (request === undefined || shorturl === '') return record;
	const image = {
		address: `${shorturl}/qr/${SIZE}`,
		id: link.id ?? 'qr',
		link: shorturl,
		noun: 'The link',
		read: readIfAny,
	};
	return await withImage(call, request, record, image);
}

/** By the host of the short URLs: why there is none. */
class FirstImages extends Map<string, Promise<UserFacingError | undefined>> {}

const readIfAny: typeof downloadImage = async (call, address) => {
	const first = call.client.perRun(FirstImages);
	const host = hostOf(toText(address));
	const lack = await first.get(host);
	if (lack !== undefined) throw lack;
	const reading = settle(call.client.image(toText(address)));
	if (!first.has(host))
		first.set(
			host,
			reading.then(lackIn, () => undefined),
		);
	const image = await reading;
	if (image instanceof UserFacingError) throw lackIn(image) ?? image;
	return image;
};

/** A broken line does not tell that. */
function lackIn(image: unknown): UserFacingError | undefined {
	if (!(image instanceof UserFacingError && image.is('noImage'))) return undefined;
	return new UserFacingError(
		`This service has no QR code images for links: ${image.explanation.message}`,
		'Create a QR code with QR Code → Create, which returns its image.',
		image.explanation,
	);
}
