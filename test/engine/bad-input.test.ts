import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../service/index.ts';
import { runNode, type RunResult } from './harness/index.ts';
import { deadAddress, listen, webPage } from './support/listener.ts';
import { textLike, textWith } from './support/matchers.ts';
import {
	autoMap,
	createOf,
	errorOf,
	expectNoTrace,
	failedItems,
	goodItems,
	ON_ERROR,
	ON_ERROR_NAMES,
	pairs,
	rows,
} from './support/runs.ts';
import { credentialsOf, KEY, serviceWith } from './support/service.ts';

const LONG = 'https://example.com/page';
const REMEDY_BASE_URL = 'check Base URL';
const REMEDY_FORM = 'such as https://links.example.com';
const REMEDY_KEY = 'Copy the key from your account settings';

/** What stands behind a run: a credential and the requests that reached anything with it. */
interface Place {
	credentials: { baseUrl: string; apiKey: string };
	requests: readonly unknown[];
}

interface BadInput {
	what: string;
	/** Default: a service with something to find in it. */
	place?: () => Promise<Place>;
	parameters?: INodeParameters;
	/** The item with the bad value. */
	bad?: IDataObject;
	/** Items beside it that nothing is wrong with; none where the credential spoils every item. */
	good?: IDataObject[];
	message: string | RegExp;
	/** Part of the description. */
	remedy: string;
	/** Requests the bad item alone costs. */
	requests: number;
}

async function seeded(options: Partial<ServiceOptions> = {}): Promise<Service> {
	const service = await serviceWith(options);
	service.seed('links', [
		{ id: 1, url: LONG, alias: 'taken' },
		{ id: 2, url: LONG, alias: 'second' },
	]);
	return service;
}

function placeOf(service: Service, change: Partial<Place['credentials']> = {}): Place {
	return { credentials: credentialsOf(service, change), requests: service.requests };
}

/** A base URL made out of the service's own. */
function baseUrl(write: (url: string) => string) {
	return async () => {
		const service = await seeded();
		return placeOf(service, { baseUrl: write(service.url) });
	};
}

function key(apiKey: string, options: Partial<ServiceOptions> = {}) {
	return async () => placeOf(await seeded(options), { apiKey });
}

async function nothingThere(address: string | Promise<string>): Promise<Place> {
	return { credentials: { baseUrl: await address, apiKey: KEY }, requests: [] };
}

async function aWebPage(status: number): Promise<Place> {
	const { url, requests } = await listen(webPage(status));
	return { credentials: { baseUrl: url, apiKey: KEY }, requests };
}

/** Every field from the item; what an item does not have stays empty. */
const CREATE = createOf('={{ $json.url }}', {
	type: 'direct',
	additionalFields: {
		campaign: { __rl: true, mode: 'id', value: '={{ $json.campaign }}' },
		channel: { __rl: true, mode: 'id', value: '={{ $json.channel }}' },
		custom: '={{ $json.custom }}',
		domain: { __rl: true, mode: 'url', value: '={{ $json.domain }}' },
		expiry: '={{ $json.expiry }}',
		metaimage: '={{ $json.metaimage }}',
		pixels: '={{ $json.pixels }}',
		status: '={{ $json.status }}',
	},
	options: { timezone: '={{ $json.zone }}' },
});
const GOOD_ROWS = rows(2);

function create(bad: IDataObject): Pick<BadInput, 'parameters' | 'bad' | 'good'> {
	return { parameters: CREATE, bad: { url: LONG, ...bad }, good: GOOD_ROWS };
}

function mapped(bad: IDataObject): Pick<BadInput, 'parameters' | 'bad' | 'good'> {
	return { parameters: autoMap(), bad: { url: LONG, ...bad }, good: GOOD_ROWS };
}

function getLink(mode: string, bad: unknown, good: unknown) {
	return {
		parameters: {
			resource: 'link',
			operation: 'get',
			linkId: { __rl: true, mode, value: '={{ $json.value }}' },
			output: 'fields',
			fields: '={{ $json.fields ?? "id" }}',
		},
		bad: { value: bad } as IDataObject,
		good: [{ value: good }, { value: good }] as IDataObject[],
	};
}

function getMany(bad: IDataObject) {
	return {
		parameters: {
			resource: 'link',
			operation: 'getAll',
			limit: '={{ $json.limit }}',
			filters: { q: '={{ $json.q }}', order: '={{ $json.order }}' },
		},
		bad,
		good: [{ limit: 1 }, { limit: 1, q: 'example' }],
	};
}

function options(more: INodeParameters) {
	return { parameters: createOf(LONG, { options: more }) };
}

const TABLE: BadInput[] = [
	// The credential
	{
		what: 'nothing listens at the base URL',
		place: async () => await nothingThere(deadAddress()),
		message: /^Nothing answers at 127\.0\.0\.1:\d+$/,
		remedy: 'If it is right, the service is down (ECONNREFUSED).',
		requests: 0,
	},
	{
		what: 'the host cannot be found',
		place: async () => await nothingThere('https://shortener.invalid'),
		message: 'The host shortener.invalid cannot be found',
		remedy: REMEDY_BASE_URL,
		requests: 0,
	},
	{
		what: 'https in front of a service that speaks http',
		place: baseUrl((url) => url.replace('http:', 'https:')),
		message: /^127\.0\.0\.1:\d+ does not speak https$/,
		remedy: 'It may have to begin with http://.',
		requests: 0,
	},
	{
		what: 'a web page behind the base URL',
		place: async () => await aWebPage(200),
		message: /^http:\/\/127\.0\.0\.1:\d+ answers with a web page instead of the API$/,
		remedy: REMEDY_BASE_URL,
		requests: 1,
	},
	{
		what: 'a web page that is not found behind the base URL',
		place: async () => await aWebPage(404),
		message: /answers with a web page instead of the API$/,
		remedy: REMEDY_BASE_URL,
		requests: 1,
	},
	{
		what: 'a bad gateway behind the base URL',
		place: async () => await aWebPage(502),
		parameters: { resource: 'account', operation: 'get' },
		message: 'The service is not available at the moment (HTTP 502)',
		remedy: 'Try again in a few minutes.',
		requests: 4,
	},
	{
		// The link, and four tries to read whether it exists.
		what: 'a bad gateway behind the base URL, for a new link',
		place: async () => await aWebPage(502),
		message: 'The link may have been created: its answer was lost',
		remedy: 'The service is not available at the moment (HTTP 502)',
		requests: 5,
	},
	{
		what: 'a wrong path in the base URL',
		place: baseUrl((url) => `${url}/dashboard`),
		message: 'There is no endpoint POST /dashboard/api/url/add',
		remedy: REMEDY_BASE_URL,
		requests: 1,
	},
	{
		what: 'an empty base URL',
		place: baseUrl(() => ' '),
		message: 'Base URL is empty',
		remedy: REMEDY_FORM,
		requests: 0,
	},
	{
		what: 'a base URL without a scheme',
		place: baseUrl((url) => url.replace('http://', '')),
		message: /^Base URL "127\.0\.0\.1:\d+" does not start with https:\/\/$/,
		remedy: REMEDY_FORM,
		requests: 0,
	},
	{
		what: 'a base URL with a query',
		place: baseUrl((url) => `${url}/?lang=en`),
		message: 'Base URL contains a query (?…) or a fragment (#…)',
		remedy: REMEDY_FORM,
		requests: 0,
	},
	{
		what: 'a base URL with a user',
		place: baseUrl((url) => url.replace('http://', `http://me:${KEY}@`)),
		message: 'Base URL contains a user name or password',
		remedy: REMEDY_FORM,
		requests: 0,
	},
	{
		what: 'a base URL of another kind',
		place: baseUrl((url) => url.replace('http://', 'ftp://')),
		message: 'Base URL starts with ftp:// where only https:// or http:// can work',
		remedy: REMEDY_FORM,
		requests: 0,
	},
	{
		what: 'an empty key',
		place: key(''),
		message: 'API Key is empty',
		remedy: 'paste the API key from your account settings',
		requests: 0,
	},
	{
		what: 'nothing but the word Bearer for a key',
		place: key('Bearer '),
		message: 'API Key is empty',
		remedy: 'paste the API key from your account settings',
		requests: 0,
	},
	{
		what: 'a key with a line break inside',
		place: key('one\ntwo'),
		message: 'API Key contains a blank, a line break or another character that no key has',
		remedy: 'paste the API key from your account settings',
		requests: 0,
	},
	{
		what: 'a wrong key, refused with 200',
		place: key('wrong-key'),
		message: 'A valid API key is required to use this service.',
		remedy: REMEDY_KEY,
		requests: 1,
	},
	{
		what: 'a wrong key, refused with 401',
		place: key('wrong-key', { variations: { errorOnFailureStatus: '4xx' } }),
		message: 'A valid API key is required to use this service.',
		remedy: REMEDY_KEY,
		requests: 1,
	},
	{
		what: 'a wrong key, refused in the words of an old build',
		place: key('wrong-key', { variations: { failureMessageKey: 'msg', errorValue: 'string' } }),
		message: 'A valid API key is required to use this service.',
		remedy: REMEDY_KEY,
		requests: 1,
	},
	// What the service refuses
	{
		what: 'a URL the service cannot read',
		...create({ url: 'not a url' }),
		message: 'Please enter a valid URL.',
		remedy: 'Check Long URL: it needs https:// in front',
		requests: 1,
	},
	{
		what: 'a URL the service does not want',
		...create({ url: 'https://blocked.example/x' }),
		message: 'This domain name or link has been blacklisted.',
		remedy: 'Use another Long URL.',
		requests: 1,
	},
	{
		what: 'a taken alias',
		...create({ custom: 'taken' }),
		message: 'That alias is taken. Please choose another one.',
		remedy: 'Choose another Custom Alias',
		requests: 1,
	},
	{
		what: 'a reserved alias',
		...create({ custom: 'admin' }),
		message: 'That alias is reserved. Please choose another one.',
		remedy: 'Choose another Custom Alias',
		requests: 1,
	},
	{
		what: 'an alias that is too short',
		...create({ custom: 'ab' }),
		message: 'Custom alias must be at least 3 characters.',
		remedy: 'Use a longer Custom Alias',
		requests: 1,
	},
	{
		what: 'a campaign that is not there',
		...create({ campaign: 999 }),
		message: 'Campaign does not exist',
		remedy: 'has this ID or address',
		requests: 1,
	},
	{
		what: 'a domain that is not there',
		...create({ domain: 'https://nobody.example' }),
		message: 'Domain not found. Please try again.',
		remedy: 'has this ID or address',
		requests: 1,
	},
	{
		what: 'an image that is no URL',
		...create({ metaimage: 'image.png' }),
		message: 'Please enter a valid URL.',
		remedy: 'https://',
		requests: 1,
	},
	{
		what: 'a day that is today',
		...create({ expiry: `${new Date().toISOString().slice(0, 10)} 23:59:59`, zone: 'UTC' }),
		message: 'The expiry date must be later than today.',
		remedy: 'Set Expiry to a day after today',
		requests: 1,
	},
	{
		what: 'a link that is not there',
		...getLink('id', 999, 1),
		message: 'Link does not exist.',
		remedy: 'has this ID or address',
		requests: 1,
	},
	// What is not even sent
	{
		what: 'no long URL',
		...create({ url: '' }),
		message: 'Long URL is empty',
		remedy: 'such as https://example.com/page',
		requests: 0,
	},
	{
		what: 'no long URL in the columns',
		...mapped({ url: null, Owner: 'A' }),
		message: 'Long URL is empty',
		remedy: 'Its columns are: url, Owner.',
		requests: 0,
	},
	{
		what: 'a date in the past',
		...create({ expiry: '2020-02-03 04:05:06', zone: 'Europe/Berlin' }),
		message: 'Expiry "2020-02-03 04:05:06" is in the past (time zone Europe/Berlin)',
		remedy: 'the service wants a day later than today',
		requests: 0,
	},
	{
		what: 'a date to guess at',
		...create({ expiry: '03/04/2031' }),
		message: 'Expiry "03/04/2031" is not a date that can be read without guessing',
		remedy: 'Enter a value such as 2027-03-31 18:00:00.',
		requests: 0,
	},
	{
		what: 'a day that no month has',
		...create({ expiry: '2031-02-31' }),
		message: 'Expiry "2031-02-31" is not a date that can be read without guessing',
		remedy: 'Enter a value such as',
		requests: 0,
	},
	{
		what: 'a time zone that is none',
		...create({ expiry: '2031-05-01', zone: 'Mars/Base' }),
		message: 'Expiry Time Zone "Mars/Base" is not a time zone',
		remedy: 'Enter a value such as Europe/Berlin.',
		requests: 0,
	},
	{
		what: 'a campaign id that is no number',
		...create({ campaign: 'Spring' }),
		message: 'Campaign "Spring" is not an ID: it must be a positive whole number',
		remedy: 'Enter a value such as 42.',
		requests: 0,
	},
	...['0', '-1', '1.5', '1e3', '../account', '12345678901234567890'].map((id) => ({
		what: `the channel id ${id}`,
		...create({ channel: id }),
		message: `Channel "${id}" is not an ID: it must be a positive whole number`,
		remedy: 'Enter a value such as 42.',
		requests: 0,
	})),
	{
		what: 'pixels that are no numbers',
		...create({ pixels: '1, two' }),
		message: 'Pixel Names or IDs "two" is not an ID: it must be a positive whole number',
		remedy: 'Enter a value such as 42.',
		requests: 0,
	},
	{
		what: 'a status there is not',
		...create({ status: 'hidden' }),
		message: 'Status "hidden" is not one of public, private',
		remedy: 'Enter a value such as public.',
		requests: 0,
	},
	{
		what: 'targets that are broken JSON',
		...mapped({ geotarget: '[{"location": "Canada"' }),
		message: 'Geo Targets is not a list of rows',
		remedy: '[{"location": "Canada", "link": "https://example.com/page"}]',
		requests: 0,
	},
	{
		what: 'targets that are a word',
		...mapped({ 'device targets': 'iPhone' }),
		message: 'Device Targets is not a list of rows',
		remedy: '[{"device": "iPhone", "link": "https://example.com/page"}]',
		requests: 0,
	},
	{
		what: 'a target without its address',
		...mapped({ languagetarget: '[{"language": "fr"}]' }),
		message: 'Language Targets has no address for fr',
		remedy: 'https://example.com/page',
		requests: 0,
	},
	{
		what: 'a deep link with a part there is not',
		...mapped({ deeplink: '{"android": "https://example.com"}' }),
		message: 'Deep Links has an unknown part "android"',
		remedy: '"auto": true',
		requests: 0,
	},
	{
		what: 'a deep link that is neither yes nor no',
		...mapped({ deeplink: 'perhaps' }),
		message: 'Deep Links "perhaps" is neither yes nor no',
		remedy: 'Enter a value such as yes.',
		requests: 0,
	},
	{
		what: 'a parameter without a name',
		...mapped({ parameters: '[{"value": "x"}]' }),
		message: 'Parameters has a row without a name',
		remedy: 'Enter a value such as ref.',
		requests: 0,
	},
	{
		what: 'a link id that is a word',
		...getLink('id', 'summer', 1),
		message: 'Link "summer" is not an ID: it must be a positive whole number',
		remedy: 'Enter a value such as 42.',
		requests: 0,
	},
	{
		what: 'a link id that is empty',
		...getLink('id', '', 1),
		message: 'Link is empty',
		remedy: 'Enter a value such as 42, or choose one from the list.',
		requests: 0,
	},
	{
		what: 'a short URL without its last part',
		...getLink('url', 'go.example.com', undefined),
		good: [],
		message: 'Link "go.example.com" is not a short URL',
		remedy: 'https://go.example.com/summer',
		requests: 0,
	},
	{
		what: 'a field that no link has',
		...getLink('id', 1, 1),
		bad: { value: 1, fields: 'id, colour' },
		message: 'Fields "colour" is not a field of a link',
		remedy: 'shorturl',
		requests: 0,
	},
	...[0, -5, 1.5, 'many'].map((limit) => ({
		what: `the limit ${String(limit)}`,
		...getMany({ limit }),
		message: `Limit "${String(limit)}" is not a whole number of at least 1`,
		remedy: 'Enter a value such as 50.',
		requests: 0,
	})),
	{
		what: 'a search that is too short',
		...getMany({ limit: 1, q: 'abc' }),
		message: 'Search "abc" is too short: the service searches for more than 3 characters',
		remedy: 'Enter a value such as newsletter.',
		requests: 0,
	},
	{
		what: 'an order there is not',
		...getMany({ limit: 1, order: 'title' }),
		message: 'Order "title" is not one of date, click',
		remedy: 'Enter a value such as date.',
		requests: 0,
	},
	{
		what: 'a number in flight below 1',
		...options({ batching: { maxInFlight: 0 } }),
		message: 'Max in Flight "0" is not a number of at least 1',
		remedy: 'Enter a value such as 10.',
		requests: 0,
	},
	{
		what: 'a negative wait',
		...options({ batching: { maxWait: -1 } }),
		message: 'Max Wait "-1" is not a number of at least 0',
		remedy: 'Enter a value such as 1.',
		requests: 0,
	},
	{
		what: 'a timeout that is a word',
		...options({ timeout: '={{ "soon" }}' }),
		message: 'Timeout "soon" is not a number of at least 1',
		remedy: 'Enter a value such as 60.',
		requests: 0,
	},
];

function expected(text: string | RegExp): unknown {
	return typeof text === 'string' ? text : textLike(text);
}

describe.concurrent('bad input', () => {
	const cases = TABLE.flatMap((row) => ON_ERROR_NAMES.map((onError) => ({ ...row, onError })));

	it.concurrent.each(cases)('$onError: $what', check);

	async function check(row: (typeof cases)[number]): Promise<void> {
		const { onError, message, remedy, good = [] } = row;
		const { credentials, requests } = await (row.place ?? baseUrl((url) => url))();
		const alone = onError === 'Stop';
		const [before, ...after] = alone ? [] : good;
		const run = await runNode({
			credentials,
			parameters: row.parameters ?? createOf(LONG),
			items: [...(before ? [before] : []), row.bad ?? {}, ...after],
			onError: ON_ERROR[onError],
		});

		expectNoTrace(KEY, run);
		expect(requests).toHaveLength(row.requests + (alone ? 0 : good.length));
		if (alone) {
			expect(run.status).toBe('error');
			expect(errorOf(run)).toEqual({ message: expected(message), description: textWith(remedy) });
			return;
		}
		expect(run.status).toBe('success');
		expect(goodItems(run)).toHaveLength(good.length);
		expect(failedItems(run)).toMatchObject([
			{ error: expected(message), message: textWith(remedy) },
		]);
		expectOneErrorItem(run, row.bad ?? {});
		expect(run.errorItems).toHaveLength(onError === 'Continue' ? 0 : 1);
	}
});

/**
 * n8n takes an item for a failed one by its keys alone, and only without an `error` beside `json`. In
 * the error output it adds the fields of the input item itself.
 */
function expectOneErrorItem(run: RunResult, bad: IDataObject): void {
	const failed = run.outputs.flat().filter(({ json }) => json.error !== undefined);
	expect(failed).toHaveLength(1);
	for (const { json, error, pairedItem } of failed) {
		const added = run.errorItems.length > 0 ? Object.keys(bad) : [];
		const own = Object.keys(json).filter((name) => !added.includes(name));
		expect(own.filter((name) => !['error', 'message', 'details'].includes(name))).toEqual([]);
		expect(error).toBeUndefined();
		expect(pairedItem).toEqual({ item: run.outputs.flat().length === 1 ? 0 : 1 });
	}
}

describe('a bad row among good ones', () => {
	it('stays in its place with Continue', async () => {
		const service = await seeded();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: CREATE,
			items: [...rows(2), { url: LONG, custom: 'taken' }, ...rows(2, 'later')],
			onError: 'continueRegularOutput',
		});

		expect(run.items.map(({ error }) => error !== undefined)).toEqual([
			...[false, false, true, false, false],
		]);
		expect(pairs(run)).toEqual([0, 1, 2, 3, 4]);
	});

	it('says the HTTP status and the reasons beside the message', async () => {
		const service = await seeded({ variations: { errorOnFailureStatus: '4xx' } });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: CREATE,
			items: [{ url: LONG, custom: 'taken' }],
			onError: 'continueRegularOutput',
		});

		expect(run.items).toMatchObject([{ details: { httpStatus: 400 } }]);
	});

	it('does not send 300 items after a key that was refused', async () => {
		const service = await seeded();
		const run = await runNode({
			credentials: credentialsOf(service, { apiKey: 'wrong-key' }),
			parameters: CREATE,
			items: rows(300),
			onError: 'continueErrorOutput',
		});

		expect(failedItems(run)).toHaveLength(300);
		expect(service.requests.length).toBeLessThanOrEqual(10);
	});
});
