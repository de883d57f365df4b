import type { Endpoint } from '../endpoint.ts';
import type { Product } from '../options.ts';
import { accountEndpoints } from './account.ts';
import { campaignEndpoints } from './campaigns.ts';
import { channelEndpoints } from './channels.ts';
import { domainEndpoints } from './domains.ts';
import { linkEndpoints } from './links.ts';
import { linksPixelEndpoints } from './linksPixels.ts';
import { pixelEndpoints } from './pixels.ts';
import { qrCodeEndpoints, qrImageEndpoint } from './qrCodes.ts';
import { redirectEndpoints } from './redirects.ts';
import { showcaseEndpoints } from './showcases.ts';

/** Everything the API description names, and what the public documentation of the product adds. */
export const apiEndpoints: Endpoint[] = [
	...accountEndpoints,
	...campaignEndpoints,
	...channelEndpoints,
	...domainEndpoints,
	...linkEndpoints,
	...pixelEndpoints,
	...qrCodeEndpoints,
	...showcaseEndpoints,
];

export const allEndpoints: Endpoint[] = [
	...apiEndpoints,
	...linksPixelEndpoints,
	qrImageEndpoint,
	...redirectEndpoints,
];

/** Whether an install of this product has an endpoint. */
export function isServed(endpoint: Endpoint, product: Product): boolean {
	switch (product) {
		case 'described':
			return !linksPixelEndpoints.includes(endpoint);
		case 'links':
			return !pixelEndpoints.includes(endpoint);
		case 'pixels':
			return pixelEndpoints.includes(endpoint);
	}
}
