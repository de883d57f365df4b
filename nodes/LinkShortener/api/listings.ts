import type { Family } from './http/types';

/** The address of a list, and the key that holds its records: of `data`, or of the answer itself. */
export interface ListEndpoint {
	path: `/api/${string}`;
	collection: string;
	family?: Family;
}

/** Every list of the service, once: section 4 of the API description, and what the product documents besides. */
export const LISTS = {
	campaigns: { path: '/api/campaigns', collection: 'campaigns' },
	channels: { path: '/api/channels', collection: 'channels' },
	ctaOverlays: { path: '/api/overlay', collection: 'cta' },
	domains: { path: '/api/domains', collection: 'domains' },
	files: { path: '/api/files', collection: 'list' },
	links: { path: '/api/urls', collection: 'urls' },
	pixels: { path: '/api/v1/pixels', collection: 'pixels', family: 'pixels' },
	qrCodes: { path: '/api/qr', collection: 'qrs' },
	splashPages: { path: '/api/splash', collection: 'splash' },
} satisfies Record<string, ListEndpoint>;

/** The service refuses to search the links for less (seen on real installs). */
export const MIN_KEYWORD_LENGTH = 4;

/** The items of one channel. */
export function channelItemsList(channelId: number): ListEndpoint {
	return { path: `/api/channel/${channelId}`, collection: 'items' };
}
