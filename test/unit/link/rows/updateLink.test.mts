import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import {
	differs,
	needsDetails,
	otherFields,
	updateBodyOf,
	withoutUrl,
} from '../../../../nodes/LinkShortener/link/rows/updateLink';
import { SHOWN_FIELDS } from '../../../../nodes/LinkShortener/link/fields/linkFields';
import { listedLink, rowLink } from '../../../../nodes/LinkShortener/link/find/listedLink';
import { SentValues, type SentFields } from '../../../../nodes/LinkShortener/link/find/linkMemory';

const LINK = { id: 7, key: 'go.brand/a' };

/** What a process knows that has sent a body. */
function afterSending(body: IDataObject): SentFields {
	const values = new SentValues();
	values.note(LINK, body);
	return values.valuesOf(LINK);
}

type Verdict = 'equal' | 'changed' | 'uncompared';

function verdictOf(field: string, wanted: unknown, record: IDataObject, names = {}): Verdict {
	const body = { [field]: wanted } as IDataObject;
	const { changes, equal, uncompared } = differs(record, body, undefined, names);
	expect([...equal, ...uncompared, ...Object.keys(changes)]).toHaveLength(1);
	if (equal.length > 0) return 'equal';
	return uncompared.length > 0 ? 'uncompared' : 'changed';
}

const JAPAN = { location: 'Japan', link: 'https://example.com/jp' };
const CANADA = { location: 'Canada', link: 'https://example.com/ca' };
const IPHONE = { device: 'iPhone', link: 'https://example.com/app' };

const COMPARED: ReadonlyArray<
	readonly [field: string, wanted: unknown, record: IDataObject, verdict: Verdict]
> = [
	['url', 'https://example.com/a', { longurl: 'https://example.com/a' }, 'equal'],
	['url', 'https://example.com/?a=1&b=2', { longurl: 'https://example.com/?a=1&amp;b=2' }, 'equal'],
	['url', "https://example.com/it's", { longurl: 'https://example.com/it%27s' }, 'equal'],
	['url', 'https://example.com/a', { longurl: 'http://example.com/a' }, 'changed'],
	['url', 'https://example.com/a', { longurl: 'https://example.com/b' }, 'changed'],
	['url', 'https://example.com/#b', { longurl: 'https://example.com/#a' }, 'changed'],
	['url', 'https://example.com/a', {}, 'uncompared'],
	['metatitle', 'Two & "more"', { title: 'Two &amp; &quot;more&quot;' }, 'equal'],
	['metatitle', ' Two  words ', { title: 'Two words' }, 'equal'],
	['metatitle', 'One', { title: 'one' }, 'changed'],
	['metatitle', 'One', { title: null }, 'changed'],
	['metatitle', 'One', { description: 'One' }, 'uncompared'],
	['description', 'Note', { description: 'Note' }, 'equal'],
	['description', 'Note', { description: '' }, 'changed'],
	['campaign', 12, { campaign: 12 }, 'equal'],
	['campaign', 12, { campaign: '12' }, 'equal'],
	['campaign', 12, { campaign: [11, 12] }, 'equal'],
	['campaign', 12, { campaign: 13 }, 'changed'],
	['campaign', 12, { campaign: [11, 13] }, 'changed'],
	['campaign', 12, { campaign: [] }, 'changed'],
	['campaign', 12, { campaign: null }, 'changed'],
	['campaign', 12, { campaign: 'Spring' }, 'uncompared'],
	['campaign', 12, { campaign: ['Spring', 11] }, 'uncompared'],
	['campaign', 12, {}, 'uncompared'],
	['channel', 7, { channel: 7 }, 'equal'],
	['channel', 7, { channel: 8 }, 'changed'],
	['expiry', '2027-05-01 10:00:00', { expiry: '2027-05-01 10:00:00' }, 'equal'],
	['expiry', '2027-05-01 10:00:00', { expiry: '2027-05-01' }, 'equal'],
	['expiry', '2027-05-01 10:00:00', { expiry: '2027-05-01T10:00:00.000Z' }, 'equal'],
	['expiry', '2027-05-01 10:00:00', { expiry: '2027-05-02' }, 'changed'],
	['expiry', '2027-05-01 10:00:00', { expiry: '0000-00-00' }, 'changed'],
	['expiry', '2027-05-01 10:00:00', { expiry: '' }, 'changed'],
	['expiry', '2027-05-01 10:00:00', {}, 'uncompared'],
	['geotarget', [JAPAN, CANADA], { location: { canada: CANADA.link, japan: JAPAN.link } }, 'equal'],
	['geotarget', [JAPAN], { location: [{ ...JAPAN, location: 'japan' }] }, 'equal'],
	['geotarget', [JAPAN], { location: { canada: JAPAN.link } }, 'changed'],
	['geotarget', [JAPAN], { location: {} }, 'changed'],
	['devicetarget', [IPHONE], { device: { iphone: IPHONE.link } }, 'equal'],
	['devicetarget', [IPHONE], { device: { iphone: JAPAN.link } }, 'changed'],
	['password', 'secret', { password: 'secret' }, 'uncompared'],
	['pixels', [3, 4], { pixels: [3, 4] }, 'uncompared'],
];

describe('a field of a row and what the service shows', () => {
	it.each(COMPARED)('%s %j beside %j: %s', (field, wanted, record, verdict) => {
		expect(verdictOf(field, wanted, record)).toBe(verdict);
	});

	it.each([...SHOWN_FIELDS.keys()])('tells whether %s is the same', (field) => {
		const verdicts = COMPARED.filter(([name]) => name === field).map(([, , , verdict]) => verdict);
		expect(verdicts).toEqual(expect.arrayContaining(['equal', 'changed']));
	});

	it('says what the link has and what the row asks for, the long URL by the name of the output', () => {
		const record = { longurl: 'https://example.com/a', title: undefined };
		const body = { url: 'https://example.com/b', metatitle: 'One', custom: 'a', domain: 'x' };
		expect(differs(record, body).changes).toEqual({
			longurl: { before: 'https://example.com/a', after: 'https://example.com/b' },
			metatitle: { before: null, after: 'One' },
		});
	});
});

describe('what this process has sent', () => {
	const body = { metatitle: 'A long title' };
	const EQUAL = { changes: {}, equal: ['metatitle'] };
	const CUT = { title: 'A lo' };
	const CHANGED = { changes: { metatitle: { before: 'A lo', after: 'A long title' } } };
	const [same, other] = [afterSending(body), afterSending({ metatitle: 'Another title' })];

	it.each<[what: string, record: IDataObject, sent: SentFields, expected: object]>([
		['nothing', CUT, new Map(), CHANGED],
		['the same, shown in another form', CUT, same, { ...CHANGED, equal: [], uncompared: [] }],
		['the same, shown as it was sent', { title: 'A long title' }, same, EQUAL],
		['another value', CUT, other, CHANGED],
		['nothing of a field that is not shown', {}, new Map(), { toSend: ['metatitle'] }],
		['the same of a field that is not shown', {}, same, { toSend: [] }],
		['another value of a field that is not shown', {}, other, { toSend: ['metatitle'] }],
	])('is %s', (_, record, sent, expected) => {
		expect(differs(record, body, sent)).toMatchObject(expected);
	});
});

describe('a comparison', () => {
	it.each([
		['https://example.com/a/', 'https://example.com/a', false],
		['https://example.com/a?b=1', 'https://example.com/a/?b=1', false],
		['https://example.com/', 'https://example.com', false],
		['https://example.com/a/', 'https://example.com/b', true],
	])('of %s with %s: another long URL %s', (url, longurl, is) => {
		const { changes } = differs({ longurl }, { url });
		expect('longurl' in changes).toBe(is);
	});

	it.each<[what: string, name: unknown, record: IDataObject, verdict: Verdict]>([
		['with the name it shows', 'spring', { campaign: 'Spring' }, 'equal'],
		['with another one', 'Summer', { campaign: 'Spring' }, 'changed'],
		['by a locator', { mode: 'name', value: 'Spring' }, { campaign: 'Spring' }, 'equal'],
		['by its id alone', '12', { campaign: 'Spring' }, 'uncompared'],
		['by a name of digits, which it shows by its id', '2024', { campaign: 12 }, 'equal'],
		['by a name of digits', '2024', { campaign: 13 }, 'changed'],
	])('of a campaign that the row gives %s', (_, campaign, record, verdict) => {
		expect(verdictOf('campaign', 12, record, { campaign })).toBe(verdict);
	});
});

it('a link differs in no record that it shows by the name that the row has', () => {
	const link = listedLink({ shorturl: 'https://go.brand/a', campaign: 'Spring' });
	const row = rowLink({ custom: 'a', campaign: 7 });
	expect(otherFields(link, { ...row, names: { campaign: 'spring' } })).toEqual([]);
	expect(otherFields(link, { ...row, names: { campaign: 'Summer' } })).toEqual(['campaign']);
});

describe('the body of an update', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it.each<[what: string, expiry: string, record: IDataObject, sent: boolean]>([
		['is over and shown already', '2026-05-01 10:00:00', { expiry: '2026-05-01' }, false],
		['ends tomorrow and is shown already', '2026-06-02 10:00:00', { expiry: '2026-06-02' }, false],
		['is later and shown already', '2026-06-03 10:00:00', { expiry: '2026-06-03' }, true],
		['is over and not shown', '2026-05-01 10:00:00', {}, true],
		['is over and another one is shown', '2026-05-01 10:00:00', { expiry: '2027-01-01' }, true],
	])('with an expiry that %s', (_, expiry, record, isIn) => {
		vi.useFakeTimers({ now: Date.parse('2026-06-01T12:00:00Z') });
		const body = { custom: 'a', domain: 'https://go.brand', metatitle: 'One', expiry };
		const update = updateBodyOf(body, record, differs(record, body));
		expect(update).toEqual({ metatitle: 'One', ...(isIn ? { expiry } : {}) });
	});

	it.each([
		['https://example.com/a', 'https://example.com/a/', 'https://example.com/a/'],
		['https://example.com/b', 'https://example.com/a/', 'https://example.com/b'],
	])('with the long URL %s for a link to %s sends %s', (url, longurl, sent) => {
		const difference = differs({ longurl }, { url });
		expect(updateBodyOf({ url }, { longurl }, difference)).toEqual({ url: sent });
	});

	it('is compared without the long URL that named the link', () => {
		expect(withoutUrl({ url: 'https://example.com/a', metatitle: 'One' })).toEqual({
			metatitle: 'One',
		});
	});
});

it.each([
	[{ url: 'https://example.com/a', campaign: 12, password: 'secret' }, false],
	[{ expiry: '2027-05-01' }, true],
	[{ geotarget: [] }, true],
	[{ devicetarget: [] }, true],
])('%j needs what only the answer for one link shows: %s', (body, expected) => {
	expect(needsDetails(body)).toBe(expected);
});
