/** The least share of the longer name that two names have in common where one may be meant by the other. */
const ALIKE = 2 / 3;

/**
 * The most names that are compared, and the most letters of each. Help with a typing error must not hold up
 * n8n.
 */
export const MAX_COMPARED = 1_000;
const MAX_LETTERS = 60;

/** How many names a question offers. */
const MAX_MEANT = 2;

/**
 * The name that a user may have meant by an unknown one, or two that are equally near, whatever the case.
 * Pure.
 *
 * @param names in the order of the list
 */
export function nearestNames(name: string, names: readonly string[]): string[] {
	const wanted = comparable(name);
	let best = ALIKE;
	let nearest: string[] = [];
	for (const other of names.slice(0, MAX_COMPARED)) {
		const likeness = likenessOf(wanted, comparable(other));
		if (likeness > best) nearest = [];
		if (likeness < best) continue;
		best = likeness;
		nearest.push(other);
	}
	return nearest.slice(0, MAX_MEANT);
}

function comparable(name: string): string {
	return name.slice(0, MAX_LETTERS).toLowerCase();
}

/**
 * 1 where one name contains the other; else the share of the longer one that both begin and end with, which
 * leaves out the place of a typing error.
 */
function likenessOf(one: string, other: string): number {
	if (one.includes(other) || other.includes(one)) return 1;
	const shorter = Math.min(one.length, other.length);
	let start = 0;
	while (start < shorter && one[start] === other[start]) start += 1;
	let end = 0;
	while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
	return (start + end) / Math.max(one.length, other.length);
}

/** The question for the names that may be meant, to follow a message; empty if there is none. */
export function didYouMean(names: readonly string[]): string {
	const meant = names.map((name) => `"${name}"`).join(' or ');
	return meant === '' ? '' : `. Did you mean ${meant}?`;
}
