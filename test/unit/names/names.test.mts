import { describe, expect, it } from 'vitest';

import {
	ambiguousName,
	indexNames,
	matchesOf,
	toReference,
	unknownName,
	type Names,
	type Reference,
} from '../../../nodes/LinkShortener/names/names';
import { explained } from '../refusals.mts';
import { textWith } from '../../engine/support/matchers.mts';

/** Each record as `id name`. */
function names(noun: string, ...records: string[]): Names {
	return prefixed('', noun, ...records);
}

function prefixed(prefix: string, noun: string, ...records: string[]): Names {
	return indexNames(
		{ noun, prefix },
		records.map((record) => {
			const [id = '', ...name] = record.split(' ');
			return { id: Number(id), name: name.join(' ') };
		}),
	);
}

function refusal(message: string, remedy = '') {
	return explained({ message, remedy: textWith(remedy) });
}

function refused(name: string, among: Names[]) {
	const matches = matchesOf(name, among);
	return matches.length > 1 ? ambiguousName(name, matches) : unknownName(name, among);
}

const CAMPAIGNS = names(
	'campaign',
	'11 Spring',
	'12 Summer',
	'13 SUMMER',
	'14 Fall ',
	'15 Tom, Ann',
);

describe('what stands for records', () => {
	it.each<[value: unknown, reference: Reference]>([
		[7, { text: '7', id: 7 }],
		[' 7 ', { text: '7', id: 7 }],
		['007', { text: '007', id: 7 }],
		['1005.0', { text: '1005.0', id: 1005 }],
		[
			{ mode: 'id', value: '7' },
			{ text: '7', id: 7 },
		],
		[
			{ __rl: true, mode: 'list', value: 4 },
			{ text: '4', id: 4 },
		],
		[{ __rl: true, mode: 'id', value: ' Summer ' }, { text: 'Summer' }],
		[{ __rl: true, mode: 'name', value: ' 2024 ' }, { text: '2024' }],
		[{ __rl: true, mode: 'name', value: 2024 }, { text: '2024' }],
		[{ __rl: true, mode: 'name', value: 'https://a.example' }, { text: 'https://a.example' }],
		['12a', { text: '12a' }],
		['-1', { text: '-1' }],
		[1.5, { text: '1.5' }],
		['٣', { text: '٣' }],
		['1, 2', { text: '1, 2' }],
		[{ id: 7 }, { text: '7', id: 7 }],
		['{"Id": 7, "Title": "2024"}', { text: '2024', tie: 7 }],
		[[{ id: 7, value: 'Summer', color: 'red' }], { text: 'Summer', tie: 7 }],
	])('%j is read', (value, reference) => {
		expect(toReference(value, 'Campaign')).toEqual(reference);
	});

	it.each([
		['', 'Campaign is empty'],
		[undefined, 'Campaign is empty'],
		[0, 'Campaign "0" is not an ID'],
		['00', 'Campaign "00" is not an ID'],
		['9999999999999999', 'Campaign "9999999999999999" is not an ID'],
		[{ __rl: true, mode: 'name', value: '' }, 'Campaign is empty'],
		[true, 'Campaign "true" is not an ID'],
		[{ of: 7 }, 'Campaign accepts one value, not an object with of'],
		['[11, 12]', 'Campaign accepts one value, not 2: 11, 12'],
	])('%j is refused without a look-up', (value, message) => {
		expect(() => toReference(value, 'Campaign')).toThrow(message);
	});
});

describe('a name', () => {
	it.each([
		['Spring', 11],
		['spring', 11],
		['Summer', 12],
		['SUMMER', 13],
		['fall', 14],
		['Tom, Ann', 15],
		['Tom,\u00A0 Ann', 15],
	])('%s is that of %i', (name, id) => {
		expect(matchesOf(name, [CAMPAIGNS])).toMatchObject([{ id }]);
	});

	it('of digits is an ID only where an agent gives it, and no record has it as its name', () => {
		const among = [names('campaign', '11 Spring', '12 Summer', '13 11')];
		const idsOf = (name: string, isOfModel: boolean) =>
			matchesOf(name, among, undefined, isOfModel).map(({ id }) => id);

		expect(idsOf('12', false)).toEqual([]);
		expect(idsOf('12', true)).toEqual([12]);
		expect(idsOf('12.0', true)).toEqual([12]);
		expect(idsOf('11', true)).toEqual([13]);
	});

	it.each<{ name: string; among: Names[]; message: string; remedy?: string }>([
		{
			name: 'summer',
			among: [CAMPAIGNS],
			message: '"summer" matches several records: campaign 12 (Summer), campaign 13 (SUMMER)',
			remedy: 'Enter the ID of the one you mean: 12 or 13.',
		},
		{
			name: 'Sale',
			among: [names('splash page', '81 Sale'), prefixed('overlay-', 'CTA overlay', '71 Sale')],
			message: '"Sale" matches several records: splash page 81 (Sale), CTA overlay 71 (Sale)',
			remedy: '81 or overlay-71',
		},
		{
			name: '99',
			among: [CAMPAIGNS],
			message: 'There is no campaign "99"',
			remedy: 'Existing campaigns: Spring, Summer, SUMMER, Fall, Tom, Ann. Enter',
		},
		{
			name: 'Winter',
			among: [names('channel', ...[1, 2, 3, 4, 5, 6, 7].map((id) => `${id} Mail ${id}`))],
			message: 'There is no channel "Winter"',
			remedy: 'Existing channels: Mail 1, Mail 2, Mail 3, Mail 4, Mail 5 and 2 more. Enter',
		},
		{
			name: 'Any',
			among: [names('pixel', '7 ')],
			message: 'There is no pixel "Any"',
			remedy: 'This account has no pixel yet. Create it first.',
		},
		{
			name: 'Any',
			among: [names('splash page', '81 Thanks'), prefixed('overlay-', 'CTA overlay', '71 Sale')],
			message: 'There is no splash page or CTA overlay "Any"',
			remedy:
				'Existing splash pages: Thanks. Existing CTA overlays: Sale. Enter one of these names or the ID (with overlay- in front for a CTA overlay), or create it first',
		},
	])('$name is refused: $message', ({ name, among, message, remedy }) => {
		expect(refused(name, among)).toEqual(refusal(message, remedy));
	});

	it.each([
		['in one character as in two', 'Cafe\u0301', 'Caf\u00E9'],
		['in two characters as in one', 'CAF\u00C9', 'Cafe\u0301'],
		['with hard spaces as with plain ones', 'Summer\u00A0Sale', 'Summer Sale'],
		['with plain spaces as with hard ones', 'Summer sale', '\u2007Summer\u202F Sale\u00A0'],
	])('is found written %s, and shown as it is', (_, name, shown) => {
		expect(matchesOf(name, [names('campaign', `1 ${shown}`)])).toMatchObject([{ id: 1 }]);
		const among = [names('campaign', `1 ${shown}`, `2 ${name}`)];
		expect(refused('Other', among).explanation.remedy).toContain(shown.trim());
	});

	it('is read exactly in one list before it is read in any case in another', () => {
		const among = [names('splash page', '81 SALE'), prefixed('overlay-', 'CTA overlay', '71 Sale')];
		expect(matchesOf('Sale', among)).toMatchObject([{ id: 71 }]);
	});
});
