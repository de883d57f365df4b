import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { LinkLedger } from '../../../nodes/LinkShortener/links/ledger';
import { listedLink, type ListedLink } from '../../../nodes/LinkShortener/links/listedLink';
import { judge, type Lost, type Verdict } from '../../../nodes/LinkShortener/links/lostLink';
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
		inLane: { body: '' },
		sendings: 1,
		why: 'noAnswer',
		...facts,
		wanted: wantedLink({ url: PAGE, ...body }),
	};
}

function link(id: number, longurl = PAGE, alias = `x${id}`): ListedLink {
	return listedLink({ id, longurl, shorturl: `https://go.brand/${alias}` });
}

/** A verdict as text: the ids of the links it names, and why it cannot be told. */
function told(verdict: Verdict): string {
	switch (verdict.kind) {
		case 'found':
			return `found ${verdict.link.id}`;
		case 'cannotTell':
			return `cannot tell ${verdict.links.map(({ id }) => id).join()}: ${verdict.why}`;
		case 'absent':
			return 'absent';
	}
}

const NO_ID = 'The service did not list its newest links.';
const STALE = 'Another client may have created it shortly before.';
const ALIAS = 'A new link has its alias.';
const TWO = 'More than one request may have created it.';

describe('a lost create', () => {
	it.each<
		[what: string, body: IDataObject, facts: Partial<Lost>, links: ListedLink[], verdict: string]
	>([
		['a new link to its page', {}, {}, [link(11)], 'found 11'],
		['the lowest of several', {}, {}, [link(13), link(12)], 'found 12'],
		['an older link to its page', {}, {}, [link(10)], 'absent'],
		['new links to other pages', {}, {}, [link(11, OTHER)], 'absent'],
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
			`cannot tell 11: ${ALIAS}`,
		],
		['its domain', { domain: 'https://go.brand' }, {}, [link(11)], 'found 11'],
		['its page on another domain', { domain: 'https://to.brand' }, {}, [link(11)], 'absent'],
	])('that sees %s', (_, body, facts, links, verdict) => {
		const lost = lostCreate(body, facts);
		expect(told(judge(lost, links, new LinkLedger(), false))).toBe(verdict);
	});

	it('does not get a link that an item has, or whose alias an item has asked for', () => {
		const ledger = new LinkLedger();
		ledger.give(link(11));
		ledger.give(listedLink({ shorturl: 'https://go.brand/x12' }));
		ledger.leave(wantedLink({ url: PAGE, custom: 'Summer Sale' }));
		const links = [link(11), link(12), link(13, PAGE, 'summer-sale')];
		expect(told(judge(lostCreate(), links, ledger, false))).toBe('absent');
	});

	it('gets none where a create that asks for something else is lost in its lane', () => {
		const lost = lostCreate();
		expect(told(judge(lost, [link(11)], new LinkLedger(), true))).toBe(`cannot tell 11: ${TWO}`);
		expect(told(judge(lost, [], new LinkLedger(), true))).toBe('absent');
	});
});
