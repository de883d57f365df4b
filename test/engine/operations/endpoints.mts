import type { SentRequest } from './row.mts';

/** Every list but that of pixels takes these two. */
const PAGING = ['limit', 'page'];

/** The body of a new link, as section 4.8 of the API description has it. */
const LINK = [
	...['url', 'custom', 'type', 'password', 'domain', 'expiry', 'geotarget', 'devicetarget'],
	...['languagetarget', 'metatitle', 'metadescription', 'metaimage', 'description', 'pixels'],
	...['channel', 'campaign', 'deeplink', 'status', 'parameters'],
];

const CHANNEL = ['name', 'description', 'color', 'starred'];

/**
 * The endpoints of section 4 of the API description, line by line, each with the fields of its query or body; a
 * pixel is updated with PUT.
 */
const DESCRIBED: Readonly<Record<string, readonly string[]>> = {
	'GET /api/v1/pixels': ['search', 'search_by', 'type', 'sort_by', 'sort', 'per_page'],
	'GET /api/v1/pixels/{id}': [],
	'POST /api/v1/pixels': ['name', 'type', 'value'],
	'PUT /api/v1/pixels/{id}': ['name', 'type', 'value'],
	'DELETE /api/v1/pixels/{id}': [],
	'GET /api/account': [],
	'PUT /api/account/update': ['email', 'password'],
	'GET /api/domains': PAGING,
	'POST /api/domain/add': ['domain', 'redirectroot', 'redirect404'],
	'PUT /api/domain/{id}/update': ['redirectroot', 'redirect404'],
	'DELETE /api/domain/{id}/delete': [],
	'GET /api/overlay': PAGING,
	'GET /api/campaigns': PAGING,
	'POST /api/campaign/add': ['name', 'slug', 'public'],
	'POST /api/campaign/{campaignid}/assign/{linkid}': [],
	'PUT /api/campaign/{id}/update': ['name', 'slug', 'public'],
	'DELETE /api/campaign/{id}/delete': [],
	'GET /api/channels': PAGING,
	'GET /api/channel/{id}': PAGING,
	'POST /api/channel/add': CHANNEL,
	'POST /api/channel/{channelid}/assign/{type}/{itemid}': [],
	'PUT /api/channel/{id}/update': CHANNEL,
	'DELETE /api/channel/{id}/delete': [],
	'GET /api/splash': PAGING,
	'GET /api/urls': [...PAGING, 'order', 'short', 'q'],
	'GET /api/url/{id}': [],
	'POST /api/url/add': LINK,
};

/** The endpoints of the product's public documentation: of links, QR codes, files, and pixels of its own. */
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
	'PUT /api/url/{id}/update': LINK,
	'DELETE /api/url/{id}/delete': [],
	'GET /api/qr': PAGING,
	'GET /api/qr/{id}': [],
	'POST /api/qr/add': ['type', 'data', 'background', 'foreground', 'logo', 'name'],
	'PUT /api/qr/{id}/update': ['data', 'background', 'foreground', 'logo'],
	'DELETE /api/qr/{id}/delete': [],
	'GET /api/files': [...PAGING, 'name'],
	'POST /api/files/upload/{filename}': [
		...['name', 'custom', 'domain', 'password', 'expiry', 'maxdownloads'],
	],
	'GET /api/pixels': PAGING,
	'POST /api/pixel/add': ['type', 'name', 'tag'],
	'PUT /api/pixel/{id}/update': ['name', 'tag'],
	'DELETE /api/pixel/{id}/delete': [],
};

/** Every endpoint that is known, with the fields that it takes. */
export const REQUEST_FIELDS = { ...DESCRIBED, ...DOCUMENTED };

export const ENDPOINTS = Object.keys(REQUEST_FIELDS);

/** Whether the API description has the endpoint. */
export function isDescribed(endpoint: string): boolean {
	return Object.hasOwn(DESCRIBED, endpoint);
}

/** The endpoint of a request, whatever stands in the places of its ids. */
export function endpointOf({ method, path }: Pick<SentRequest, 'method' | 'path'>) {
	return ENDPOINTS.find((endpoint) => {
		const places = endpoint
			.replace('{type}', '[a-z]+')
			.replace('{filename}', '[^/]+')
			.replace(/\{\w+\}/g, '\\d+');
		return new RegExp(`^${places}$`).test(`${method} ${path}`);
	});
}
