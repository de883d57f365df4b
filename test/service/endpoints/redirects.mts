import type { Outcome } from '../answers.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { findLink, shortUrl } from '../link-store.mts';
import type { StoredLink } from '../link-store.mts';
import { qrImage } from '../qr-image.mts';
import { addClicks } from '../visits.mts';
import { ownDomain } from './link-input.mts';

const NOT_FOUND: Outcome = { form: 'page', status: 404, text: 'Page not found' };

/** What a visitor's browser asks for: no key, no rate limit. */
export const redirectEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/',
		family: 'public',
		work: () => ({ form: 'page', status: 200, text: 'Link shortener' }),
	}),
	endpoint({
		method: 'GET',
		path: '/:alias',
		family: 'public',
		work(call) {
			const link = linkAt(call);
			if (link === undefined) return NOT_FOUND;
			addClicks(call.db, link.id, 1);
			// A header takes ASCII only, which is what a parser writes.
			return { form: 'redirect', location: new URL(link.longurl).href };
		},
	}),
	...['/:alias/qr', '/:alias/qr/:size'].map((path) =>
		endpoint({ method: 'GET', path, family: 'public', work: qrCodeOf }),
	),
];

/** The QR code of a link, which uses none of the plan's. */
async function qrCodeOf(call: Call<unknown>): Promise<Outcome> {
	const { linkQrImages } = call.options;
	const link = linkAt(call);
	if (link === undefined || linkQrImages === 'none') return NOT_FOUND;
	const colors = { background: '#ffffff', foreground: '#000000' };
	return await qrImage(shortUrl(call.url, link.domain, link.alias), colors, linkQrImages);
}

/** The link of an alias on the domain, if not the dashboard's, under which the visitor came. */
function linkAt(call: Call<unknown>): StoredLink | undefined {
	const host = String(call.headers['host'] ?? '').toLowerCase();
	const [custom] = call.db.all<{ domain: string }>(
		'SELECT domain FROM domains WHERE host = ?',
		host,
	);
	const domain = custom?.domain ?? ownDomain(call, host) ?? '';
	return findLink(call.db, 'domain = ? AND alias = ?', domain, call.params['alias'] ?? '');
}
