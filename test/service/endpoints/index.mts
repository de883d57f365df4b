import type { Endpoint } from '../endpoint.mts';
import type { ServiceOptions } from '../options.mts';
import { accountEndpoints } from './account.mts';
import { campaignEndpoints } from './campaigns.mts';
import { channelEndpoints } from './channels.mts';
import { domainEndpoints } from './domains.mts';
import { fileEndpoints } from './files.mts';
import { linkEndpoints } from './links.mts';
import { linksPixelEndpoints } from './linksPixels.mts';
import { pixelEndpoints } from './pixels.mts';
import { qrCodeEndpoints, qrImageEndpoint } from './qrCodes.mts';
import { redirectEndpoints } from './redirects.mts';
import { showcaseEndpoints } from './showcases.mts';

/** Everything the API description names, and what the public documentation of the product adds. */
export const allEndpoints: Endpoint[] = [
	...accountEndpoints,
	...campaignEndpoints,
	...channelEndpoints,
	...domainEndpoints,
	...fileEndpoints,
	...linkEndpoints,
	...pixelEndpoints,
	...qrCodeEndpoints,
	...showcaseEndpoints,
	...linksPixelEndpoints,
	qrImageEndpoint,
	...redirectEndpoints,
];

const OPTIONAL_PARTS: Record<ServiceOptions['lacks'][number], Endpoint[]> = {
	files: fileEndpoints,
	linkChanges: linkEndpoints.filter(({ method }) => method === 'PUT' || method === 'DELETE'),
	qrCodes: qrCodeEndpoints,
};

/** Whether an install with these options has an endpoint. */
export function isServed(
	endpoint: Endpoint,
	{ product, lacks }: Pick<ServiceOptions, 'product' | 'lacks'>,
): boolean {
	if (lacks.some((part) => OPTIONAL_PARTS[part].includes(endpoint))) return false;
	switch (product) {
		case 'described':
			return !linksPixelEndpoints.includes(endpoint);
		case 'links':
			return !pixelEndpoints.includes(endpoint);
		case 'pixels':
			return pixelEndpoints.includes(endpoint);
	}
}
