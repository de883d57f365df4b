import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { checkUpdate } from '../../../nodes/LinkShortener/links/updateCheck';

const LINK = { id: 1, shorturl: 'https://go.example/a', longurl: 'https://example.com', date: 'x' };

describe('checkUpdate', () => {
	it.each<{
		what: string;
		before: IDataObject;
		after: IDataObject;
		sent?: string[];
		cleared?: string[];
		anyKept?: boolean;
	}>([
		{ what: 'nothing but what every link has', before: {}, after: {} },
		{
			what: 'what was kept, or changed',
			before: { title: 'A', description: 'B' },
			after: { title: 'C', description: 'B' },
			anyKept: true,
		},
		{
			what: 'what is gone in any form',
			before: { title: 'A', description: 'B', expiry: 'C', location: { ca: 'D' }, device: ['E'] },
			after: { title: '', expiry: null, location: {}, device: [] },
			cleared: ['Meta Title', 'Description', 'Expiry', 'Geo Targets', 'Device Targets'],
		},
		{
			what: 'what is gone since it was sent',
			before: { title: 'A', description: 'B', location: { ca: 'D' } },
			after: {},
			sent: ['metatitle', 'description', 'geotarget'],
		},
		{
			what: 'a title behind a new long URL',
			before: { title: 'A', expiry: 'C' },
			after: { expiry: 'C' },
			sent: ['url'],
			anyKept: true,
		},
		{
			what: "an install's own field",
			before: { campaign: 3, channel: 0 },
			after: { campaign: null, channel: 0 },
			cleared: ['campaign'],
		},
		{
			what: "an install's own field that was sent",
			before: { note: 'A', title: 'B', expiry: 'C' },
			after: { note: null, title: '' },
			sent: ['note', 'title', 'expiry'],
		},
		{
			what: 'another short URL',
			before: {},
			after: { shorturl: 'https://go.example/b' },
			cleared: ['Short URL'],
		},
		{
			what: 'another short URL that was asked for',
			before: {},
			after: { shorturl: 'https://go.example/b' },
			sent: ['custom'],
		},
		{
			what: 'the same short URL with another scheme',
			before: {},
			after: { shorturl: 'http://go.example/a' },
		},
	])('$what', ({ before, after, sent = [], cleared = [], anyKept = false }) => {
		const found = checkUpdate({ ...LINK, ...before }, { ...LINK, ...after }, sent);
		expect(found).toMatchObject({ cleared, anyKept });
	});
});

describe('a reading after an update', () => {
	it.each<
		[what: string, before: IDataObject, after: IDataObject, sent: string[], isNewer: boolean]
	>([
		[
			'that shows the new long URL',
			{ longurl: 'https://a.example' },
			{ longurl: 'https://b.example' },
			['url'],
			true,
		],
		['that shows a new title', { title: 'A' }, { title: 'B' }, ['metatitle'], true],
		['that shows new targets', { location: {} }, { location: { ca: 'x' } }, ['geotarget'], true],
		['that shows nothing of it', { title: 'A' }, { title: 'A' }, ['metatitle'], false],
		['of what is never shown', { title: 'A' }, { title: 'A' }, ['password'], false],
		['that shows what others changed', { title: 'A' }, { title: 'B' }, ['description'], false],
	])('%s', (_, before, after, sent, isNewer) => {
		expect(checkUpdate({ ...LINK, ...before }, { ...LINK, ...after }, sent).isNewer).toBe(isNewer);
	});
});
