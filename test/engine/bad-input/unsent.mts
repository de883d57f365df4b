import { autoMap } from '../support/runs.mts';
import {
	type BadInput,
	create,
	getLink,
	getMany,
	LONG,
	mapped,
	mappedUpdate,
	options,
	type Told,
	toRow,
} from './row.mts';

/** Custom fields of which one has the name that the item gives. */
function customField(name: string) {
	const own = { name: '={{ $json.own }}', value: '={{ $json.own === undefined ? "" : "Any" }}' };
	const field = [{ name: 'note', value: 'Any' }, own];
	return {
		parameters: autoMap({ additionalFields: { customFields: { field } } }),
		bad: { url: LONG, own: name },
	};
}

const EMPTY_URL = 'Long URL is empty';
const NO_ID = 'is not an ID: it must be a positive whole number';
const NO_STATUS = 'Status "hidden" is not one of private, public';

/** What each field refuses has a table of its own in the unit tests; here one of each kind is tried in a run. */
const TOLD: Told[] = [
	['no long URL', create({ url: '' }), EMPTY_URL, 'such as https://example.com/page'],
	[
		'a long URL that is none',
		create({ url: 'htp//broken link' }),
		'Long URL "htp//broken link" is not a web address',
		'Enter a value such as https://example.com/page.',
	],
	[
		'a long URL that is none, of a link that is there',
		mappedUpdate({ shorturl: 'go.example.com/a', url: 'htp//broken link' }),
		'Long URL "htp//broken link" is not a web address',
		'Enter a value such as https://example.com/page.',
	],
	[
		'a target that leads nowhere',
		mapped({ geotarget: '[{"location": "Canada", "link": "soon"}]' }),
		'Geo Targets "soon" is not a web address',
		'Enter a value such as https://example.com/page.',
	],
	[
		'no long URL in the columns',
		mapped({ url: null, Owner: 'A' }),
		EMPTY_URL,
		'Its columns are: url, Owner.',
	],
	[
		'no long URL beside a link, which may be a short one',
		mapped({ url: '', Link: 'https://sho.rt/abc' }),
		EMPTY_URL,
		'Its columns are: url, Link.',
	],
	[
		'no new long URL beside a landing page',
		mappedUpdate({ shorturl: 'go.example.com/a', url: '', 'Landing Page': LONG }),
		'There is nothing to update',
		'Its columns are: url, shorturl, Landing Page.',
	],
	[
		'a date in the past',
		create({ expiry: '2020-02-03 04:05:06', zone: 'Europe/Berlin' }),
		'Expiry "2020-02-03 04:05:06" is in the past (time zone Europe/Berlin)',
		'the service wants a day later than today',
	],
	[
		'a date to guess at',
		create({ expiry: '03/04/2031' }),
		'Expiry "03/04/2031" is not a recognized date',
		'Enter a value such as 2030-12-31 18:00:00.',
	],
	[
		'a time zone that is none',
		create({ expiry: '2031-05-01', zone: 'Mars/Base' }),
		'Expiry Time Zone "Mars/Base" is not a time zone',
		'Enter a value such as Europe/Berlin.',
	],
	['the channel id 0', create({ channel: '0' }), `Channel "0" ${NO_ID}`, 'such as 42.'],
	[
		'a pixel that is neither an ID nor a name',
		create({ pixels: '1, 0' }),
		`Pixel Names or IDs "0" ${NO_ID}`,
		'Enter a value such as 42.',
	],
	[
		'names to look up beside something that needs no look-up',
		create({ campaign: 'Spring', channel: 'Mail', pixels: 'Blog', status: 'hidden' }),
		NO_STATUS,
		'Enter a value such as private.',
	],
	['a status there is not', create({ status: 'hidden' }), NO_STATUS, 'such as private.'],
	[
		'targets that are broken JSON',
		mapped({ geotarget: '[{"location": "Canada"' }),
		'Geo Targets is not a list of rows',
		'[{"location": "Canada", "link": "https://example.com/page"}]',
	],
	[
		'a target without its address',
		mapped({ languagetarget: '[{"language": "fr"}]' }),
		'Language Targets has no destination URL for fr',
		'https://example.com/page',
	],
	[
		'a deep link with a part there is not',
		mapped({ deeplink: '{"android": "https://example.com"}' }),
		'Deep Links has an unknown part "android"',
		'"auto": true',
	],
	[
		'a parameter without a name',
		mapped({ parameters: '[{"value": "x"}]' }),
		'Parameters has a row without a name',
		'Enter a value such as ref.',
	],
	[
		'a custom field of a known name',
		customField('expiry'),
		'Custom Fields has "expiry", which is Expiry',
		'Remove it there and use Expiry instead.',
	],
	[
		'no column that names the link',
		mappedUpdate({ id: 1 }),
		'The item has no column "shorturl", which names the link',
		'Its columns are: url, id.',
	],
	[
		'a column to match on that many links share',
		mappedUpdate({ campaign: 1 }, 'campaign'),
		'Column to Match On "campaign" is Campaign, which more than one link may have',
		'Enter a value such as shorturl.',
	],
	[
		'a short URL without its last part',
		{ ...getLink('shortUrl', 'go.example.com', undefined), good: [] },
		'Link "go.example.com" is not a short URL',
		'https://go.example.com/summer',
	],
	[
		'a field that no link has',
		{ ...getLink('id', 1, 1), bad: { value: 1, fields: 'id, colour' } },
		'Fields "colour" is not a field of a link',
		'shorturl',
	],
	...[0, -5, 1.5, 'many'].map((limit): Told => [
		`the limit ${String(limit)}`,
		getMany({ limit }),
		`Limit "${String(limit)}" is not a whole number of at least 1`,
		'Enter a value such as 50.',
	]),
	[
		'a search that is too short',
		getMany({ limit: 1, q: 'abc' }),
		'Search "abc" is too short: the service searches for more than 3 characters',
		'Enter a value such as newsletter.',
	],
	[
		'an order there is not',
		getMany({ limit: 1, order: 'title' }),
		'Sort By "title" is not one of click, date',
		'Enter a value such as click.',
	],
	[
		'a switch that is neither on nor off',
		options({ includeInputFields: '={{ "perhaps" }}' }),
		'Include Input Fields "perhaps" is neither yes nor no',
		'Enter a value such as yes.',
	],
	[
		'a wrong value for all rows',
		{
			parameters: autoMap({ additionalFields: { status: '={{ "hidden" }}' } }),
			bad: { url: LONG },
		},
		NO_STATUS,
		'Enter a value such as private.',
	],
	[
		'a number in flight below 1',
		options({ batching: { maxInFlight: 0 } }),
		'Concurrent Requests "0" is not a number of at least 1',
		'Enter a value such as 10.',
	],
	[
		'a negative wait',
		options({ batching: { maxWait: -1 } }),
		'Max Wait "-1" is not a number of at least 0',
		'Enter a value such as 1.',
	],
	[
		'a timeout that is a word',
		options({ batching: { timeout: '={{ "soon" }}' } }),
		'Timeout "soon" is not a number of at least 1',
		'Enter a value such as 60.',
	],
];

/** What is not even sent. */
export const UNSENT_ROWS: BadInput[] = TOLD.map((told) => toRow(told, 0));
