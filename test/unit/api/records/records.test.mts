import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import {
	campaignRecord,
	createdLinkRecord,
	createdPixelRecord,
	flatDetailRecord,
	tidyRecord,
	toNumber,
	uploadedFile,
} from '../../../../nodes/LinkShortener/api/records/records';

describe('a record', () => {
	it.each<[raw: IDataObject, tidy: IDataObject]>([
		[
			{ id: '13', clicks: '0', scans: '9', downloads: '3' },
			{ id: 13, clicks: 0, scans: 9, downloads: 3 },
		],
		[
			{ id: 13, uniqueClicks: '7', uniqueclicks: '8' },
			{ id: 13, uniqueClicks: 7, uniqueclicks: 8 },
		],
		[
			{ campaign: '3', channel: 4 },
			{ campaign: 3, channel: 4 },
		],
		[
			{ campaign: { id: '3' }, channel: null },
			{ campaign: { id: '3' }, channel: null },
		],
		[{ campaign: 'Summer' }, { campaign: 'Summer' }],
		[{ channel: ['3', 4, 'x'] }, { channel: [3, 4, 'x'] }],
		[
			{ views: '12', planid: '3' },
			{ views: 12, planid: 3 },
		],
		[
			{ public: 1, starred: '0' },
			{ public: true, starred: false },
		],
		[
			{ public: 'true', starred: 'false' },
			{ public: true, starred: false },
		],
		[
			{ public: true, starred: '' },
			{ public: true, starred: false },
		],
		[
			{ public: '1', starred: 0 },
			{ public: true, starred: false },
		],
		[
			{ public: 'maybe', starred: null },
			{ public: 'maybe', starred: null },
		],
		[{ error: 0, id: 1 }, { id: 1 }],
		[
			{ alias: '123', title: '42', qr: 'x' },
			{ alias: '123', title: '42', qr: 'x' },
		],
		[{}, {}],
	])('%j is tidied to %j', (raw, tidy) => {
		const before = structuredClone(raw);
		expect(tidyRecord(raw)).toEqual(tidy);
		expect(raw).toEqual(before);
	});

	it.each<[value: IDataObject[string], number: IDataObject[string]]>([
		['13', 13],
		[13, 13],
		['0', 0],
		['007', 7],
		['1.5', '1.5'],
		['-1', '-1'],
		['', ''],
		[' 1', ' 1'],
		['1234567890123456', '1234567890123456'],
		[null, null],
		[undefined, undefined],
	])('the number %j is %j', (value, number) => {
		expect(toNumber(value)).toBe(number);
	});
});

describe('a campaign', () => {
	it.each<[raw: IDataObject, record: IDataObject]>([
		[{ name: 'A' }, { name: 'A' }],
		[{ domain: 'B' }, { name: 'B' }],
		[
			{ name: 'A', domain: 'B' },
			{ name: 'A', domain: 'B' },
		],
		[
			{ name: 'A', campaign: '3' },
			{ name: 'A', campaign: 3 },
		],
		[{ name: '', domain: 'B' }, { name: 'B' }],
		[{ name: null, domain: 'B' }, { name: 'B' }],
		[
			{ domain: 'B', campaign: 'C' },
			{ name: 'B', campaign: 'C' },
		],
		[
			{ domain: '', campaign: 'C' },
			{ name: 'C', domain: '' },
		],
		[{ campaign: 'C' }, { name: 'C' }],
		[{ campaign: '2026' }, { name: '2026' }],
		[
			{ name: 2026, domain: '' },
			{ name: '2026', domain: '' },
		],
		[{ name: '' }, { name: '' }],
	])('%j is %j', (raw, record) => {
		expect(campaignRecord({ id: '1', ...raw })).toEqual({ id: 1, ...record });
	});
});

describe('a created pixel', () => {
	const sent = { name: 'Shop', type: 'bing', value: '1' };

	it.each<[raw: IDataObject, record: IDataObject]>([
		[{ data: { id: '7' } }, { id: 7, ...sent }],
		[
			{ id: 7, type: 'x' },
			{ id: 7, ...sent, type: 'x' },
		],
		[{}, sent],
		[{ message: 'Pixel has been added.' }, sent],
		[{ data: [], message: 'Done.' }, sent],
		[{ data: { message: 'Done.' } }, sent],
		[{ data: { id: null } }, sent],
		[{ data: '' }, sent],
	])('answered with %j is %j', (raw, record) => {
		expect(createdPixelRecord(raw, sent)).toEqual(record);
	});
});

describe('a created link', () => {
	it.each<[raw: IDataObject, record: IDataObject]>([
		[
			{ id: '7', shorturl: 'https://s/a' },
			{ id: 7, shorturl: 'https://s/a' },
		],
		[{ short: 'https://s/a' }, { shorturl: 'https://s/a' }],
		[
			{ title: 'T', shorturl: 'https://s/a', short: 'https://s/b', id: 7 },
			{ id: 7, shorturl: 'https://s/a', title: 'T' },
		],
		[
			{ id: '7', short_url: 'https://s/a' },
			{ id: 7, shorturl: 'https://s/a' },
		],
		[
			{ id: 7, shorturl: '', short: null, short_url: 'https://s/a' },
			{ id: 7, shorturl: 'https://s/a' },
		],
		...[{ shortUrl: 'https://s/a' }, { link: 'https://s/a' }].map(
			(named): [IDataObject, IDataObject] => [
				{ id: 7, ...named },
				{ id: 7, shorturl: 'https://s/a' },
			],
		),
		[
			{ id: 7, details: { shorturl: 'https://s/a', title: 'T' } },
			{ id: 7, shorturl: 'https://s/a' },
		],
		[
			{ message: 'Done', data: { id: '7', shorturl: 'https://s/a', title: 'T' } },
			{ id: 7, shorturl: 'https://s/a', title: 'T' },
		],
		[{ data: { short_url: 'https://s/a' } }, { shorturl: 'https://s/a' }],
		[
			{ id: 7, short: 'https://s/a', data: { id: 8, shorturl: 'https://s/b' } },
			{ id: 7, shorturl: 'https://s/a', data: { id: 8, shorturl: 'https://s/b' } },
		],
		...[null, 0, '', false].map((id): [IDataObject, IDataObject] => [
			{ id, shorturl: 'https://s/a' },
			{ shorturl: 'https://s/a' },
		]),
	])('%j becomes %j', (raw, record) => {
		expect(createdLinkRecord(raw)).toEqual(record);
		expect(Object.keys(createdLinkRecord(raw))).toEqual(Object.keys(record));
	});

	it.each<IDataObject>([
		{},
		{ id: 7 },
		{ id: 7, shorturl: '' },
		{ shorturl: null },
		{ short: 5 },
		{ data: {} },
		{ data: { id: 7 } },
		{ data: ['https://s/a'] },
		{ id: 7, data: { shorturl: 'https://s/a' } },
	])('%j lacks its short URL', (raw) => {
		expect(() => createdLinkRecord(raw)).toThrow(UserFacingError);
		expect(() => createdLinkRecord(raw)).toThrow('did not return its short URL');
	});
});

describe('a link with its statistics', () => {
	it.each<[raw: IDataObject, flat: IDataObject]>([
		[{ details: { id: '7' } }, { id: 7 }],
		[{ id: 7, details: null, data: [] }, { id: 7 }],
		[{ id: 7, details: { id: 8 }, data: { id: 9 } }, { id: 7 }],
		[{ details: { id: 7, data: '2026-01-31' } }, { id: 7, date: '2026-01-31' }],
		[{ details: { id: 7, data: 'x', date: '2026-01-31' } }, { id: 7, date: '2026-01-31' }],
		[{ details: { id: 7, data: { a: 1 } } }, { id: 7, data: { a: 1 } }],
	])('%j makes %j', (incomplete, flat) => {
		expect(flatDetailRecord(incomplete)).toEqual(flat);
	});
});

it.each<[answer: IDataObject, record: IDataObject]>([
	[
		{ 0: 'id', 1: '7', shorturl: 'https://go.example.com/a' },
		{ id: 7, shorturl: 'https://go.example.com/a' },
	],
	[
		{ id: 7, shorturl: 'https://go.example.com/a', size: 3 },
		{ id: 7, shorturl: 'https://go.example.com/a', size: 3 },
	],
	[{ shorturl: 'https://go.example.com/a' }, { shorturl: 'https://go.example.com/a' }],
])('the answer %j to an upload is the file %j', (answer, record) => {
	expect(uploadedFile(answer)).toEqual(record);
});
