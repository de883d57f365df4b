import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { needsPresent, updateBody } from '../../../nodes/LinkShortener/links/updateBody';

const PLAIN = 'https://example.com/?a=1&b=2';
const ESCAPED = 'https://example.com/?a=1&amp;b=2';
/** Escaped in part, so that nobody can tell what is meant. */
const MIXED = 'https://example.com/?a=1&amp;b=2&c=3';

it.each<{
	what: string;
	body: IDataObject;
	shown: IDataObject;
	sent: IDataObject | undefined;
	isRead?: boolean;
}>([
	{
		what: 'the present long URL',
		body: { status: 'public' },
		shown: { longurl: PLAIN },
		sent: { status: 'public', url: PLAIN },
		isRead: true,
	},
	{
		what: 'the present long URL without its escapes',
		body: {},
		shown: { longurl: ESCAPED },
		sent: { url: PLAIN },
		isRead: true,
	},
	{
		what: 'the same out of a listing',
		body: { url: ESCAPED },
		shown: { longurl: ESCAPED },
		sent: { url: PLAIN },
		isRead: true,
	},
	{
		what: 'the same out of a listing that escapes what the details do not',
		body: { url: ESCAPED },
		shown: { longurl: PLAIN },
		sent: { url: PLAIN },
		isRead: true,
	},
	{
		what: 'nothing for a long URL that is not understood',
		body: { url: MIXED },
		shown: { longurl: MIXED },
		sent: undefined,
		isRead: true,
	},
	{
		what: 'a new long URL as it is given',
		body: { url: ESCAPED },
		shown: { longurl: 'https://example.com/old' },
		sent: { url: ESCAPED },
		isRead: true,
	},
	{
		what: 'a new long URL of which no present one is needed',
		body: { url: PLAIN, description: 'New' },
		shown: { longurl: MIXED },
		sent: { url: PLAIN, description: 'New' },
	},
	{
		what: 'the long URL in the spelling that tells what is meant',
		body: { url: 'https://example.com/?a=1&b=2&c=3' },
		shown: { longurl: MIXED },
		sent: { url: 'https://example.com/?a=1&b=2&c=3' },
	},
	{
		what: 'no description that is only shown escaped',
		body: { url: PLAIN, description: 'Tom &amp; Jerry' },
		shown: { longurl: PLAIN, description: 'Tom &amp; Jerry' },
		sent: { url: PLAIN },
		isRead: true,
	},
	{
		what: 'a new description with an escape',
		body: { url: PLAIN, description: 'Tom &amp; Jerry' },
		shown: { longurl: PLAIN, description: 'Tom' },
		sent: { url: PLAIN, description: 'Tom &amp; Jerry' },
		isRead: true,
	},
	{
		what: 'a description that is the same as ever',
		body: { url: PLAIN, description: 'A note' },
		shown: { longurl: PLAIN, description: 'A note' },
		sent: { url: PLAIN, description: 'A note' },
	},
])('sends $what', ({ body, shown, sent, isRead = false }) => {
	expect(updateBody(body, shown)).toEqual(sent);
	expect(needsPresent(body)).toBe(isRead);
});
