import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { LinkLedger, type Lost } from '../../../nodes/LinkShortener/links/ledger';
import { listedLink, type ListedLink } from '../../../nodes/LinkShortener/links/listedLink';
import { decide } from '../../../nodes/LinkShortener/links/lostCreates';
import { wantedLink } from '../../../nodes/LinkShortener/links/wantedLink';

const PAGE = 'https://example.com/page';
const OTHER = 'https://example.com/other';

/** A create that was lost after id 10 was known. */
function lostCreate(body: IDataObject = {}, facts: Partial<Lost> = {}): Lost {
	return {
		above: 10,
		isFresh: true,
		explanation: { message: 'No answer came', remedy: '' },
		lostAt: 0,
		sendings: 1,
		isSaidDone: false,
		isSought: true,
		...facts,
		wanted: wantedLink({ url: PAGE, ...body }),
	};
}

function link(id: number, longurl = PAGE, alias = `x${id}`): ListedLink {
	return listedLink({ id, longurl, shorturl: `https://go.brand/${alias}` });
}

/** The verdict of a create as text: the ids of the links it names, and why it cannot be told. */
function told({ verdict }: Lost): string {
	switch (verdict?.kind) {
		case 'found':
			return `found ${verdict.link.id}`;
		case 'cannotTell':
			return `cannot tell ${verdict.links.map(({ id }) => id).join()}: ${verdict.why}`;
		default:
			return verdict?.kind ?? 'none';
	}
}

const NO_ID = 'The service did not say which links are the newest.';
const STALE = 'Another client may have created it in the minutes before.';
const HALF = 'A new link has its alias, or almost the same long URL.';
const TWO = 'More than one create may have made it.';

describe('a lost create', () => {
	it.each<
		[what: string, body: IDataObject, facts: Partial<Lost>, links: ListedLink[], verdict: string]
	>([
		['a new link to its page', {}, {}, [link(11)], 'found 11'],
		['the lowest of several', {}, {}, [link(13), link(12)], 'found 12'],
		['an older link to its page', {}, {}, [link(10)], 'absent'],
		['new links to other pages', {}, {}, [link(11, OTHER)], 'absent'],
		['almost its page', {}, {}, [link(11, `${PAGE}#top`)], `cannot tell 11: ${HALF}`],
		['no id known, and a link', {}, { above: undefined }, [link(11)], `cannot tell 11: ${NO_ID}`],
		['no id known, and none', {}, { above: undefined }, [], `cannot tell : ${NO_ID}`],
		['an old id, and a link', {}, { isFresh: false }, [link(11)], `cannot tell 11: ${STALE}`],
		['an old id, and none', {}, { isFresh: false }, [], 'absent'],
		['its alias', { custom: 'sale' }, {}, [link(11, PAGE, 'sale')], 'found 11'],
		['its alias in another form', { custom: 'A b' }, {}, [link(11, PAGE, 'a-b')], 'found 11'],
		[
			'its alias, without a known id',
			{ custom: 'sale' },
			{ above: undefined },
			[link(5, PAGE, 'sale')],
			'found 5',
		],
		['no link with its alias', { custom: 'sale' }, { above: undefined }, [link(11)], 'absent'],
		[
			'its alias on another page',
			{ custom: 'sale' },
			{},
			[link(11, OTHER, 'sale')],
			`cannot tell 11: ${HALF}`,
		],
		['its domain', { domain: 'https://go.brand' }, {}, [link(11)], 'found 11'],
		[
			'its page on another domain',
			{ domain: 'https://to.brand' },
			{},
			[link(11)],
			`cannot tell 11: ${HALF}`,
		],
	])('that sees %s', (_, body, facts, links, verdict) => {
		const lost = lostCreate(body, facts);
		decide(new LinkLedger(), [lost], links, [lost]);
		expect(told(lost)).toBe(verdict);
	});

	it('does not get a link that an item has', () => {
		const ledger = new LinkLedger();
		ledger.give(link(11));
		const lost = lostCreate();
		decide(ledger, [lost], [link(11)], [lost]);
		expect(told(lost)).toBe('absent');
	});

	it('keeps the link that an earlier round gave it, and gets none once it is not sought', () => {
		const found = lostCreate({}, { verdict: { kind: 'found', link: link(11) } });
		const stopped = lostCreate({}, { isSought: false });
		decide(new LinkLedger(), [found, stopped], [link(12)], [found, stopped]);
		expect([told(found), told(stopped)]).toEqual(['found 11', 'none']);
	});
});

describe('several lost creates', () => {
	it('with equal bodies get the lowest links in the order in which they were lost', () => {
		const lost = [lostCreate(), lostCreate(), lostCreate()];
		decide(new LinkLedger(), lost, [link(12), link(11)], lost);
		expect(lost.map(told)).toEqual(['found 11', 'found 12', 'absent']);
	});

	it('with different bodies get none that fits both', () => {
		const lost = [lostCreate({ metatitle: 'One' }), lostCreate({ metatitle: 'Two' })];
		decide(new LinkLedger(), lost, [link(11)], lost);
		expect(lost.map(told)).toEqual(Array(2).fill(`cannot tell 11: ${TWO}`));
	});

	it('count when their run was stopped, too, unless they left later than the link was made', () => {
		const stopped = { isSought: false, lostAt: 1 };
		const before = lostCreate({ metatitle: 'Two' }, stopped);
		const after = lostCreate({ metatitle: 'Two' }, { ...stopped, above: 11 });
		const [one, other] = [lostCreate(), lostCreate()];
		decide(new LinkLedger(), [one], [link(11)], [one, before]);
		decide(new LinkLedger(), [other], [link(11)], [other, after]);
		expect([one, other].map(told)).toEqual([`cannot tell 11: ${TWO}`, 'found 11']);
	});

	it('do not name a link by half that is the whole link of another, even of a stopped run', () => {
		const lost = lostCreate();
		const stopped = lostCreate({ url: `${PAGE}#top` }, { isSought: false });
		decide(new LinkLedger(), [lost], [link(11, `${PAGE}#top`)], [lost, stopped]);
		expect(told(lost)).toBe('absent');
	});
});
