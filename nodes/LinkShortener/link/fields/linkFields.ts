import type { IDataObject } from 'n8n-workflow';

import { canonicalUrl } from './longUrl';
import { decodeEntities } from '../../shared/entities';
import { isRecord, toText } from '../../shared/json';

/** What the service does with each field of a link's body, and how its values are compared. Pure. */

/** Undefined if nothing can be told. `name`: by which the row calls another record. */
export type Same = (wanted: unknown, shown: unknown, name: string) => boolean | undefined;

export function sameLongUrl(wanted: unknown, shown: unknown): boolean {
	return canonicalUrl(wanted) === canonicalUrl(shown);
}

export function sameText(wanted: unknown, shown: unknown): boolean {
	const plain = (value: unknown) => decodeEntities(toText(value)).replace(/\s+/g, ' ').trim();
	return plain(wanted) === plain(shown);
}

/** Lists show its id, several ids, nothing, or its name, which can be compared where the row gives a name. */
export function sameReference(wanted: unknown, shown: unknown, name: string): boolean | undefined {
	if (Array.isArray(shown)) {
		const each = shown.map((one) => sameReference(wanted, one, name));
		return each.includes(true) || (each.includes(undefined) ? undefined : false);
	}
	const text = toText(shown);
	if (text === toText(wanted)) return true;
	if (/^\d*$/.test(text)) return false;
	const isNamed = name !== '' && !/^\d+$/.test(name);
	return isNamed ? sameText(name.toLowerCase(), text.toLowerCase()) : undefined;
}

/** To the precision that is shown. Databases may write 0000-00-00 for none. */
export function sameMoment(wanted: unknown, shown: unknown): boolean {
	const text = toText(shown)
		.replace('T', ' ')
		.replace(/(\.\d+)?Z?$/, '');
	return text !== '' && toText(wanted).startsWith(text);
}

/** As `[{ location, link }]` or as `{ canada: link }`, in any letters' case. */
export function sameTargets(wanted: unknown, shown: unknown): boolean {
	return JSON.stringify(targetsOf(wanted)) === JSON.stringify(targetsOf(shown));
}

function targetsOf(value: unknown): Array<[string, string]> {
	const rows = Array.isArray(value) ? value.filter(isRecord) : [];
	const pairs: Array<[string, unknown]> = isRecord(value)
		? Object.entries(value)
		: rows.map(({ link, ...of }) => [toText(Object.values(of)[0]), link]);
	const plain = pairs.map(([of, link]): [string, string] => [of.toLowerCase(), canonicalUrl(link)]);
	return plain.sort(([one], [other]) => (one < other ? -1 : 1));
}

export interface ShownFacts {
	shownAs: string;
	shownIn: 'lists' | 'details' | 'both';
	same: Same;
	/** Shown as it was sent, perhaps escaped for a page. */
	isText?: true;
	/** Its column in a listing is read as the field, so an escaped text may come back. */
	comesBack?: true;
}

interface Emptied {
	/** Left out where no value is known to empty it. */
	emptiedBy?: '' | readonly never[];
}

/** Each field has a role, so that none is left out of a comparison by an oversight. */
export type FieldFacts =
	| ({ role: 'page' } & ShownFacts)
	| ({ role: 'shown'; isReference?: true } & Emptied & ShownFacts)
	/** Compared with what this process has sent. */
	| ({ role: 'hidden'; isReference?: true } & Emptied)
	/** Which link it is: Create or Update never changes these. */
	| { role: 'alias' | 'place' }
	| { role: 'inUrl' };

const FIELDS = {
	url: {
		role: 'page',
		shownAs: 'longurl',
		shownIn: 'both',
		same: sameLongUrl,
		isText: true,
		comesBack: true,
	},
	custom: { role: 'alias' },
	domain: { role: 'place' },
	metatitle: {
		role: 'shown',
		shownAs: 'title',
		shownIn: 'both',
		same: sameText,
		isText: true,
		emptiedBy: '',
	},
	description: {
		role: 'shown',
		shownAs: 'description',
		shownIn: 'both',
		same: sameText,
		isText: true,
		comesBack: true,
		emptiedBy: '',
	},
	campaign: {
		role: 'shown',
		shownAs: 'campaign',
		shownIn: 'lists',
		same: sameReference,
		isReference: true,
	},
	channel: {
		role: 'shown',
		shownAs: 'channel',
		shownIn: 'lists',
		same: sameReference,
		isReference: true,
	},
	expiry: {
		role: 'shown',
		shownAs: 'expiry',
		shownIn: 'details',
		same: sameMoment,
		emptiedBy: '',
	},
	geotarget: {
		role: 'shown',
		shownAs: 'location',
		shownIn: 'details',
		same: sameTargets,
		emptiedBy: [],
	},
	devicetarget: {
		role: 'shown',
		shownAs: 'device',
		shownIn: 'details',
		same: sameTargets,
		emptiedBy: [],
	},
	languagetarget: { role: 'hidden', emptiedBy: [] },
	deeplink: { role: 'hidden' },
	metadescription: { role: 'hidden', emptiedBy: '' },
	metaimage: { role: 'hidden', emptiedBy: '' },
	parameters: { role: 'inUrl' },
	password: { role: 'hidden', emptiedBy: '' },
	pixels: { role: 'hidden', isReference: true, emptiedBy: [] },
	status: { role: 'hidden' },
	type: { role: 'hidden' },
} satisfies Record<string, FieldFacts>;

export type LinkField = keyof typeof FIELDS;

export const LINK_FIELDS: Readonly<Record<LinkField, FieldFacts>> = FIELDS;

export const SHOWN_FIELDS: ReadonlyMap<string, ShownFacts> = new Map(
	Object.entries(LINK_FIELDS).flatMap(([field, facts]) =>
		'same' in facts ? [[field, facts] as const] : [],
	),
);

export const EMPTIED_BY: ReadonlyMap<string, '' | readonly never[]> = new Map(
	Object.entries(LINK_FIELDS).flatMap(([field, facts]) =>
		'emptiedBy' in facts && facts.emptiedBy !== undefined ? [[field, facts.emptiedBy]] : [],
	),
);

export const IDENTITY = fieldsThat(({ role }) => role === 'alias' || role === 'place');

export const OF_EACH_LINK = fieldsThat(({ role }) => role === 'page' || role === 'alias');

export const REFERENCES = fieldsThat((facts) => 'isReference' in facts);

function fieldsThat(are: (facts: FieldFacts) => boolean): readonly string[] {
	return Object.entries(LINK_FIELDS).flatMap(([field, facts]) => (are(facts) ? [field] : []));
}

/** Undefined for a text that the body lacks. */
export function textsShown(body: IDataObject): IDataObject {
	const texts = [...SHOWN_FIELDS].filter(([, { isText = false }]) => isText);
	return Object.fromEntries(texts.map(([field, { shownAs }]) => [shownAs, body[field]]));
}
