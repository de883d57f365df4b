import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { toText } from '../../shared/text';
import { wrongValue } from '../../shared/userFacingError';
import { toLongUrl } from '../../shared/values/address';
import { soleValue } from '../../shared/values/convert';
import { checkedText } from '../../shared/values/text';

import type { Field } from '../../operations/fields';
import { toRows } from './groups';

/** English names (notes of real services). The lists are not documented, so each ends with an entry for others. */

const COUNTRIES = `
	Afghanistan, Albania, Algeria, Andorra, Angola, Antigua and Barbuda, Argentina, Armenia,
	Aruba, Australia, Austria, Azerbaijan, Bahamas, Bahrain, Bangladesh, Barbados, Belarus,
	Belgium, Belize, Benin, Bermuda, Bhutan, Bolivia, Bosnia and Herzegovina, Botswana, Brazil,
	Brunei, Bulgaria, Burkina Faso, Burundi, Cambodia, Cameroon, Canada, Cape Verde,
	Cayman Islands, Central African Republic, Chad, Chile, China, Colombia, Comoros, Congo,
	Costa Rica, Croatia, Cuba, Curacao, Cyprus, Czech Republic,
	Democratic Republic of the Congo, Denmark, Djibouti, Dominica, Dominican Republic, Ecuador,
	Egypt, El Salvador, Equatorial Guinea, Eritrea, Estonia, Eswatini, Ethiopia, Faroe Islands,
	Fiji, Finland, France, French Polynesia, Gabon, Gambia, Georgia, Germany, Ghana, Gibraltar,
	Greece, Greenland, Grenada, Guam, Guatemala, Guernsey, Guinea, Guinea-Bissau, Guyana, Haiti,
	Honduras, Hong Kong, Hungary, Iceland, India, Indonesia, Iran, Iraq, Ireland, Isle of Man,
	Israel, Italy, Ivory Coast, Jamaica, Japan, Jersey, Jordan, Kazakhstan, Kenya, Kiribati,
	Kosovo, Kuwait, Kyrgyzstan, Laos, Latvia, Lebanon, Lesotho, Liberia, Libya, Liechtenstein,
	Lithuania, Luxembourg, Macao, Madagascar, Malawi, Malaysia, Maldives, Mali, Malta,
	Marshall Islands, Mauritania, Mauritius, Mexico, Micronesia, Moldova, Monaco, Mongolia,
	Montenegro, Morocco, Mozambique, Myanmar, Namibia, Nauru, Nepal, Netherlands, New Caledonia,
	New Zealand, Nicaragua, Niger, Nigeria, North Korea, North Macedonia, Norway, Oman,
	Pakistan, Palau, Palestine, Panama, Papua New Guinea, Paraguay, Peru, Philippines, Poland,
	Portugal, Puerto Rico, Qatar, Romania, Russia, Rwanda, Saint Kitts and Nevis, Saint Lucia,
	Saint Vincent and the Grenadines, Samoa, San Marino, Sao Tome and Principe, Saudi Arabia,
	Senegal, Serbia, Seychelles, Sierra Leone, Singapore, Slovakia, Slovenia, Solomon Islands,
	Somalia, South Africa, South Korea, South Sudan, Spain, Sri Lanka, Sudan, Suriname, Sweden,
	Switzerland, Syria, Taiwan, Tajikistan, Tanzania, Thailand, Timor-Leste, Togo, Tonga,
	Trinidad and Tobago, Tunisia, Turkey, Turkmenistan, Tuvalu, Uganda, Ukraine,
	United Arab Emirates, United Kingdom, United States, Uruguay, Uzbekistan, Vanuatu,
	Vatican City, Venezuela, Vietnam, Yemen, Zambia, Zimbabwe`;

const DEVICES = 'Android, iPad, iPhone, Windows';

const LANGUAGES = `
	ar Arabic, bn Bengali, bg Bulgarian, ca Catalan, zh Chinese, hr Croatian, cs Czech,
	da Danish, nl Dutch, en English, et Estonian, fi Finnish, fr French, de German, el Greek,
	he Hebrew, hi Hindi, hu Hungarian, id Indonesian, it Italian, ja Japanese, ko Korean,
	lv Latvian, lt Lithuanian, ms Malay, no Norwegian, fa Persian, pl Polish, pt Portuguese,
	ro Romanian, ru Russian, sr Serbian, sk Slovak, sl Slovenian, es Spanish, sv Swedish,
	th Thai, tr Turkish, uk Ukrainian, ur Urdu, vi Vietnamese`;

export const OTHER = '__other';

const other: INodePropertyOptions = {
	name: 'Other',
	value: OTHER,
	description: 'Enter it yourself',
};

function entriesOf(text: string): string[] {
	return text.split(',').map((entry) => entry.trim());
}

function named(names: string): INodePropertyOptions[] {
	return [...entriesOf(names).map((name) => ({ name, value: name })), other];
}

const languages = entriesOf(LANGUAGES).map((entry) => {
	const [value = '', name = ''] = entry.split(' ');
	return { name: `${name} (${value})`, value };
});

/** `usual`: for messages. */
const KINDS = {
	location: {
		displayName: 'Country',
		options: named(COUNTRIES),
		first: 'United States',
		other: 'e.g. Bonaire',
		usual: 'Canada',
	},
	device: {
		displayName: 'Device',
		options: named(DEVICES),
		first: 'iPhone',
		other: 'e.g. Linux',
		usual: 'iPhone',
	},
	language: {
		displayName: 'Language',
		options: [...languages, other],
		first: 'en',
		other: 'e.g. pt-br',
		usual: 'fr',
	},
};

type TargetKind = keyof typeof KINDS;

export function targets(key: TargetKind): Omit<Field, 'name' | 'displayName'> {
	const { displayName, options, first, other: placeholder } = KINDS[key];
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Target' },
		placeholder: 'Add Target',
		default: {},
		read: (value, field) => toTargets(value, field, key),
		options: [
			{
				displayName: 'Targets',
				name: 'targets',
				values: [
					{
						displayName,
						name: key,
						type: 'options',
						options,
						default: first,
						description: 'Which visitors this target is for',
					},
					{
						displayName: `Other ${displayName}`,
						name: 'other',
						type: 'string',
						default: '',
						placeholder,
						description: 'The value, spelled as in the service',
						displayOptions: { show: { [key]: [OTHER] } },
					},
					{
						displayName: 'Destination URL',
						name: 'link',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/page',
						description: 'Where these visitors go instead of the long URL',
					},
				],
			},
		],
	};
}

/** A row without both halves is refused. `key`: `location`, `device` or `language`. */
export function toTargets(value: unknown, field: string, key: TargetKind): IDataObject[] {
	const { usual } = KINDS[key];
	const example = `{"${usual}": "https://example.com/page"}`;
	const form = { group: 'targets', parts: [key, 'link'], example } as const;
	return toRows(value, field, form).map((row) => {
		const place = checkedText(soleValue(row[key]), field);
		const chosen = place === OTHER ? checkedText(soleValue(row.other), field) : place;
		if (chosen === '') throw wrongValue(field, `has an entry without a ${key}`, usual);
		if (toText(row.link) === '') {
			const what = `has no destination URL for ${chosen}`;
			throw wrongValue(field, what, 'https://example.com/page');
		}
		return { [key]: chosen, link: toLongUrl(row.link, field) };
	});
}
