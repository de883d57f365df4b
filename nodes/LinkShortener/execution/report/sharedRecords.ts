import { capitalized } from '../../shared/printable';
import type { Repetition } from '../../operations/operation';
import { firstFew, inBatch, MAX_NAMED, type Counting } from './results';

/** The warning about items that share the record of an earlier one. Pure. */

/** An item that shares a record, by its number for people. */
export interface SharingItem extends Repetition {
	number: number;
}

/** The warnings, one for each way in which items are alike. */
export function sharedInWords(items: readonly SharingItem[], counting: Counting): string[] {
	const inOrder = items.toSorted((one, other) => one.number - other.number);
	return grouped(inOrder, ({ by }) => by).map((alike) => warningOf(alike, counting));
}

/** Items that have something in common, by the first of them. */
interface Group {
	first: SharingItem;
	items: SharingItem[];
}

function warningOf({ first, items }: Group, counting: Counting): string {
	const { noun } = counting;
	const { by, record, advice, sameAs } = first;
	const where = inBatch(counting);
	const groups = grouped(items, (item) => item.sameAs);
	if (groups.length === 1) {
		const [have, share] = items.length === 1 ? ['has', 'shares'] : ['have', 'share'];
		const who = `${capitalized(numbersInWords(noun, items))}${where}`;
		return `${who} ${have} the same ${by} as ${noun} ${sameAs} and ${share} its ${record}. ${advice}`;
	}
	const named = groups
		.slice(0, MAX_NAMED)
		.map((group) => `${numbersInWords(noun, group.items)} with ${noun} ${group.first.sameAs}`);
	const more = groups.length - named.length;
	const list = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
	return `${items.length} ${noun}s${where} have the same ${by} as another ${noun} and share its ${record}: ${list}. ${advice}`;
}

/** `rows 2 to 8`, `rows 2, 5`, `row 2`. */
function numbersInWords(noun: string, items: readonly SharingItem[]): string {
	const numbers = items.map(({ number }) => number);
	const [first = 0] = numbers;
	const last = numbers.at(-1) ?? first;
	if (numbers.length === 1) return `${noun} ${first}`;
	const isRange = numbers.length > 2 && last === first + numbers.length - 1;
	return `${noun}s ${isRange ? `${first} to ${last}` : firstFew(numbers)}`;
}

/** In the order in which each key comes first. */
function grouped(
	items: readonly SharingItem[],
	keyOf: (item: SharingItem) => number | string,
): Group[] {
	const groups = new Map<number | string, Group>();
	for (const item of items) {
		const group = groups.get(keyOf(item)) ?? { first: item, items: [] };
		group.items.push(item);
		groups.set(keyOf(item), group);
	}
	return [...groups.values()];
}
