import type { IDataObject } from 'n8n-workflow';

import { canonicalUrl } from './longUrl';
import { decodeEntities, isRecord, toText } from '../../shared/text';

/** What the service does with each field of a link's body, and how its values are compared. Pure. */

/** Undefined if nothing can be told. `name`: by which the row calls another record. */
type Same = (value: unknown, shown: unknown, name: string) => boolean | undefined;

function sameText(value: unknown, shown: unknown): boolean {
	const plain = (value: unknown) => decodeEntities(toText(value)).replace(/\s+/g, ' ').trim();
	return plain(value) === plain(shown);
}

/** Lists show its id, several ids, nothing, or its name, which can be compared where the row gives a name. */
function sameReference(value: unknown, shown: unknown, name: string): boolean | undefined {
	if (Array.isArray(shown)) {
		const each = shown.map((one) => sameReference(value, one, name));
		return each.includes(true) || (each.includes(undefined) ? undefined : false);
	}
	const text = toText(shown);
	if (text === toText(value)) return true;
	if (/^\d*$/.test(text)) return false;
	const isNamed = name !== '' && !/^\d+$/.test(name);
	return isNamed ? sameText(name.toLowerCase(), text.toLowerCase()) : undefined;
}

/** To the precision that is shown. Databases may write 0000-00-00 for none. */
function sameMoment(value: unknown, shown: unknown): boolean {
	const text = toText(shown)
		.replace('T', ' ')
		.replace(/(\.\d+)?Z?$/, '');
	return text !== '' && toText(value).startsWith(text);
}

/** As `[{ location, link }]` or as `{ canada: link }`, in any letters' case. */
function sameTargets(value: unknown, shown: unknown): boolean {
	return JSON.stringify(targetsOf(value)) === JSON.stringify(targetsOf(shown));
}

function targetsOf(value: unknown): Array<[string, string]> {
	const rows = Array.isArray(value) ? value.filter(isRecord) : [];
	const pairs: Array<[string, unknown]> = isRecord(value)
		? Object.entries(value)
		: rows.map(({ link, ...of }) => [toText(Object.values(of)[0]), link]);
	const plain = pairs.map(([of, link]): [string, string] => [of.toLowerCase(), canonicalUrl(link)]);
	return plain.sort(([one], [other]) => (one < other ? -1 : 1));
}

interface Shown {
	shownAs: string;
	/** Only in the response for one link. */
	isDetail?: true;
	same: Same;
	/** Shown as it was sent, perhaps escaped for a page: a new link is shown with it, an update sends it unescaped. */
	isText?: true;
}

// Each field is here, so that none is left out of a comparison by an oversight. `hidden`: compared with what this
// process has sent. `identity`: which link it is, which Create or Update never changes.
type FieldRole = Shown | 'hidden' | 'identity' | 'inUrl';

export const LINK_FIELDS = {
	url: {
		shownAs: 'longurl',
		same: (value, shown) => canonicalUrl(value) === canonicalUrl(shown),
		isText: true,
	},
	custom: 'identity',
	domain: 'identity',
	metatitle: { shownAs: 'title', same: sameText, isText: true },
	description: { shownAs: 'description', same: sameText, isText: true },
	campaign: { shownAs: 'campaign', same: sameReference },
	channel: { shownAs: 'channel', same: sameReference },
	expiry: { shownAs: 'expiry', isDetail: true, same: sameMoment },
	geotarget: { shownAs: 'location', isDetail: true, same: sameTargets },
	devicetarget: { shownAs: 'device', isDetail: true, same: sameTargets },
	languagetarget: 'hidden',
	deeplink: 'hidden',
	metadescription: 'hidden',
	metaimage: 'hidden',
	parameters: 'inUrl',
	password: 'hidden',
	pixels: 'hidden',
	status: 'hidden',
	type: 'hidden',
} satisfies Record<string, FieldRole>;

export type LinkField = keyof typeof LINK_FIELDS;

const fields = Object.entries<FieldRole>(LINK_FIELDS);

export const SHOWN_FIELDS: ReadonlyMap<string, Shown> = new Map(
	fields.flatMap(([field, role]) => (typeof role === 'object' ? [[field, role] as const] : [])),
);

export const IDENTITY: readonly string[] = fields
	.filter(([, role]) => role === 'identity')
	.map(([field]) => field);

/** The texts of a body by the names under which they are shown. */
export function textsShown(body: IDataObject): IDataObject {
	const texts: IDataObject = {};
	for (const [field, { shownAs, isText }] of SHOWN_FIELDS) {
		if (isText && body[field] !== undefined) texts[shownAs] = body[field];
	}
	return texts;
}
