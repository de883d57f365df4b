import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { unsentFields } from '../../../nodes/LinkShortener/links/keptFields';

const LINK = { id: 1, shorturl: 'https://go.example/a', longurl: 'https://example.com', date: 'x' };

describe('unsentFields', () => {
	it.each<{
		what: string;
		before: IDataObject;
		after: IDataObject;
		sent?: string[];
		lost?: string[];
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
			lost: ['Meta Title', 'Description', 'Expiry', 'Geo Targets', 'Device Targets'],
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
			lost: ['campaign'],
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
			lost: ['Short URL'],
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
	])('$what', ({ before, after, sent = [], lost = [], anyKept = false }) => {
		const found = unsentFields({ ...LINK, ...before }, { ...LINK, ...after }, sent);
		expect(found).toEqual({ lost, anyKept });
	});
});
