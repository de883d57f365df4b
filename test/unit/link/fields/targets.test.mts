import { expect, it } from 'vitest';

import { loadTargets, OTHER, toTargets } from '../../../../nodes/LinkShortener/link/fields/targets';

type Kind = Parameters<typeof toTargets>[2];

function read(kind: Kind, word: string): unknown {
	const [target] = toTargets([{ [kind]: word, link: 'https://t.example' }], 'Targets', kind);
	return target?.[kind];
}

it.each<[kind: Kind, words: string[], value: string]>([
	['location', ['Germany', ' germany ', 'DE', 'de', 'Germany (DE)'], 'Germany'],
	['location', ['US', 'usa', 'U.S.A.', 'United States of America'], 'United States'],
	['location', ['GB', 'UK', 'the United Kingdom'], 'United Kingdom'],
	['location', ['Côte d’Ivoire', "COTE D'IVOIRE", 'CI'], 'Ivory Coast'],
	['location', ['São Tomé & Príncipe', 'ST'], 'Sao Tome and Principe'],
	['location', ['Curaçao', 'Curac\u0327ao'], 'Curacao'],
	['location', ['Guinea Bissau', 'gw'], 'Guinea-Bissau'],
	['language', ['English', 'EN', ' english (en)'], 'en'],
	['language', ['Norwegian', 'nb', 'no'], 'no'],
	['language', ['Persian', 'Farsi', 'fa'], 'fa'],
	['device', ['Linux'], 'Linux'],
])('%s: %j', (kind, words, value) => {
	expect(words.map((word) => read(kind, word))).toEqual(words.map(() => value));
});

it.each<[kind: Kind, word: string, similar: string]>([
	['location', 'Germny', 'Germany (DE) or Algeria (DZ)'],
	['location', 'Untied States', 'United States (US) or United Arab Emirates (AE)'],
	['location', 'Northern Ireland', 'Ireland (IE) or Netherlands (NL)'],
	['language', 'Español', 'Spanish (es) or Japanese (ja)'],
	['language', 'en-US', 'English (en) or Russian (ru)'],
])('%s %s is not known', (kind, word, similar) => {
	const remedy = `Enter a value such as ${similar}, or choose Other.`;
	expect(() => read(kind, word)).toThrow(
		expect.objectContaining({
			explanation: {
				message: `Targets "${word}" is not one of its values`,
				field: 'Targets',
				remedy,
			},
		}) as Error,
	);
});

it.each([
	['location', 'region', loadTargets.getCountries, 213],
	['language', 'language', loadTargets.getLanguages, 41],
] as const)(
	'each %s of the list has its code, and is read by its name',
	async (kind, type, load, count) => {
		const list = await load();
		const names = new Intl.DisplayNames('en', { type });
		const codes = list.flatMap(({ name }) => / \((\w\w)\)$/.exec(name)?.[1] ?? []);
		const values = list.slice(0, -1).map(({ value }) => value);

		expect(codes).toHaveLength(count);
		expect(list.at(-1)?.value).toBe(OTHER);
		expect(codes.map((code) => read(kind, code))).toEqual(values);
		expect(codes.map((code) => read(kind, names.of(code) ?? ''))).toEqual(values);
	},
);
