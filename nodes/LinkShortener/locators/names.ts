import { toText } from '../shared/json';
import { locatorParts, toId } from '../shared/parameters';
import { UserFacingError } from '../shared/userFacingError';

/** Which record a name stands for. Pure; what a list showed is handed in. */

/** Records of one kind that have names. */
export interface Kind {
	/** One of them, such as `campaign`. */
	noun: string;
	/** What stands before the id where one is written. */
	prefix?: string;
}

export interface NamedRecord {
	id: number;
	name: string;
}

/** The records of one kind by their names. */
export interface Names {
	kind: Kind;
	records: readonly NamedRecord[];
	byName: ReadonlyMap<string, readonly NamedRecord[]>;
	/** The same whatever the case. */
	byFoldedName: ReadonlyMap<string, readonly NamedRecord[]>;
}

/** A record that a name stands for. */
export interface Match extends NamedRecord {
	kind: Kind;
}

/** How many names a message shows. */
const MAX_SHOWN = 5;

/** A name that is as close as this may be meant: letters that differ, for each letter there is. */
const CLOSE = 0.34;

/** @param records in the order of the list; those without a name are left out */
export function namesOf(kind: Kind, records: readonly NamedRecord[]): Names {
	const named = records
		.map(({ id, name }) => ({ id, name: name.trim() }))
		.filter(({ name }) => name !== '');
	const byName = new Map<string, NamedRecord[]>();
	const byFoldedName = new Map<string, NamedRecord[]>();
	for (const record of named) {
		add(byName, record.name, record);
		add(byFoldedName, record.name.toLowerCase(), record);
	}
	return { kind, records: named, byName, byFoldedName };
}

function add(index: Map<string, NamedRecord[]>, key: string, record: NamedRecord): void {
	const others = index.get(key);
	if (others === undefined) index.set(key, [record]);
	else others.push(record);
}

/** What a field, a cell or an agent gives for records. */
export interface Reference {
	/** As it is written. */
	text: string;
	/** Left out where it is a name, or several, to look up. */
	ids?: readonly number[];
}

/**
 * What stands for one record: its id where it is written in digits only, else its name.
 *
 * @throws {UserFacingError} that names the field, for what can be neither
 */
export function toReference(value: unknown, field: string): Reference {
	const raw = locatorParts(value).value;
	const text = toText(raw);
	const mayBeName = typeof raw === 'string' || typeof raw === 'number';
	if (text !== '' && !isDigits(text) && mayBeName) return { text };
	return { text, ids: [toId(raw, field)] };
}

/** The same where a text of digits may stand for several records: `1, 2`, `1;2` or `1 2`. */
export function toReferences(value: unknown, field: string): Reference {
	const text = toText(locatorParts(value).value);
	if (!/^[\s,;]*\d[\d\s,;]*$/.test(text)) return toReference(value, field);
	const ids = text.split(/[\s,;]+/).filter((part) => part !== '');
	return { text, ids: ids.map((part) => toId(part, field)) };
}

function isDigits(text: string): boolean {
	return /^\d+$/.test(text);
}

/**
 * The record of that name; an exact match beats one that ignores the case.
 *
 * @param among what may have the name, kind by kind
 * @throws {UserFacingError} when none has it, or more than one
 */
export function matchName(name: string, among: readonly Names[]): Match {
	const [match, ...others] = matchesOf(name, among);
	if (match === undefined) throw unknownName(name, among);
	if (others.length > 0) throw ambiguousName(name, [match, ...others]);
	return match;
}

function matchesOf(name: string, among: readonly Names[]): Match[] {
	const exact = among.flatMap(({ kind, byName }) => withKind(kind, byName.get(name)));
	if (exact.length > 0) return exact;
	const folded = name.toLowerCase();
	return among.flatMap(({ kind, byFoldedName }) => withKind(kind, byFoldedName.get(folded)));
}

function withKind(kind: Kind, records: readonly NamedRecord[] = []): Match[] {
	return records.map((record) => ({ ...record, kind }));
}

/**
 * The ids that a text names. The whole text is tried as a name before it is split at commas, semicolons
 * and line breaks; ids may stand among the names.
 *
 * @param isCell whether digits must not be the name of another record
 * @throws {UserFacingError} when a name is nobody's, or that of more than one
 */
export function matchNames(
	text: string,
	field: string,
	among: readonly Names[],
	isCell: boolean,
): number[] {
	const isName = matchesOf(text, among).length > 0;
	return (isName ? [text] : partsOf(text)).map((part) => {
		const reference = isDigits(part) ? toReference(part, field) : { text: part };
		if (isCell) refuseNames(reference, among);
		return reference.ids?.[0] ?? matchName(part, among).id;
	});
}

function partsOf(text: string): string[] {
	return text
		.split(/[,;\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

/**
 * Makes sure that digits mean the record with that id and no other.
 *
 * @throws {UserFacingError} when they are just the name of another record
 */
export function refuseNames({ text, ids }: Reference, among: readonly Names[]): void {
	if (ids === undefined) return;
	for (const { kind, byName } of among) {
		const other = byName.get(text)?.find(({ id }) => ids.join() !== String(id));
		if (other === undefined) continue;
		const match = { ...other, kind };
		throw new UserFacingError({
			message: `"${text}" may be an ID, or the name of ${labelOf(match)}`,
			remedy: `Enter ${writtenId(match)} if ${labelOf(match)} is meant. Otherwise rename it, since a column does not tell the two apart.`,
		});
	}
}

function unknownName(name: string, among: readonly Names[]): UserFacingError {
	const nouns = among.map(({ kind }) => kind.noun).join(' or ');
	const known = among.flatMap((names) => inWords(name, names));
	const here = known.length === 0 ? 'This account has none' : known.join('. ');
	const [one = ''] = among.map(({ kind }) => kind.prefix ?? '').filter((prefix) => prefix !== '');
	const ids = one === '' ? 'the ID' : `the ID (with ${one} in front for a CTA overlay)`;
	return new UserFacingError({
		message: `There is no ${nouns} "${name}". ${here}`,
		remedy: `Enter one of these names, or ${ids}.`,
	});
}

/** Some of the names there are, those close to what was given first. */
function inWords(name: string, { kind, records }: Names): string[] {
	if (records.length === 0) return [];
	const close = records.filter((record) => isClose(record.name.toLowerCase(), name.toLowerCase()));
	const all = [...new Set([...close, ...records].map((record) => record.name))];
	const shown = all.slice(0, MAX_SHOWN).join(', ');
	const more = all.length > MAX_SHOWN ? ` and ${all.length - MAX_SHOWN} more` : '';
	const title = kind.noun.replace(/^./, (letter) => letter.toUpperCase());
	return [`${title}s here: ${shown}${more}`];
}

function isClose(one: string, other: string): boolean {
	if (one.includes(other) || other.includes(one)) return true;
	const most = Math.floor(CLOSE * Math.max(one.length, other.length));
	return Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most;
}

/** How many letters have to be changed, added or left out (Levenshtein). */
function editDistance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let i = 0; i < one.length; i += 1) {
		const next = [i + 1];
		for (let j = 0; j < other.length; j += 1) {
			const changed = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
			next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row[other.length] ?? 0;
}

function ambiguousName(name: string, matches: readonly Match[]): UserFacingError {
	const either = new Intl.ListFormat('en', { type: 'disjunction' });
	const shown = matches.slice(0, MAX_SHOWN);
	const labels = shown.map((match) => `${labelOf(match)} (${match.name})`);
	return new UserFacingError({
		message: `"${name}" may be ${either.format(labels)}`,
		remedy: `Enter the ID of the one that is meant: ${either.format(shown.map(writtenId))}.`,
	});
}

function labelOf({ kind, id }: Match): string {
	return `${kind.noun} ${id}`;
}

/** The id as it is written where any of the kinds may stand. */
export function writtenId({ kind: { prefix = '' }, id }: Match): string {
	return `${prefix}${id}`;
}
