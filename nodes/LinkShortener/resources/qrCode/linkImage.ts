import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toSwitch } from '../../shared/values/convert';
import { toText } from '../../shared/json';
import { isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import type { OperationCall } from '../../operations/operation';
import { imageFieldOption, readImage, readWantedImage, withImage, type WantedImage } from './image';

const LABEL = 'Download QR Code Image';

/** Pixels on a side; services round it to a size of theirs. */
const SIZE = 512;

export const qrImageOptions: INodeProperties[] = [
	{
		displayName: LABEL,
		name: 'downloadImage',
		type: 'boolean',
		default: true,
		description:
			"Whether to add the image of the link's QR code to the output as a file. Not all services have one.",
	},
	imageFieldOption,
];

/** `isRead`: the link may fail for its image. @throws {UserFacingError} when an option is none of its choices */
export function readWantedQrImage(parameters: Parameters, isRead = false): WantedImage | undefined {
	const { downloadImage } = parameters.fields('options');
	if (isEmpty(downloadImage) || !toSwitch(downloadImage, LABEL)) return undefined;
	const wanted = readWantedImage(parameters);
	return wanted && { ...wanted, isAskedFor: isRead };
}

/**
 * The vendor's browser extension has it from `{shorturl}/qr/{size}`: undocumented, and no code of the plan is used.
 */
export async function withQrImage(
	call: OperationCall,
	wanted: WantedImage | undefined,
	record: IDataObject,
	link: IDataObject = record,
): Promise<IDataObject> {
	const shorturl = toText(link.shorturl);
	if (wanted === undefined || shorturl === '') return record;
	const image = {
		address: `${shorturl}/qr/${SIZE}`,
		id: link.id ?? 'qr',
		link: shorturl,
		noun: 'The link',
		read: readIfAny,
	};
	return await withImage(call, wanted, record, image);
}

class FirstImage {
	lack: Promise<UserFacingError | undefined> | undefined;
}

const readIfAny: typeof readImage = async (call, address) => {
	const first = call.client.perRun(FirstImage);
	const lack = first.lack && (await first.lack);
	if (lack !== undefined) throw lack;
	const reading = readImage(call, address).catch((error: unknown) => {
		throw isLack(error) ? noQrImages(error) : error;
	});
	first.lack ??= reading.then(
		() => undefined,
		(error: unknown) => (isLack(error) ? error : undefined),
	);
	return await reading;
};

function isLack(error: unknown): error is UserFacingError {
	return error instanceof UserFacingError && error.is('noImage');
}

/** A broken line or another host does not tell that. */
function noQrImages({ explanation }: UserFacingError): UserFacingError {
	return new UserFacingError({
		...explanation,
		message: `This service has no QR code images for links: ${explanation.message}`,
		remedy: 'Create a QR code with QR Code → Create, which returns its image.',
	});
}
