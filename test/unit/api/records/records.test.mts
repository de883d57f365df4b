import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	campaignRecord,
	createdLinkRecord,
	createdPixelRecord,
	flatDetailRecord,
	tidyRecord,
	toNumber,
	uploadedFile,
} from '../../../../nodes/LinkShortener/api/records/records';
import { refuses } from '../../refusals.mts';

type Value = IDataObject[string];

const asNumber = (field: string): [string, Value, Value] => [field, '13', 13];

describe('a record', () => {
	it.each<[field: string, raw: Value, tidy: Value]>([
		...['id', 'clicks', 'scans', 'downloads'].map(asNumber),
		...['uniqueClicks', 'uniqueclicks', 'views', 'planid'].map(asNumber),
		['clicks', '0', 0],
		['campaign', '3', 3],
		['channel', 4, 4],
		['campaign', { id: '3' }, { id: '3' }],
		['channel', null, null],
		['campaign', 'Summer', 'Summer'],
		['channel', ['3', 4, 'x'], [3, 4, 'x']],
		...['public', 'starred'].flatMap((field): Array<[string, Value, Value]> => [
			...[1, '1', 'true', true].map((raw): [string, Value, Value] => [field, raw, true]),
			...[0, '0', 'false', ''].map((raw): [string, Value, Value] => [field, raw, false]),
			...['maybe', null].map((raw): [string, Value, Value] => [field, raw, raw]),
		]),
		['alias', '123', '123'],
		['title', '42', '42'],
		['qr', 'x', 'x'],
	])('has as its %s %j as %j', (field, raw, tidy) => {
		const record = { [field]: raw };
		const before = structuredClone(record);
		expect(tidyRecord(record)).toEqual({ [field]: tidy });
		expect(record).toEqual(before);
	});

	it.each<IDataObject>([{}, { error: 0 }])('%j is empty, without error', (raw) => {
		expect(tidyRecord(raw)).toEqual({});
	});

	it.each<[value: Value, number: Value]>([
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

it.each<[name: Value, raw: IDataObject, others?: IDataObject]>([
	['A', { name: 'A' }],
	['B', { domain: 'B' }],
	['A', { name: 'A', domain: 'B' }, { domain: 'B' }],
	['A', { name: 'A', campaign: '3' }, { campaign: 3 }],
	['B', { name: '', domain: 'B' }],
	['B', { name: null, domain: 'B' }],
	['B', { domain: 'B', campaign: 'C' }, { campaign: 'C' }],
	['C', { domain: '', campaign: 'C' }, { domain: '' }],
	['C', { campaign: 'C' }],
	['2026', { campaign: '2026' }],
	['2026', { name: 2026, domain: '' }, { domain: '' }],
	['', { name: '' }],
])('a campaign is called %j in %j', (name, raw, others = {}) => {
	expect(campaignRecord({ id: '1', ...raw })).toEqual({ id: 1, name, ...others });
});

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
])('a created pixel answered with %j is %j', (raw, record) => {
	expect(createdPixelRecord(raw, sent)).toEqual(record);
});

describe('a created link', () => {
	const shorturl = 'https://s/a';

	it.each<[raw: IDataObject, id?: number, others?: IDataObject]>([
		[{ id: '7', shorturl }, 7],
		[{ short: shorturl }],
		[{ title: 'T', shorturl, short: 'https://s/b', id: 7 }, 7, { title: 'T' }],
		[{ id: '7', short_url: shorturl }, 7],
		[{ id: 7, shorturl: '', short: null, short_url: shorturl }, 7],
		[{ id: 7, shortUrl: shorturl }, 7],
		[{ id: 7, link: shorturl }, 7],
		[{ id: 7, details: { shorturl, title: 'T' } }, 7],
		[{ message: 'Done', data: { id: '7', shorturl, title: 'T' } }, 7, { title: 'T' }],
		[{ data: { short_url: shorturl } }],
		[
			{ id: 7, short: shorturl, data: { id: 8, shorturl: 'b' } },
			7,
			{ data: { id: 8, shorturl: 'b' } },
		],
		...[null, 0, '', false].map((id): [IDataObject] => [{ id, shorturl }]),
	])('answered with %j has the ID %j', (raw, id, others = {}) => {
		const record = { ...(id !== undefined && { id }), shorturl, ...others };
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
		refuses(() => createdLinkRecord(raw), 'did not return its short URL');
	});
});

it.each<[raw: IDataObject, flat: IDataObject]>([
	[{ details: { id: '7' } }, { id: 7 }],
	[{ id: 7, details: null, data: [] }, { id: 7 }],
	[{ id: 7, details: { id: 8 }, data: { id: 9 } }, { id: 7 }],
	[{ details: { id: 7, data: '2026-01-31' } }, { id: 7, date: '2026-01-31' }],
	[{ details: { id: 7, data: 'x', date: '2026-01-31' } }, { id: 7, date: '2026-01-31' }],
	[{ details: { id: 7, data: { a: 1 } } }, { id: 7, data: { a: 1 } }],
])('a link with its statistics: %j makes %j', (incomplete, flat) => {
	expect(flatDetailRecord(incomplete)).toEqual(flat);
});

it.each<[answer: IDataObject, file: IDataObject]>([
	[{ 0: 'id', 1: '7' }, { id: 7 }],
	[
		{ id: 7, size: 3 },
		{ id: 7, size: 3 },
	],
	[{}, {}],
])('the answer %j to an upload is the file %j', (answer, file) => {
	const shorturl = 'https://go.example.com/a';
	expect(uploadedFile({ ...answer, shorturl })).toEqual({ ...file, shorturl });
});
