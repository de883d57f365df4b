import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type { Attempt, UnconfirmedCreate } from '../../../nodes/LinkShortener/links/ledger';
import { listedLink, type ListedLink } from '../../../nodes/LinkShortener/links/listedLink';
import { wantedLink } from '../../../nodes/LinkShortener/links/wantedLink';
import { judge, type Circumstances } from '../../../nodes/LinkShortener/links/verdict';

const A = { url: 'https://example.com/a' };
const OTHER_PAGE = 'https://example.com/other';
const SENT: Attempt = { sentAt: 0, watermark: 10, isFresh: true };
const [ALSO_IT, OTHERS_AHEAD] = ['More than one create', 'Other items wait'];

function lost(more: Partial<UnconfirmedCreate> = {}): UnconfirmedCreate {
	return {
		wanted: wantedLink(A),
		aliasIsOurs: false,
		keys: [],
		attempts: [SENT],
		explanation: { message: 'Lost', remedy: 'Look.' },
		givenUpAt: 5,
		...more,
	};
}

function link(id: unknown, longurl = A.url, alias = `x${String(id)}`): ListedLink {
	const row = { id, longurl, alias, shorturl: `https://sho.rt/${alias}` };
	return listedLink(row as IDataObject);
}

function attempt(more: Partial<Attempt>): Attempt {
	return { ...SENT, ...more };
}

const NAMED = { wanted: wantedLink({ ...A, custom: 'mine' }) };
const OURS = { ...NAMED, aliasIsOurs: true };
const named = (id: number, longurl?: string) => link(id, longurl, 'mine');

interface Case {
	what: string;
	create?: Partial<UnconfirmedCreate>;
	rows: ListedLink[];
	circumstances?: Partial<Circumstances>;
	/** The id of the link found, whether its absence is certain, or why nothing can be told. */
	is: { found: number } | { certain: boolean } | { why: string; ids: number[] };
}

const twin = (more: Partial<UnconfirmedCreate> = {}) => lost({ isSought: true, ...more });

const CASES: Case[] = [
	{ what: 'the new link that fits', rows: [link(12, OTHER_PAGE), link(11)], is: { found: 11 } },
	{ what: 'none at all', rows: [], is: { certain: true } },
	{ what: 'none above the watermark', rows: [link(10)], is: { certain: true } },
	{
		what: 'the lowest watermark of two sendings counts',
		create: { attempts: [attempt({ watermark: 10 }), attempt({ watermark: 20 })] },
		rows: [link(15)],
		is: { found: 15 },
	},
	{
		what: 'one sending without a watermark',
		create: { attempts: [attempt({}), attempt({ watermark: undefined })] },
		rows: [link(11)],
		is: { why: 'did not say which links', ids: [11] },
	},
	{
		what: 'a list without ids',
		rows: [link(undefined), link('x11')],
		is: { why: 'did not say which links', ids: [NaN, NaN] },
	},
	{
		what: 'a list with an id on some of its rows',
		rows: [link(11), link(undefined, OTHER_PAGE)],
		is: { found: 11 },
	},
	{
		what: 'a link that another item has',
		rows: [link(11)],
		circumstances: { isFree: () => false },
		is: { certain: true },
	},
	{
		what: 'a watermark that was not fresh at one of two sendings',
		create: { attempts: [attempt({}), attempt({ isFresh: false })] },
		rows: [link(11)],
		is: { why: 'Another client', ids: [11] },
	},
	// The id that a broken answer named.
	{
		what: 'the link whose id the answer named, whatever its long URL',
		create: { attempts: [attempt({ reportedId: '12' })] },
		rows: [link(11), link(12, OTHER_PAGE)],
		is: { found: 12 },
	},
	{
		what: 'an answer that named an empty id names none',
		create: { attempts: [attempt({ reportedId: '' })] },
		rows: [link(11)],
		is: { found: 11 },
	},
	// An alias.
	{ what: 'the link with its alias', create: NAMED, rows: [named(11)], is: { found: 11 } },
	{
		what: 'a link to the same page without its alias',
		create: NAMED,
		rows: [link(11)],
		is: { certain: true },
	},
	{
		what: 'no link with its alias, among rows without ids',
		create: { ...NAMED, attempts: [attempt({ watermark: undefined })] },
		rows: [link(undefined)],
		is: { certain: false },
	},
	{
		what: 'its alias and a long URL that was written otherwise',
		create: NAMED,
		rows: [named(11, 'http://www.example.com/a')],
		is: { found: 11 },
	},
	{
		what: 'its alias on another page, while nothing is known of how links are listed',
		create: NAMED,
		rows: [named(11, OTHER_PAGE)],
		is: { why: 'has its alias', ids: [11] },
	},
	{
		what: 'its alias on another page, of a service that lists links as they were sent',
		create: NAMED,
		rows: [named(11, OTHER_PAGE)],
		circumstances: { listsLinksAsSent: true },
		is: { why: 'has its alias', ids: [11] },
	},
	{
		what: 'an alias that the node chose is its own on any page',
		create: OURS,
		rows: [named(11, OTHER_PAGE)],
		circumstances: { listsLinksAsSent: true },
		is: { found: 11 },
	},
	{
		what: 'no link with an alias that the node chose',
		create: OURS,
		rows: [link(11)],
		is: { certain: true },
	},
	{
		what: 'its alias and long URL on another domain',
		create: { wanted: wantedLink({ ...A, custom: 'mine', domain: 'https://go.brand.example' }) },
		rows: [named(11)],
		is: { why: 'has its alias', ids: [11] },
	},
	// Absence.
	{
		what: 'a new link to the same site, while nothing is known of how links are listed',
		rows: [link(11, OTHER_PAGE)],
		is: { why: 'almost the same', ids: [11] },
	},
	{
		what: 'a new link to the same site that is just what another item asked for',
		rows: [link(11, OTHER_PAGE)],
		circumstances: { fitsAnother: () => true },
		is: { certain: true },
	},
	{
		what: 'a new link to another site',
		rows: [link(11, 'https://other.example/a')],
		is: { certain: true },
	},
	{
		what: 'a new link to the same site, of a service that lists links as they were sent',
		rows: [link(11, OTHER_PAGE)],
		circumstances: { listsLinksAsSent: true },
		is: { certain: true },
	},
	{
		what: 'a long URL that resembles, even there',
		rows: [link(11, 'http://www.example.com/a')],
		circumstances: { listsLinksAsSent: true },
		is: { why: 'almost the same', ids: [11] },
	},
	{
		what: 'a long URL that resembles, on another domain, even there',
		create: { wanted: wantedLink({ ...A, domain: 'https://go.brand.example' }) },
		rows: [link(11, 'http://www.example.com/a')],
		circumstances: { listsLinksAsSent: true },
		is: { why: 'almost the same', ids: [11] },
	},
	{
		what: 'its long URL without some of its parameters, even there',
		create: { wanted: wantedLink({ url: `${A.url}?utm_source=mail&b=1&utm_term=c` }) },
		rows: [link(11, `${A.url}?b=1`), link(12, `${A.url}?b=2`), link(13, `${OTHER_PAGE}?b=1`)],
		circumstances: { listsLinksAsSent: true },
		is: { why: 'almost the same', ids: [11] },
	},
	{
		what: 'nothing like it, of a service that changes long URLs',
		rows: [],
		circumstances: { listsLinksAsSent: false },
		is: { why: 'changes long URLs', ids: [] },
	},
	// Several creates for the same link.
	{
		what: 'two links for one create',
		rows: [link(11), link(12)],
		is: { why: ALSO_IT, ids: [11, 12] },
	},
	{
		what: 'two links for two equal creates: the lower id, in whatever order they are listed',
		rows: [link(12), link(11)],
		circumstances: { rivals: [twin({ givenUpAt: 9 })] },
		is: { found: 11 },
	},
	{
		what: 'one link for two equal creates, of which this was given up first',
		rows: [link(11)],
		circumstances: { rivals: [twin({ givenUpAt: 9 })] },
		is: { found: 11 },
	},
	{
		what: 'one link for two given up at the same moment',
		rows: [link(11)],
		circumstances: { rivals: [twin({ givenUpAt: 5 })] },
		is: { found: 11 },
	},
	{
		what: 'one link for two equal creates, of which the other was given up first',
		rows: [link(11)],
		circumstances: { rivals: [twin({ givenUpAt: 1 })] },
		is: { why: OTHERS_AHEAD, ids: [11] },
	},
	{
		what: 'two links for two, of which the other was given up first',
		rows: [link(11), link(12)],
		circumstances: { rivals: [twin({ givenUpAt: 1 })] },
		is: { found: 11 },
	},
	{
		what: 'an earlier one that is no longer looked for',
		rows: [link(11)],
		circumstances: { rivals: [twin({ givenUpAt: 1, isSought: false })] },
		is: { found: 11 },
	},
	{
		what: 'an earlier one whose id is known',
		rows: [link(11)],
		circumstances: {
			rivals: [twin({ givenUpAt: 1, attempts: [SENT, attempt({ reportedId: '15' })] })],
		},
		is: { found: 11 },
	},
	{
		what: 'an earlier one whose answer named an empty id',
		rows: [link(11)],
		circumstances: { rivals: [twin({ givenUpAt: 1, attempts: [attempt({ reportedId: '' })] })] },
		is: { why: OTHERS_AHEAD, ids: [11] },
	},
	{
		what: 'a create with another title for the same page',
		rows: [link(11), link(12)],
		circumstances: {
			rivals: [twin({ wanted: wantedLink({ ...A, metatitle: 'Other' }), givenUpAt: 9 })],
		},
		is: { why: ALSO_IT, ids: [11, 12] },
	},
	{
		what: 'one link that a create with another title may have made',
		rows: [link(11)],
		circumstances: {
			rivals: [twin({ wanted: wantedLink({ ...A, metatitle: 'Other' }), givenUpAt: 9 })],
		},
		is: { why: ALSO_IT, ids: [11] },
	},
	{
		what: 'a create for another page',
		rows: [link(11)],
		circumstances: { rivals: [twin({ wanted: wantedLink({ url: OTHER_PAGE }), givenUpAt: 1 })] },
		is: { found: 11 },
	},
];

it.each(CASES)('$what', ({ create, rows, circumstances, is }) => {
	const verdict = judge(lost(create), rows, {
		rivals: [],
		fitsAnother: () => false,
		isFree: () => true,
		listsLinksAsSent: undefined,
		made: new Set(),
		...circumstances,
	});

	if ('found' in is) expect(verdict).toMatchObject({ kind: 'found', link: { id: is.found } });
	else if ('certain' in is) expect(verdict).toEqual({ kind: 'absent', isCertain: is.certain });
	else {
		expect(verdict).toMatchObject({ kind: 'cannotTell' });
		if (verdict.kind !== 'cannotTell') return;
		expect(verdict.why).toContain(is.why);
		expect(verdict.links.map(({ id }) => Number(id))).toEqual(is.ids);
	}
});
