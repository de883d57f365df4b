import type { IDataObject } from 'n8n-workflow';

import {
	capitalized,
	composed,
	decodeEntities,
	either,
	firstFew,
	MAX_NAMED,
	toText,
} from '../shared/text';
import { fieldError, UserFacingError } from '../shared/userFacingError';
import { linkedRecord, parseJson, locatorParts, looksLikeId } from '../shared/values/convert';
import { isShortened, refuseMistakenValue, toId } from '../shared/values/text';
import { type ListEndpoint, endpoints } from '../api/records/list';
import { campaignRecord } from '../api/records/records';

export interface NamedList extends ListEndpoint, NamedKind {
	/** As a person writes it; services show names escaped for a page. */
	recordName(raw: IDataObject): string;
}

const recordName = (raw: IDataObject) => decodeEntities(toText(raw.name));

export const pickers = {
	campaign: { ...endpoints.campaigns, recordName: (raw) => recordName(campaignRecord(raw)) },
	channel: { ...endpoints.channels, recordName },
	ctaOverlay: { ...endpoints.ctaOverlays, recordName },
	domain: { ...endpoints.domains, recordName: (raw) => toText(raw.domain) },
	pixel: { ...endpoints.pixels, recordName },
	qrCode: {
		...endpoints.qrCodes,
		// Many have none.
		recordName: (raw) => recordName(raw) || `#${toText(raw.id)}`,
	},
	splashPage: {
		...endpoints.splashPages,
		advice: ' To redirect without one, enter direct.',
		recordName,
	},
} satisfies Record<string, NamedList>;

/** Finds the record that a name stands for. Pure; the records of a list are handed in. */

export interface NamedKind extends Pick<ListEndpoint, 'noun'> {
	prefix?: string;
	/** What else may be entered, as a sentence. */
	advice?: string;
}

export interface NamedRecord {
	id: number;
	name: string;
}

export interface Names {
	kind: NamedKind;
	byId: ReadonlyMap<number, NamedRecord>;
	/** As `nameKey` has it. */
	byName: ReadonlyMap<string, readonly NamedRecord[]>;
	/** In the order of the list. */
	all: readonly string[];
}

export interface Match extends NamedRecord {
	kind: NamedKind;
}

/** Escapes come from lists, hard spaces from web pages, letters with separate accents (NFD) from files of macOS. */
function plainName(name: string): string {
	return composed(decodeEntities(name)).replace(/\s+/g, ' ').trim();
}

export function nameKey(name: string): string {
	return plainName(name).toLowerCase();
}

/** In the order of the list; those without a name are left out. */
export function indexNames(kind: NamedKind, records: readonly NamedRecord[]): Names {
	const byId = new Map<number, NamedRecord>();
	const byName = new Map<string, NamedRecord[]>();
	for (const { id, name } of records) {
		const record = { id, name: name.trim() };
		if (record.name === '') continue;
		byId.set(id, record);
		const key = nameKey(name);
		const alike = byName.get(key);
		if (alike === undefined) byName.set(key, [record]);
		else alike.push(record);
	}
	return { kind, byId, byName, all: Array.from(byId.values(), ({ name }) => name) };
}

/** A reference to a record in a field, in a cell or from an agent. */
export interface Reference {
	text: string;
	/** Left out if the text is a name to look up. */
	id?: number;
	/** Of several records with that name, the one meant. */
	tie?: number;
}

/** Digits are its id, except in a locator's mode `name`. @throws {UserFacingError} for a value that can be neither */
export function toReference(value: unknown, field: string): Reference {
	const { mode, value: given } = locatorParts(value);
	const { name: raw, id } = linkedRecord(parseJson(given));
	const text = toText(raw);
	refuseMistakenValue(raw, field);
	if (id !== undefined && id !== raw) return { text, tie: Number(id) };
	const mayBeName = typeof raw === 'string' || typeof raw === 'number';
	// The digits of a shortened number are gone.
	const isWord = !looksLikeId(text) && !isShortened(text);
	const isName = mayBeName && text !== '' && (mode === 'name' || isWord);
	return isName ? { text } : { text, id: toId(raw, field) };
}

/**
 * The records of that name; an exact match beats those that ignore the case.
 *
 * @param among the records that may have the name, kind by kind
 * @param isOfModel digits that are nobody's name are an id, since agents hand back the ids that they were given
 */
export function matchesOf(
	name: string,
	among: readonly Names[],
	tie?: number,
	isOfModel = false,
): Match[] {
	const named = recordsCalled(name, among);
	if (named.length === 0 && isOfModel && looksLikeId(name)) {
		return among.flatMap(({ kind, byId }) => {
			const record = byId.get(Number(name));
			return record === undefined ? [] : { ...record, kind };
		});
	}
	const tied = named.filter(({ id }) => id === tie);
	return tied.length > 0 ? tied : named;
}

function recordsCalled(name: string, among: readonly Names[]): Match[] {
	const alike = among.flatMap(({ kind, byName }) =>
		(byName.get(nameKey(name)) ?? []).map((record) => ({ ...record, kind })),
	);
	const exact = alike.filter((record) => plainName(record.name) === plainName(name));
	return exact.length > 0 ? exact : alike;
}

/** The error for a name that no record has, with the names to choose from. */
export function unknownName(name: string, among: readonly Names[]): UserFacingError {
	const nouns = among.map(({ kind }) => kind.noun).join(' or ');
	const existing = among.filter(({ all }) => all.length > 0);
	const prefix = among.map(({ kind }) => kind.prefix ?? '').join('');
	const ids = prefix === '' ? 'the ID' : `the ID (with ${prefix} in front for a CTA overlay)`;
	const advice = among.map(({ kind }) => kind.advice ?? '').join('');
	const asId = ` If ${name} is an ID, call the column ${capitalized(nouns)} ${nouns === 'pixel' ? 'IDs' : 'ID, or choose By ID'}.`;
	const more = looksLikeId(name) ? asId : advice;
	const listed = existing.map(({ kind, all }) => `Existing ${kind.noun}s: ${firstFew(all)}.`);
	return new UserFacingError(
		`There is no ${nouns} "${name}"`,
		existing.length === 0
			? `This account has no ${nouns} yet. Create it first.${more}`
			: `${listed.join(' ')} Enter one of these names or ${ids}, or create it first.${more}`,
	);
}

/** A column with this noun and Name holds names, digits too. */
const WITH_NAME_COLUMN = ['campaign', 'channel', 'pixel'];

/** The error for digits of a cell that are no record's ID. */
export function unknownId(
	id: number,
	{ noun, prefix = '', advice = '' }: NamedKind,
	field: string,
	all: readonly string[],
) {
	const column = ` If ${id} is a name, call the matched column ${capitalized(noun)} Name${noun === 'pixel' ? '' : ', or switch By ID to Name'}.`;
	return fieldError(
		field,
		`"${prefix}${id}" was read as an ID, and no ${noun} has it`,
		`Existing ${noun}s: ${firstFew(all) || 'none'}. Enter a name or an ID.${WITH_NAME_COLUMN.includes(noun) ? column : advice}`,
	);
}

export function ambiguousName(name: string, matches: readonly Match[]): UserFacingError {
	const shown = matches.slice(0, MAX_NAMED);
	const labels = shown.map(({ kind, id, name: own }) => `${kind.noun} ${id} (${own})`);
	return new UserFacingError(
		`"${name}" matches several records: ${labels.join(', ')}`,
		`Enter the ID of the one you mean: ${either.format(shown.map(writtenId))}.`,
	);
}

export function writtenId({ kind: { prefix = '' }, id }: Match): string {
	return `${prefix}${id}`;
}
