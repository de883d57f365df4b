import { expect, it, test } from 'vitest';
import { changedBy, createOf, doubtOf, type Entry, readEntries } from '../../live/ledger.mts';

const PAGE = 'https://example.com/?live=abc1';
const SENT: Entry = {
	n: 1,
	at: 0,
	kind: 'link',
	path: '/api/url/add',
	name: PAGE,
	alias: 'lv1',
	newest: 9,
};
const RECORD = { id: '10', longurl: PAGE, alias: 'lv1' };

it.each([
	['is proven', {}, {}, ''],
	['with its page in another form', {}, { longurl: `${PAGE}&amp;utm_source=x` }, ''],
	['with its alias in the short URL', {}, { alias: '', shorturl: 'https://s.example/lv1' }, ''],
	['of a service whose IDs do not grow', { newest: undefined }, {}, ''],
	['without an alias', { alias: undefined }, { alias: 'any' }, ''],
	['to a page of somebody else', {}, { longurl: 'https://example.com/' }, 'page'],
	['with the query of another create', {}, { longurl: `${PAGE}1` }, 'page'],
	['on another host', {}, { longurl: 'https://example.org/?live=abc1' }, 'page'],
	['that was there before', {}, { id: 9 }, 'before'],
	['with another alias', {}, { alias: 'other' }, 'alias'],
	['with the alias that its response named', { answeredAlias: 'other' }, { alias: 'other' }, ''],
	[
		'with that alias, where IDs do not grow',
		{ answeredAlias: 'other', newest: undefined },
		{ alias: 'other' },
		'alias',
	],
	['with another ID than its response named', { id: '11' }, {}, 'another ID'],
	['without an ID', {}, { id: undefined }, 'no ID'],
])('a link %s', (_what, entry, record, doubt) => {
	const found = doubtOf({ ...SENT, ...entry }, { ...RECORD, ...record });
	expect(found).toMatch(doubt === '' ? /^$/ : new RegExp(doubt));
});

const campaign: Entry = {
	n: 2,
	at: 0,
	kind: 'campaign',
	path: '/api/campaign/add',
	name: 'live-abc2',
};
it.each([
	['is proven, in another case', { id: '4' }, { id: 4, name: 'Live-abc2' }, ''],
	['of another name', { id: '4' }, { id: 4, name: 'Summer' }, 'name'],
	['of the same name with another ID', { id: '4' }, { id: 5, name: 'live-abc2' }, 'another ID'],
	['whose ID no response named', {}, { id: 4, name: 'live-abc2' }, 'named its ID'],
])('another record %s', (_what, entry, record, doubt) => {
	const found = doubtOf({ ...campaign, ...entry }, record);
	expect(found).toMatch(doubt === '' ? /^$/ : new RegExp(doubt));
});

test.each([
	['POST', '/api/url/add', { url: PAGE, custom: 'a' }, { kind: 'link', name: PAGE, alias: 'a' }],
	['POST', '/api/v1/pixels', { name: 'x' }, { kind: 'pixel', name: 'x' }],
	['POST', '/api/files/upload/a.txt', { name: 'x' }, { kind: 'file', name: 'x' }],
	['POST', '/api/campaign/1/assign/2', {}, undefined],
	['POST', '/api/domain/add', { domain: 'https://x.example' }, undefined],
	['PUT', '/api/url/1/update', { url: PAGE }, undefined],
])('%s %s as a create', (method, path, sent, create) => {
	expect(createOf(method, path, sent)).toEqual(create && { ...create, path });
});

test.each([
	['/api/url/5/delete', ['link:5']],
	['/api/campaign/2/assign/5', ['campaign:2', 'link:5']],
	['/api/channel/3/assign/links/5', ['channel:3', 'link:5']],
	['/api/channel/3/assign/qr/5', undefined],
	['/api/v1/pixels/7', ['pixel:7']],
	['/api/pixel/7/delete', ['pixel:7']],
	['/api/account/update', undefined],
	['/api/domain/1/delete', undefined],
	['/api/plan/1/user/2', undefined],
])('%s changes what is named', (path, records) => {
	expect(changedBy(path)).toEqual(records);
});

test('a file is read up to where it was cut, and for its own service alone', () => {
	const lines = [
		{ baseUrl: 'https://a.example', ...SENT },
		{ baseUrl: 'https://b.example', ...SENT, n: 2 },
		{ baseUrl: 'https://a.example', n: 1, id: '10' },
	].map((line) => JSON.stringify(line));
	const text = `${lines.join('\n')}\n{"baseUrl":"https://a.example","n":1,"clo`;
	expect(readEntries(text, 'https://a.example')).toEqual([{ ...SENT, id: '10' }]);
});
