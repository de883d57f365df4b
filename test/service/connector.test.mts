import { describe, expect, test } from 'vitest';
import { pair } from './client.mts';
import { allEndpoints } from './endpoints/index.mts';
import type { Variations } from './index.mts';

/**
 * The routes that somebody else describes for one brand, in the connector of `microsoft/PowerPlatformConnectors`
 * (`independent-publisher-connectors/URLBae`, read in November 2026): paths, names and types, as facts. Each is the
 * same here, or what differs is named.
 */
interface Route {
	at: string;
	/** Names of the body's fields; those with `*` are required. */
	body?: string;
	/** Names and types of the response: n is a number, s a text. */
	gives: string;
	status?: number;
	/** The variations with which the local service answers so. */
	variations?: Partial<Variations>;
	/** What is not here, or is required here alone. */
	unlike?: { body?: string[]; gives?: string[] };
	/** What is sent. */
	sends?: object;
}

const PAGE = 'data.result:n data.perpage:n data.currentpage:n data.nextpage:n data.maxpage:n';
const DONE = 'error:n message:s';
const NUMBER = { errorValue: 'number' } as const;
const LINK = 'url* custom password expiry type geotarget devicetarget parameters';
const PAGE_1 = { url: 'https://long.example/new' };

const ROUTES: Route[] = [
	{
		at: 'GET /account',
		gives:
			'error:n data.id:n data.email:s data.username:s data.avatar:s data.status:s data.expires:s data.registered:s',
	},
	{
		at: 'PUT /account/update',
		body: 'email password',
		gives: DONE,
		sends: { password: 'long enough' },
	},
	{
		at: 'GET /domains',
		gives: `error:s ${PAGE} data.domains.id:n data.domains.domain:s data.domains.redirectroot:s data.domains.redirect404:s`,
	},
	{
		at: 'POST /domain/add',
		body: 'domain* redirectroot redirect404',
		gives: 'error:n id:n',
		status: 201,
		variations: { createdStatus: 201 },
		sends: { domain: 'https://new.example' },
	},
	{
		at: 'PUT /domain/1/update',
		body: 'redirectroot redirect404',
		gives: DONE,
		sends: { redirectroot: 'https://long.example' },
	},
	{ at: 'DELETE /domain/1/delete', gives: DONE },
	{
		at: 'GET /splash',
		gives: `error:n ${PAGE} data.splash.id:n data.splash.name:s data.splash.date:s`,
		variations: NUMBER,
	},
	{
		at: 'GET /overlay',
		gives: `error:n ${PAGE} data.cta.id:n data.cta.type:s data.cta.name:s data.cta.date:s`,
		variations: NUMBER,
	},
	{
		at: 'GET /urls',
		gives: `error:s ${PAGE} ${['alias', 'shorturl', 'longurl', 'title', 'description', 'date'].map((name) => `data.urls.${name}:s`).join(' ')} data.urls.id:n data.urls.clicks:n`,
	},
	{
		at: 'GET /url/1',
		gives:
			'error:n details.id:n details.shorturl:s details.longurl:s details.title:s details.description:s details.location.canada:s details.device.iphone:s details.expiry:s details.date:s data.clicks:n data.uniqueClicks:n data.topCountries:n data.topReferrers:n data.topBrowsers:n data.topOs:n data.socialCount.facebook:n data.socialCount.twitter:n data.socialCount.google:n',
		// The third network has another name here.
		unlike: { gives: ['data.socialCount.google'] },
	},
	{ at: 'POST /url/add', body: LINK, gives: 'error:n id:n shorturl:s', sends: PAGE_1 },
	{
		at: 'PUT /url/1/update',
		body: LINK.replace('*', ''),
		gives: 'error:n id:n short:s',
		// Other descriptions require it, and the node always sends it.
		unlike: { body: ['url*'] },
		sends: PAGE_1,
	},
	{ at: 'DELETE /url/1/delete', gives: DONE },
	{
		at: 'GET /pixels',
		gives: `error:n ${PAGE} data.pixels.id:n data.pixels.type:s data.pixels.name:s data.pixels.tag:s data.pixels.date:s`,
		variations: NUMBER,
	},
	{
		at: 'POST /pixel/add',
		body: 'type* name* tag*',
		gives: 'error:n id:n',
		sends: { type: 'gtmpixel', name: 'New', tag: '1' },
	},
	{
		at: 'PUT /pixel/1/update',
		body: 'name tag*',
		gives: DONE,
		// What becomes of a name that is left out is not known, so the node sends both.
		unlike: { body: ['name*'] },
		sends: { name: 'New', tag: '2' },
	},
	{ at: 'DELETE /pixel/1/delete', gives: DONE },
	{
		at: 'GET /qr',
		gives: `error:n ${PAGE} data.qrs.id:n data.qrs.link:s data.qrs.scans:n data.qrs.name:s data.qrs.date:s`,
		variations: NUMBER,
	},
	{
		at: 'GET /qr/1',
		gives:
			'error:n details.id:n details.link:s details.scans:n details.name:s details.date:s data.clicks:n data.uniqueClicks:n data.topCountries.Unknown:s data.topReferrers.Direct:s data.topBrowsers.Safari:s data.topOs.iOS:s data.socialCount.facebook:n data.socialCount.twitter:n data.socialCount.instagram:n',
		variations: { textNumbers: { '/api/qr/:id': ['Unknown', 'Direct', 'Safari', 'iOS'] } },
		// The node passes on statistics as they are.
		unlike: { gives: ['data.socialCount'] },
	},
	{
		at: 'POST /qr/add',
		body: 'type data background foreground logo',
		gives: 'error:n id:n link:s',
		unlike: { body: ['type*', 'data*'] },
		sends: { type: 'text', data: 'Hello' },
	},
	{
		at: 'PUT /qr/1/update',
		body: 'type data* background foreground logo',
		gives: DONE,
		// Other descriptions have no type there, and require no content.
		unlike: { body: ['type', 'data*'] },
		sends: { data: 'Hello' },
	},
	{ at: 'DELETE /qr/1/delete', gives: DONE },
];

/** Those of administrators, which a key of a user has not. */
const ADMINISTRATION = [
	'GET /plans',
	'PUT /plan/1/user/1',
	'GET /users',
	'GET /user/1',
	'POST /user/add',
	'DELETE /user/1/delete',
];

function endpointAt(at: string) {
	const [method, path = ''] = at.split(' ');
	const pattern = `/api${path.replace(/\d+/, ':id')}`;
	return allEndpoints.find((one) => one.method === method && one.path === pattern);
}

/** Names and types, such as `data.urls.id:n`; of a list those of its first record. */
function namesIn(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return namesIn(value[0], name);
	if (typeof value !== 'object' || value === null) return [`${name}:${(typeof value)[0] ?? ''}`];
	return Object.entries(value).flatMap(([key, part]) =>
		namesIn(part, name === '' ? key : `${name}.${key}`),
	);
}

describe.each(ROUTES)('$at', (route) => {
	const { at, body = '', gives, status = 200, variations = {}, unlike = {}, sends } = route;

	test('takes the same fields', () => {
		const check = endpointAt(at)?.body;
		const required = (() => {
			try {
				check?.({}, true);
				return [];
			} catch (error) {
				const { errors = {} } = error as { errors?: Record<string, unknown> };
				return Object.keys(errors).map((name) => `${name}*`);
			}
		})();
		const takes = [...(check?.fields ?? []), ...required];
		const described = body.split(' ').filter(Boolean);
		const names = described.flatMap((name) => [
			name.replace('*', ''),
			...(name.endsWith('*') ? [name] : []),
		]);
		expect(names.filter((name) => !takes.includes(name) && !unlike.body?.includes(name))).toEqual(
			[],
		);
		const requiredHere = required.filter((name) => !names.includes(name));
		expect(requiredHere.filter((name) => !unlike.body?.includes(name))).toEqual([]);
	});

	test('answers the same', async () => {
		const { service, http } = await pair({ product: 'links', variations, maxLimit: 1 });
		service.seed('pixels', [{}]);
		service.seed('qrs', [{ scans: 2 }]);
		const target = 'https://long.example';
		const one = {
			...{ expiry: '2040-01-01 00:00:00', title: 'Page' },
			geotarget: [{ location: 'Canada', link: target }],
			devicetarget: [{ device: 'iPhone', link: target }],
		};
		service.seed('links', [one, one]);
		for (const kind of ['pixels', 'qrs', 'domains', 'splash', 'overlays'] as const)
			service.seed(kind, [{}]);
		const [method = '', path = ''] = at.split(' ');
		const answer = await http.request({
			method,
			url: `/api${path}`,
			data: sends,
			params: method === 'GET' && !/\d/.test(path) && path !== '/account' ? { limit: 1 } : {},
		});
		const known = namesIn(answer.data);
		const missing = gives.split(' ').filter((name) => !known.includes(name));
		expect(missing.filter((name) => !unlike.gives?.some((part) => name.startsWith(part)))).toEqual(
			[],
		);
		expect(answer.status).toBe(status);
	});
});

test.each(ADMINISTRATION)('%s is not here', (at) => {
	expect(endpointAt(at.replace('/plan/1/user/1', '/plan/1/user/:user'))).toBeUndefined();
});
