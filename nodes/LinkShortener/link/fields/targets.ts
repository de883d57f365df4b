import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/text';
import { wrongValue } from '../../shared/userFacingError';
import { toLongUrl } from '../../shared/values/address';
import { soleValue } from '../../shared/values/convert';
import { checkedText } from '../../shared/values/text';

import type { Field } from '../../operations/fields';
import { entriesOf, toRows } from './groups';

/**
 * English names as services have them, the code (ISO 3166-1 alpha-2, ISO 639-1; XK as CLDR has it), and other names in
 * use. The services' lists are not documented, so each ends with an entry for others.
 */

const COUNTRIES = `
	Afghanistan/AF, Albania/AL, Algeria/DZ, Andorra/AD, Angola/AO, Antigua and Barbuda/AG,
	Argentina/AR, Armenia/AM, Aruba/AW, Australia/AU, Austria/AT, Azerbaijan/AZ, Bahamas/BS,
	Bahrain/BH, Bangladesh/BD, Barbados/BB, Belarus/BY, Belgium/BE, Belize/BZ, Benin/BJ,
	Bermuda/BM, Bhutan/BT, Bolivia/BO, Bosnia and Herzegovina/BA, Botswana/BW, Brazil/BR,
	Brunei/BN, Bulgaria/BG, Burkina Faso/BF, Burundi/BI, Cambodia/KH, Cameroon/CM, Canada/CA,
	Cape Verde/CV/Cabo Verde, Cayman Islands/KY, Central African Republic/CF, Chad/TD, Chile/CL,
	China/CN, Colombia/CO, Comoros/KM, Congo/CG/Republic of the Congo/Congo-Brazzaville,
	Costa Rica/CR, Croatia/HR, Cuba/CU, Curacao/CW, Cyprus/CY, Czech Republic/CZ/Czechia,
	Democratic Republic of the Congo/CD/Congo-Kinshasa, Denmark/DK, Djibouti/DJ, Dominica/DM,
	Dominican Republic/DO, Ecuador/EC, Egypt/EG, El Salvador/SV, Equatorial Guinea/GQ,
	Eritrea/ER, Estonia/EE, Eswatini/SZ/Swaziland, Ethiopia/ET, Faroe Islands/FO, Fiji/FJ,
	Finland/FI, France/FR, French Polynesia/PF, Gabon/GA, Gambia/GM, Georgia/GE, Germany/DE,
	Ghana/GH, Gibraltar/GI, Greece/GR, Greenland/GL, Grenada/GD, Guam/GU, Guatemala/GT,
	Guernsey/GG, Guinea/GN, Guinea-Bissau/GW, Guyana/GY, Haiti/HT, Honduras/HN,
	Hong Kong/HK/Hong Kong SAR China, Hungary/HU, Iceland/IS, India/IN, Indonesia/ID, Iran/IR,
	Iraq/IQ, Ireland/IE, Isle of Man/IM, Israel/IL, Italy/IT, Ivory Coast/CI/Cote d'Ivoire,
	Jamaica/JM, Japan/JP, Jersey/JE, Jordan/JO, Kazakhstan/KZ, Kenya/KE, Kiribati/KI, Kosovo/XK,
	Kuwait/KW, Kyrgyzstan/KG, Laos/LA, Latvia/LV, Lebanon/LB, Lesotho/LS, Liberia/LR, Libya/LY,
	Liechtenstein/LI, Lithuania/LT, Luxembourg/LU, Macao/MO/Macau/Macao SAR China, Madagascar/MG,
	Malawi/MW, Malaysia/MY, Maldives/MV, Mali/ML, Malta/MT, Marshall Islands/MH, Mauritania/MR,
	Mauritius/MU, Mexico/MX, Micronesia/FM, Moldova/MD, Monaco/MC, Mongolia/MN, Montenegro/ME,
	Morocco/MA, Mozambique/MZ, Myanmar/MM/Burma/Myanmar (Burma), Namibia/NA, Nauru/NR, Nepal/NP,
	Netherlands/NL/Holland, New Caledonia/NC, New Zealand/NZ, Nicaragua/NI, Niger/NE, Nigeria/NG,
	North Korea/KP, North Macedonia/MK/Macedonia, Norway/NO, Oman/OM, Pakistan/PK, Palau/PW,
	Palestine/PS/Palestinian Territories, Panama/PA, Papua New Guinea/PG, Paraguay/PY, Peru/PE,
	Philippines/PH, Poland/PL, Portugal/PT, Puerto Rico/PR, Qatar/QA, Romania/RO,
	Russia/RU/Russian Federation, Rwanda/RW, Saint Kitts and Nevis/KN/St. Kitts and Nevis,
	Saint Lucia/LC/St. Lucia, Saint Vincent and the Grenadines/VC/St. Vincent and Grenadines,
	Samoa/WS, San Marino/SM, Sao Tome and Principe/ST, Saudi Arabia/SA, Senegal/SN, Serbia/RS,
	Seychelles/SC, Sierra Leone/SL, Singapore/SG, Slovakia/SK, Slovenia/SI, Solomon Islands/SB,
	Somalia/SO, South Africa/ZA, South Korea/KR, South Sudan/SS, Spain/ES, Sri Lanka/LK,
	Sudan/SD, Suriname/SR, Sweden/SE, Switzerland/CH, Syria/SY, Taiwan/TW, Tajikistan/TJ,
	Tanzania/TZ, Thailand/TH, Timor-Leste/TL/East Timor, Togo/TG, Tonga/TO,
	Trinidad and Tobago/TT, Tunisia/TN, Turkey/TR/Turkiye, Turkmenistan/TM, Tuvalu/TV, Uganda/UG,
	Ukraine/UA, United Arab Emirates/AE/UAE, United Kingdom/GB/UK/Great Britain,
	United States/US/USA/United States of America, Uruguay/UY, Uzbekistan/UZ, Vanuatu/VU,
	Vatican City/VA/Holy See, Venezuela/VE, Vietnam/VN, Yemen/YE, Zambia/ZM, Zimbabwe/ZW`;

const LANGUAGES = `
	Arabic/ar, Bengali/bn/Bangla, Bulgarian/bg, Catalan/ca, Chinese/zh, Croatian/hr, Czech/cs,
	Danish/da, Dutch/nl, English/en, Estonian/et, Finnish/fi, French/fr, German/de, Greek/el,
	Hebrew/he, Hindi/hi, Hungarian/hu, Indonesian/id, Italian/it, Japanese/ja, Korean/ko,
	Latvian/lv, Lithuanian/lt, Malay/ms, Norwegian/no/nb/nn, Persian/fa/Farsi, Polish/pl, Portuguese/pt,
	Romanian/ro, Russian/ru, Serbian/sr, Slovak/sk, Slovenian/sl, Spanish/es, Swedish/sv,
	Thai/th, Turkish/tr, Ukrainian/uk, Urdu/ur, Vietnamese/vi`;

export const OTHER = '__other';

const other = { name: 'Other', value: OTHER };

/** Case, accents, and signs do not count. Cut, since runs of accents take long. */
function keyOf(text: string): string {
	return text
		.slice(0, 100)
		.normalize('NFD')
		.toLowerCase()
		.replace(/\b(?:and|the)\b|\P{L}/gu, '');
}

/**
 * `at`: the place in an entry of what the service expects. Loaded, since n8n's types for models would have each list
 * three times.
 */
function loaded(loadOptionsMethod: string, list: string, at: 0 | 1) {
	const known = new Map<string, string>();
	const options = list.split(',').map((entry) => {
		const words = entry.trim().split('/');
		const [name, value = ''] = [`${words[0]} (${words[1]})`, words[at]];
		for (const word of [name, ...words]) known.set(keyOf(word), value);
		return { name, value };
	});
	return {
		choices: { typeOptions: { loadOptionsMethod } },
		load: () => Promise.resolve([...options, other]),
		read: (text: string, field: string) => {
			const key = keyOf(text);
			const value = known.get(key);
			if (value !== undefined) return value;
			const names = options.map(({ name }) => name);
			// By the pairs of letters in common.
			const likeness = (name: string) =>
				Array.from(key).filter((_, from) => name.toLowerCase().includes(key.slice(from, from + 2)))
					.length;
			const similar = names.toSorted((one, two) => likeness(two) - likeness(one)).slice(0, 2);
			const example = `${similar.join(' or ')}, or choose Other`;
			throw wrongValue(field, `"${text}" is not one of its values`, example);
		},
	};
}

const devices = ['Android', 'iPad', 'iPhone', 'Windows'].map((name) => ({ name, value: name }));

/** Of devices, services know more. `first` is the default, and the example in messages. */
const KINDS = {
	location: {
		...loaded('getCountries', COUNTRIES, 0),
		displayName: 'Country',
		first: 'United States',
	},
	device: {
		choices: { options: [...devices, other] },
		read: toText,
		displayName: 'Device',
		first: 'iPhone',
	},
	language: { ...loaded('getLanguages', LANGUAGES, 1), displayName: 'Language', first: 'en' },
};

export const loadTargets = {
	getCountries: KINDS.location.load,
	getLanguages: KINDS.language.load,
};

type TargetKind = keyof typeof KINDS;

export function targets(key: TargetKind): Omit<Field, 'name' | 'displayName'> {
	const { displayName, choices, first } = KINDS[key];
	return {
		read: (value, field) => toTargets(value, field, key),
		...entriesOf('Target', 'targets', [
			{
				displayName,
				name: key,
				type: 'options',
				...choices,
				default: first,
				description: 'Which visitors this target is for',
			},
			{
				displayName: `Other ${displayName}`,
				name: 'other',
				type: 'string',
				default: '',
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
		]),
	};
}

/** A row without both halves is refused. `key`: `location`, `device` or `language`. */
export function toTargets(value: unknown, field: string, key: TargetKind): IDataObject[] {
	const { read, first } = KINDS[key];
	const links = new Map<string, string>();
	for (const row of toRows(value, field, {
		group: 'targets',
		parts: [key, 'link'],
		example: `{"${first}": "https://example.com/page"}`,
	})) {
		const place = checkedText(soleValue(row[key]), field);
		const chosen =
			place === OTHER ? checkedText(soleValue(row.other), field) : place && read(place, field);
		if (chosen === '') throw wrongValue(field, `has an entry without a ${key}`, first);
		if (toText(row.link) === '')
			throw wrongValue(field, `has no destination URL for ${chosen}`, 'https://example.com/page');
		const link = toLongUrl(row.link, field);
		if ((links.get(chosen) ?? link) !== link)
			throw wrongValue(field, `has two destination URLs for ${chosen}`, 'https://example.com/page');
		links.set(chosen, link);
	}
	return Array.from(links, ([chosen, link]) => ({ [key]: chosen, link }));
}
