import type { Family } from '../http/types';

/** The collection is a key of `data`, or of the answer itself. */
export interface ListEndpoint {
	path: `/api/${string}`;
	collection: string;
	inWords: string;
	family?: Family;
}

/** Section 4 of the API description, and what the product documents besides. */
export const endpoints = {
	campaigns: { path: '/api/campaigns', collection: 'campaigns', inWords: 'campaigns' },
	channels: { path: '/api/channels', collection: 'channels', inWords: 'channels' },
	ctaOverlays: { path: '/api/overlay', collection: 'cta', inWords: 'CTA overlays' },
	domains: { path: '/api/domains', collection: 'domains', inWords: 'domains' },
	files: { path: '/api/files', collection: 'list', inWords: 'files' },
	links: { path: '/api/urls', collection: 'urls', inWords: 'links' },
	pixels: { path: '/api/v1/pixels', collection: 'pixels', inWords: 'pixels', family: 'pixels' },
	qrCodes: { path: '/api/qr', collection: 'qrs', inWords: 'QR codes' },
	splashPages: { path: '/api/splash', collection: 'splash', inWords: 'splash pages' },
} satisfies Record<string, ListEndpoint>;

export const LINKS_BY_DATE = { ...endpoints.links, query: { order: 'date' } };

export const LINKS_BY_CLICKS = { ...endpoints.links, query: { order: 'click' } };

/** The service refuses to search the links for less (seen on real ones). */
export const MIN_KEYWORD_LENGTH = 4;

export function channelItemsList(channelId: number): ListEndpoint {
	return { path: `/api/channel/${channelId}`, collection: 'items', inWords: 'channel items' };
}
