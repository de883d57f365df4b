import { decodeEntities } from '../shared/entities';
import { toText } from '../shared/json';
import { locatorParts, looksLikeId, toId } from '../shared/n8n/parameters';
import { UserFacingError } from '../shared/userFacingError';
import { isShortened } from '../shared/values/number';
import { soleValue } from '../shared/values/single';
import { refuseUnmeantValue } from '../shared/values/text';

/** Finds the record that a name stands for. Pure; the records of a list are handed in. */

/** Records of one kind that have names. */
export interface NamedKind {
	/** One of them, such as `campaign`. */
	noun: string;
	/** The prefix of a written id. */
	prefix?: string;
}

export interface NamedRecord {
	id: number;
	/** As the service shows it. */
	name: string;
}

/** The records of one kind by id and by name. */
export interface Names {
	kind: NamedKind;
	byId: ReadonlyMap<number, NamedRecord>;
	/** By the name whatever its case, as `foldedName` has it. */
	byName: ReadonlyMap<string, readonly NamedRecord[]>;
	/** Every name once, in the order of the list. */
	all: readonly string[];
}

/** A record that a name stands for. */
export interface Match extends NamedRecord {
	kind: NamedKind;
}

/** How many names a message shows. */
const MAX_SHOWN = 5;

/**
 * A name as it is compared: without the escapes of a page, an accent is one character with its letter
 * (NFC), and any white space is a plain space. Escapes come from lists, hard spaces from web pages, letters
 * with separate accents (NFD) from files of macOS.
 */
export function plainName(name: string): string {
	return decodeEntities(name).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The same whatever the case. */
export function foldedName(name: string): string {
	return plainName(name).toLowerCase();
}

/** @param records in the order of the list; those without a name are left out */
export function indexNames(kind: NamedKind, records: readonly NamedRecord[]): Names {
	const byId = new Map<number, NamedRecord>();
	const byName = new Map<string, NamedRecord[]>();
	for (const { id, name } of records) {
		const record = { id, name: name.trim() };
		if (record.name === '') continue;
		byId.set(id, record);
		const key = foldedName(name);
		const alike = byName.get(key);
		if (alike === undefined) byName.set(key, [record]);
		else alike.push(record);
	}
	const all = [...new Set(Array.from(byId.values(), ({ name }) => name))];
	return { kind, byId, byName, all };
}

/** A reference to records in a field, in a cell or from an agent. */
export interface Reference {
	/** The text as it was written. */
	text: string;
	/** Left out if the text is a name, or several, to look up. */
	ids?: readonly number[];
}

/**
 * Reads a reference to one record. Digits are its id, except in a locator's mode `name`; any other text is its name.
 *
 * @throws {UserFacingError} that names the field, for a value that can be neither
 */
export function toReference(value: unknown, field: string): Reference {
	const { mode, value: given } = locatorParts(value);
	const raw = soleValue(given);
	const text = toText(raw);
	refuseUnmeantValue(raw, field);
	const mayBeName = typeof raw === 'string' || typeof raw === 'number';
	// The digits of a shortened number are gone.
	const isWord = !looksLikeId(text) && !isShortened(text);
	const isName = mayBeName && text !== '' && (mode === 'name' || isWord);
	return isName ? { text } : { text, ids: [toId(raw, field)] };
}

/** The same for a field in which digits may stand for several records: `1, 2`, `1;2` or `1 2`. */
export function toReferences(value: unknown, field: string): Reference {
	const { mode, value: raw } = locatorParts(value);
	const text = toText(raw);
	const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
	const areIds = mode !== 'name' && parts.length > 0 && parts.every(looksLikeId);
	if (!areIds) return toReference(value, field);
	const ids = parts.map((part) => toId(part, field));
	return { text, ids };
}

/** A name that does not stand for one record, because several have it, or names that no record has. */
export class Unmatched {
	constructor(
		readonly names: readonly string[],
		readonly matches: readonly Match[],
	) {}
}

/**
 * The record of that name; an exact match beats one that ignores the case. Digits that are nobody's name are
 * an id, since agents hand back the ids that they were given.
 *
 * @param among the records that may have the name, kind by kind
 */
export function matchName(name: string, among: readonly Names[]): Match | Unmatched {
	const matches = matchesOf(name, among);
	const [match] = matches;
	return match !== undefined && matches.length === 1 ? match : new Unmatched([name], matches);
}

function matchesOf(name: string, among: readonly Names[]): Match[] {
	const named = recordsCalled(name, among);
	return named.length > 0 || !looksLikeId(name) ? named : recordsWithId(name, among);
}

function recordsCalled(name: string, among: readonly Names[]): Match[] {
	const alike = among.flatMap(({ kind, byName }) =>
		(byName.get(foldedName(name)) ?? []).map((record) => ({ ...record, kind })),
	);
	const exact = alike.filter((record) => plainName(record.name) === plainName(name));
	return exact.length > 0 ? exact : alike;
}

function recordsWithId(digits: string, among: readonly Names[]): Match[] {
	return among.flatMap(({ kind, byId }) => {
		const record = byId.get(Number(digits));
		return record === undefined ? [] : [{ ...record, kind }];
	});
}

/** How a text is matched with names. */
export interface Matching {
	/** For messages. */
	field: string;
	/** Of the locator: digits are names first with `name`, else ids. */
	mode: string;
}

/**
 * The ids that references name, or all names that stand for nothing. The whole text of one is tried as a name before it
 * is split at commas, semicolons and line breaks, and one of digits at spaces, too; ids may stand among the names.
 *
 * @throws {UserFacingError} for digits that cannot be an id
 */
export function matchNames(
	references: readonly Reference[],
	among: readonly Names[],
	matching: Matching,
): number[] | Unmatched {
	const matches = references.flatMap(({ text, ids }) => {
		if (ids !== undefined) return ids.map((id) => ({ id }));
		const isName = !looksLikeId(text) && recordsCalled(text, among).length > 0;
		return (isName ? [text] : partsOf(text)).map((part) => matchPart(part, among, matching));
	});
	const unmatched = matches.filter((match) => match instanceof Unmatched);
	const ambiguous = unmatched.find((one) => one.matches.length > 0);
	if (ambiguous !== undefined) return ambiguous;
	if (unmatched.length > 0) {
		return new Unmatched([...new Set(unmatched.flatMap(({ names }) => names))], []);
	}
	return matches.flatMap((match) => (match instanceof Unmatched ? [] : match.id));
}

function matchPart(
	part: string,
	among: readonly Names[],
	matching: Matching,
): Pick<Match, 'id'> | Unmatched {
	if (matching.mode === 'name' || !looksLikeId(part)) return matchName(part, among);
	return { id: toId(part, matching.field) };
}

function partsOf(text: string): string[] {
	return text
		.split(/^[\d\s,;.]*$/.test(text) ? /[\s,;]/ : /[,;\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** The error for a name that cannot be used, with the names to choose from. */
export function unmatchedName(
	{ names, matches }: Unmatched,
	among: readonly Names[],
): UserFacingError {
	const [name = ''] = names;
	if (matches.length > 0) return ambiguousName(name, matches);
	const nouns = among.map(({ kind }) => kind.noun).join(' or ');
	const existing = among.filter(({ all }) => all.length > 0);
	const [one = ''] = among.map(({ kind }) => kind.prefix ?? '').filter((prefix) => prefix !== '');
	const ids = one === '' ? 'the ID' : `the ID (with ${one} in front for a CTA overlay)`;
	const listed = existing.map(({ kind, all }) => `Existing ${kind.noun}s: ${firstNames(all)}.`);
	return new UserFacingError({
		message: `There is no ${nouns} ${either.format(names.map((one) => `"${one}"`))}`,
		remedy:
			existing.length === 0
				? `This account has no ${nouns} yet. Create it first.`
				: `${listed.join(' ')} Enter one of these names or ${ids}, or create it first.`,
	});
}

/** The first names there are, for a message. */
export function firstNames(names: readonly string[]): string {
	const more = names.length - MAX_SHOWN;
	return `${names.slice(0, MAX_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function ambiguousName(name: string, matches: readonly Match[]): UserFacingError {
	const shown = matches.slice(0, MAX_SHOWN);
	return new UserFacingError({
		message: `"${name}" matches several records: ${shown.map(labelOf).join(', ')}`,
		remedy: `Enter the ID of the one you mean: ${either.format(shown.map(writtenId))}.`,
	});
}

function labelOf({ kind, id, name }: Match): string {
	return `${kind.noun} ${id} (${name})`;
}

/** The id with the prefix of its kind. */
export function writtenId({ kind: { prefix = '' }, id }: Match): string {
	return `${prefix}${id}`;
}
