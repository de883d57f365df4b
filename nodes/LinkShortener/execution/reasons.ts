import { capitalized } from '../shared/printable';
import { problemsOf } from '../shared/userFacingError';
import { firstFew, type Failure } from './results';

/** One reason for failures, in the words of the first item that it met. */
export interface Reason {
	/** The items that failed for it, such as `Rows 7, 9`. */
	items: string;
	why: string;
	remedy: string;
}

/**
 * Why items failed, one entry a reason, in the order of the items. An item counts for each of its problems.
 *
 * @param noun what the items are called: `row` or `item`
 */
export function reasonsOf(failures: readonly Failure[], noun: string): Reason[] {
	const groups = new Map<string, Omit<Reason, 'items'> & { numbers: Set<number> }>();
	for (const { number, explanation } of failures) {
		for (const { message, remedy } of problemsOf(explanation)) {
			const why = message.replace(/[.!]$/, '');
			const key = withoutValues(why);
			const group = groups.get(key) ?? { why, remedy, numbers: new Set() };
			groups.set(key, group);
			group.numbers.add(number);
		}
	}
	return [...groups.values()].map(({ why, remedy, numbers }) => ({
		items: `${capitalized(noun)}${numbers.size === 1 ? '' : 's'} ${firstFew([...numbers])}`,
		why,
		remedy,
	}));
}

/**
 * What differs from item to item: quoted values, and words with a number or of an address. The name of a
 * column and an HTTP status are part of the reason. It takes one pass, since each of 100,000 items may have
 * a message of its own.
 */
const VALUES =
	/(?<kept>column "[^"]*"|HTTP \d+)|"[^"]*"\s*|(?<!\S)[^\s"]*?(?:\d|[./]\w)[^\s"]*\s*/gi;

/** A message without the values of its item: the same for all items with one reason. */
function withoutValues(message: string): string {
	return message.replace(VALUES, '$<kept>');
}
