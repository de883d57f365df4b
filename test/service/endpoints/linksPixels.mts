import { done, record } from '../answers.mts';
import { writeDate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import type { Endpoint } from '../endpoint.mts';
import { fields, filledText } from '../validation.mts';
import { deleteOf, listOf, owned } from './owned.mts';
import { PIXEL_STORED } from './pixels.mts';

interface LinksPixel {
	type: string;
	name: string;
	tag: string;
}

/** The words that a suite for one brand and the documents of another have, and those that go with them. */
const BRAND_TYPES = [
	...['adrollpixel', 'adwordspixel', 'bing', 'fbpixel', 'gapixel', 'gtmpixel', 'linkedinpixel'],
	...['pinterest', 'quorapixel', 'reddit', 'snapchat', 'tiktok', 'twitterpixel'],
];

/**
 * The links product's own pixels, in the envelope of all its lists: `tag` is what the other product
 * calls `value`. There is no look-up of one pixel, and any text is a type.
 */
export const linksPixelEndpoints: Endpoint[] = [
	listOf({
		path: '/api/pixels',
		table: 'pixels',
		columns: 'id, type, name, value AS tag, created_at AS date',
	}),
	endpoint<LinksPixel>({
		method: 'POST',
		path: '/api/pixel/add',
		family: 'api',
		creates: true,
		body: fields({ type: filledText, name: filledText, tag: filledText }, ['type', 'name', 'tag']),
		work({ db, account, body, nowMs, variations }) {
			const { type, name, tag: value } = body;
			if (variations.linksPixelTypes === 'brands' && !BRAND_TYPES.includes(type)) {
				throw new Failure('The type of the pixel is not valid.');
			}
			const date = writeDate(nowMs);
			const row = { account, name, type, value, created_at: date, updated_at: date };
			const id = db.insert('pixels', row);
			return variations.storesPixelsSilently ? done(PIXEL_STORED) : record({ id });
		},
	}),
	endpoint<Omit<LinksPixel, 'type'>>({
		method: 'PUT',
		path: '/api/pixel/:id/update',
		family: 'api',
		// What it does with one that is left out is not documented, so it takes both.
		body: fields({ name: filledText, tag: filledText }, ['name', 'tag']),
		work(call) {
			const { id } = owned(call, 'pixels', call.params['id']);
			const { name, tag: value } = call.body;
			call.db.update('pixels', id, { name, value, updated_at: writeDate(call.nowMs) });
			return done('Pixel has been updated successfully.');
		},
	}),
	deleteOf('/api/pixel/:id/delete', 'pixels', 'Pixel has been deleted successfully.'),
];
