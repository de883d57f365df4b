import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { toDeepLink, toNamedValues } from '../../../../nodes/LinkShortener/link/fields/groups';
import { OTHER, toTargets } from '../../../../nodes/LinkShortener/link/fields/targets';
import { refuses } from '../../refusals.mts';

describe('targets', () => {
	const canada = { location: 'Canada', link: 'https://c.example' };
	const peru = { location: 'Peru', link: 'https://p.example' };
	const bonaire = { location: 'Bonaire', link: 'https://b.example' };

	it.each<[name: string, value: unknown, targets: IDataObject[]]>([
		['the form', { targets: [canada, peru] }, [canada, peru]],
		['an array', [canada], [canada]],
		['one row', canada, [canada]],
		['one country under two names', { Canada: canada.link, CA: canada.link }, [canada]],
		['JSON in a cell', JSON.stringify([canada, peru]), [canada, peru]],
		['one row as JSON', ` ${JSON.stringify(canada)}`, [canada]],
		['the form without a row', { targets: [] }, []],
		['the form with nothing', {}, []],
		['no row', [], []],
		['another place', [{ location: OTHER, other: ' Bonaire ', link: bonaire.link }], [bonaire]],
		['a place that is not meant', [{ ...canada, other: 'Greenland' }], [canada]],
		['blanks around', [{ location: ' Canada ', link: ' https://c.example ' }], [canada]],
		['places and addresses', { Canada: canada.link, Peru: 'p.example' }, [canada, peru]],
		['the same as the output has it, as JSON', '{"canada": "https://c.example"}', [canada]],
		['an address without a scheme', [{ location: 'Canada', link: 'c.example' }], [canada]],
	])('%s', (_, value, targets) => {
		expect(toTargets(value, 'Geo Targets', 'location')).toEqual(targets);
	});

	it.each<[name: string, value: unknown, message: string]>([
		['no place', [{ link: peru.link }], 'Geo Targets has an entry without a location'],
		['no other place', [{ location: OTHER, link: peru.link }], 'has an entry without a location'],
		['no address', [{ ...peru, link: ' ' }], 'Geo Targets has no destination URL for Peru'],
		['a place without an address', { Canada: '' }, 'has no destination URL for Canada'],
		['a place that leads nowhere', { Canada: 'soon' }, 'Geo Targets "soon" is not a web address'],
		['words', 'Canada', 'Geo Targets is not a list'],
		['JSON that is cut off', '[{"location": "Can', 'Geo Targets is not valid JSON'],
		[
			'two places for one country',
			{ Canada: canada.link, CA: peru.link },
			'Geo Targets has two destination URLs for Canada',
		],
		['rows that are none', ['Canada'], 'Geo Targets is not a list'],
		['a number', 7, 'Geo Targets is not a list'],
		['a country of nobody', { Atlantis: peru.link }, 'Geo Targets "Atlantis" is not one of its'],
	])('%s are refused', (_, value, message) => {
		refuses(() => toTargets(value, 'Geo Targets', 'location'), message);
	});
});

describe('named values', () => {
	const named = (name: string, value: string) => ({ name, value });
	const [ref, n, bob] = [named('ref', 'newsletter'), named('n', '1'), named('name', 'Bob')];

	it.each<[name: string, value: unknown, values: IDataObject[]]>([
		['the form', { parameter: [ref, { name: 'n', value: 1 }] }, [ref, n]],
		['an array', [ref], [ref]],
		['one row', ref, [ref]],
		['JSON in a cell', JSON.stringify([ref]), [ref]],
		['an object', { ref: 'newsletter', n: 1 }, [ref, n]],
		['an object as JSON', '{"ref": "newsletter"}', [ref]],
		['a parameter called name', '{"name": "Bob", "ref": "x"}', [bob, named('ref', 'x')]],
		[
			'parameters called name and value',
			{ name: 'Bob', value: 1, ref: 'x' },
			[bob, named('value', '1'), named('ref', 'x')],
		],
		['a parameter called name alone', { name: 'Bob' }, [bob]],
		['a parameter called parameter', { parameter: 7 }, [named('parameter', '7')]],
		['no value', [{ name: 'ref' }], [named('ref', '')]],
		['a value that is null', { ref: null, n: 1 }, [n]],
		['a query', '?ref=newsletter&n=a%20b=c&x&', [ref, named('n', 'a b=c'), named('x', '')]],
		['a query without its question mark', 'ref=newsletter', [ref]],
		['a query of a page source', 'ref=newsletter&amp;n=1', [ref, n]],
		['nothing', {}, []],
		['the form without a row', { parameter: [] }, []],
	])('%s', (_, value, values) => {
		expect(toNamedValues(value, 'Parameters')).toEqual(values);
	});

	it.each<[value: unknown, message: string]>([
		[[{ value: 'newsletter' }], 'Parameters has an entry without a name'],
		['newsletter', 'Parameters is not a list'],
		['a page?ref=newsletter', 'Parameters is not a list'],
		['ref=newsletter&=x', 'Parameters has an entry without a name'],
		[['ref'], 'Parameters is not a list'],
	])('%j is refused', (value, message) => {
		refuses(() => toNamedValues(value, 'Parameters'), message);
	});
});

describe('deep links', () => {
	const apple = 'https://apps.example.com/app';

	it.each<[value: unknown, deepLink: IDataObject | undefined]>([
		[{ auto: true }, { auto: true }],
		[
			{ auto: 'no', apple, google: '' },
			{ auto: false, apple },
		],
		[{ apple: ` ${apple} ` }, { apple }],
		[{ apple: 'apps.example.com/app' }, { apple }],
		[`{"auto": true, "apple": "${apple}"}`, { auto: true, apple }],
		['yes', { auto: true }],
		[false, { auto: false }],
		[{}, undefined],
		[{ apple: '', google: null }, undefined],
	])('%j is %j', (value, deepLink) => {
		expect(toDeepLink(value, 'Deep Links')).toEqual(deepLink);
	});

	it.each<[value: unknown, message: string]>([
		[{ windows: 'x' }, 'Deep Links has an unknown part "windows"'],
		[{ auto: 'perhaps' }, 'Deep Links "perhaps" is neither yes nor no'],
		['perhaps', 'Deep Links "perhaps" is neither yes nor no'],
		[[true], 'is neither yes nor no'],
	])('%j is refused', (value, message) => {
		refuses(() => toDeepLink(value, 'Deep Links'), message);
	});
});
