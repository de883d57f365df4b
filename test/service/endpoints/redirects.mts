import type { Outcome } from '../answers.mts';
import { writeDate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { findLink, shortUrl } from '../link-store.mts';
import type { StoredLink } from '../link-store.mts';
import { qrImage } from '../qr-image.mts';
import { countVisit } from '../visits.mts';
import { ownDomain, withParameters } from './link-input.mts';

interface DomainRow {
	domain: string;
	redirectroot: string;
	redirect404: string;
}

/** What a visitor's browser asks for: no key, no rate limit. */
export const redirectEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/',
		family: 'public',
		work(call) {
			const root = customDomain(call)?.redirectroot ?? '';
			if (root !== '') return { form: 'redirect', location: root };
			return { form: 'page', status: 200, text: 'Link shortener' };
		},
	}),
	endpoint({
		method: 'GET',
		path: '/:alias',
		family: 'public',
		work(call) {
			const domain = customDomain(call);
			const { alias = '' } = call.params;
			const link = findLink(call.db, 'domain = ? AND alias = ?', domain?.domain ?? '', alias);
			return link === undefined ? notFound(domain) : follow(call, link);
		},
	}),
	...['/:alias/qr', '/:alias/qr/:size'].map((path) =>
		endpoint({ method: 'GET', path, family: 'public', work: qrCodeOf }),
	),
	endpoint({
		method: 'GET',
		path: '/r/:slug',
		family: 'public',
		work(call) {
			// The rotator leads to one link of the campaign at random.
			const link = findLink(
				call.db,
				'campaign = (SELECT id FROM campaigns WHERE slug = ?) ORDER BY random() LIMIT 1',
				call.params['slug'] ?? '',
			);
			return link === undefined ? notFound(undefined) : follow(call, link);
		},
	}),
];

/** The QR code of a link, which uses none of the plan's. */
async function qrCodeOf(call: Call<unknown>): Promise<Outcome> {
	const { linkQrImages } = call.options;
	const domain = customDomain(call);
	const { alias = '' } = call.params;
	const link = findLink(call.db, 'domain = ? AND alias = ?', domain?.domain ?? '', alias);
	if (link === undefined || linkQrImages === 'none') return notFound(domain);
	const colors = { background: '#ffffff', foreground: '#000000' };
	return await qrImage(shortUrl(call.url, link.domain, link.alias), colors, linkQrImages);
}

/** The domain, if not the dashboard's, under which the visitor came, by the Host header. */
function customDomain(call: Call<unknown>): DomainRow | undefined {
	const host = header(call, 'host').toLowerCase();
	const [custom] = call.db.all<DomainRow>(
		'SELECT domain, redirectroot, redirect404 FROM domains WHERE host = ?',
		host,
	);
	const own = ownDomain(call, host);
	if (custom !== undefined || own === undefined) return custom;
	return { domain: own, redirectroot: '', redirect404: '' };
}

function follow(call: Call<unknown>, link: StoredLink): Outcome {
	if (link.expiry !== null && link.expiry <= writeDate(call.nowMs)) {
		return { form: 'page', status: 410, text: 'This link has expired' };
	}
	if (link.password !== null) {
		return { form: 'page', status: 401, text: 'This link needs a password' };
	}
	const userAgent = header(call, 'user-agent');
	countVisit(call.db, link.id, {
		client: call.client,
		userAgent,
		referrer: header(call, 'referer'),
	});
	return { form: 'redirect', location: visited(destination(call, link, userAgent), link) };
}

/** Device before language before the long URL; where a visitor is cannot be known here. */
function destination(call: Call<unknown>, link: StoredLink, userAgent: string): string {
	const agent = userAgent.toLowerCase();
	const byDevice = link.devicetarget.find(({ device }) => agent.includes(device.toLowerCase()));
	if (byDevice !== undefined) return byDevice.link;
	const language = header(call, 'accept-language').slice(0, 2).toLowerCase();
	const byLanguage = link.languagetarget.find(
		(target) => target.language.toLowerCase() === language,
	);
	return byLanguage?.link ?? link.longurl;
}

function visited(target: string, link: StoredLink): string {
	// As stored where it can be: a parser writes some URLs differently. A header takes ASCII only.
	if (link.parameters.length === 0 && /^[\x21-\x7e]*$/.test(target)) return target;
	return withParameters(target, link.parameters);
}

function notFound(domain: DomainRow | undefined): Outcome {
	const location = domain?.redirect404 ?? '';
	if (location !== '') return { form: 'redirect', location };
	return { form: 'page', status: 404, text: 'Page not found' };
}

function header(call: Call<unknown>, name: string): string {
	const value = call.headers[name];
	return (Array.isArray(value) ? value[0] : value) ?? '';
}
