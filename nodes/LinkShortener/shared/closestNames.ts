/** The least share of equal pairs of letters at which another name may be meant. */
const CLOSE = 0.5;

/**
 * The most names that are compared, and the most letters of each. Help with a typing error must not hold up
 * n8n.
 */
export const MAX_COMPARED = 1_000;
const MAX_LETTERS = 60;

/** How many numbers there are for pairs of letters. */
const PAIR_NUMBERS = 4_096;

/** A name that may be meant. */
export interface Close {
	name: string;
	/** The share of equal pairs of letters; 1 where one name contains the other. */
	likeness: number;
}

/**
 * The names that a user may have meant by an unknown one, the closest first. One name contains the other,
 * or they share most of their pairs of neighboring letters (Dice's coefficient). Pure.
 *
 * @param names in the order of the list; they and the name are in the same case
 * @param most how many are wanted
 */
export function closestNames(name: string, names: Iterable<string>, most: number): Close[] {
	const length = pairCount(name);
	const isShared = new Uint8Array(PAIR_NUMBERS);
	for (let at = 0; at < length; at += 1) isShared[pairNumber(name, at)] = 1;
	const close: Close[] = [];
	let compared = 0;
	for (const other of names) {
		const otherLength = pairCount(other);
		let shared = 0;
		for (let at = 0; at < otherLength; at += 1) shared += isShared[pairNumber(other, at)] ?? 0;
		const isPart = name.includes(other) || other.includes(name);
		const likeness = isPart ? 1 : (2 * shared) / (length + otherLength);
		if (likeness >= CLOSE) close.push({ name: other, likeness });
		compared += 1;
		if (compared === MAX_COMPARED) break;
	}
	close.sort((one, next) => next.likeness - one.likeness);
	return close.slice(0, most);
}

/** How many names a question offers. */
const MAX_MEANT = 2;

/** The nearest name, or two that are equally near. Pure. */
export function nearestNames(close: readonly Close[]): string[] {
	const best = Math.max(...close.map(({ likeness }) => likeness));
	const nearest = close.filter(({ likeness }) => likeness === best).map(({ name }) => name);
	return [...new Set(nearest)].slice(0, MAX_MEANT);
}

/** The question for the names that may be meant, to follow a message; empty if there is none. */
export function didYouMean(names: readonly string[]): string {
	const quoted = names.map((name) => `"${name}"`).join(' or ');
	return quoted === '' ? '' : `. Did you mean ${quoted}?`;
}

function pairCount(name: string): number {
	return Math.max(0, Math.min(name.length, MAX_LETTERS) - 1);
}

/** Two pairs may have the same number, which makes names seem a little closer than they are. */
function pairNumber(name: string, at: number): number {
	return (name.charCodeAt(at) * 31 + name.charCodeAt(at + 1)) % PAIR_NUMBERS;
}
