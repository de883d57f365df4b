import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	effectOf,
	fieldsThatTell,
	fieldsToKeep,
} from '../../../../nodes/LinkShortener/links/update/forgetsFields';

const LINK: IDataObject = {
	id: 7,
	longurl: 'https://example.com/a',
	title: 'One',
	description: 'Note',
	expiry: '',
	location: { canada: 'https://example.com/ca' },
	device: {},
	campaign: '0',
	clicks: 5,
};

describe('the fields that an update leaves out', () => {
	it.each<[sent: string[], kept: string[], telling: string[]]>([
		[['password'], ['title', 'description', 'location'], ['title', 'description', 'location']],
		[['metatitle', 'geotarget'], ['description'], ['description']],
		// The page at a new long URL may bring another title.
		[['url'], ['title', 'description', 'location'], ['description', 'location']],
		[['metatitle', 'description', 'geotarget'], [], []],
	])('beside %j', (sent, kept, telling) => {
		expect(fieldsToKeep(LINK, sent)).toEqual(kept);
		expect(fieldsThatTell(LINK, sent)).toEqual(telling);
	});
});

describe('the effect of an update', () => {
	it.each<[what: string, sent: string[], after: IDataObject, cleared: string[], kept: boolean]>([
		['keeps all', ['url'], LINK, [], true],
		[
			'empties the rest',
			['password'],
			{ title: '', description: null, location: {} },
			['Meta Title', 'Description', 'Geo Targets'],
			false,
		],
		['empties one field', ['url'], { ...LINK, description: '' }, ['Description'], true],
		['moves the page, which has no title', ['url'], { ...LINK, title: '' }, [], true],
		['shows nothing of the link', ['url'], { id: 7 }, [], false],
		[
			'writes the fields anew',
			['url'],
			{ ...LINK, description: 'x', location: { x: 1 } },
			[],
			false,
		],
	])('that %s', (_, sent, after, cleared, anyKept) => {
		expect(effectOf(LINK, after, sent)).toEqual({ cleared, anyKept });
	});

	it('is not told by a title that stays beside a new page', () => {
		const link = { title: 'One' };
		expect(effectOf(link, link, ['url'])).toEqual({ cleared: [], anyKept: false });
	});
});
