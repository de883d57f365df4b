import { firstFew, inBatch, type Counting } from './results';

/** An item that shares the record of an earlier one, by its number for people. */
export interface Sharing {
	number: number;
	/** What they share, such as "link". */
	record: string;
	/** What to do for a record each, as a sentence. */
	advice: string;
}

/** The warning about items that share the record of an earlier one; undefined without any. Pure. */
export function sharedInWords(items: readonly Sharing[], counting: Counting): string | undefined {
	const [first] = items;
	if (first === undefined) return undefined;
	const { noun } = counting;
	const numbers = items.map(({ number }) => number).sort((one, other) => one - other);
	const [what, share] = numbers.length === 1 ? [noun, 'shares'] : [`${noun}s`, 'share'];
	return `${numbers.length} ${what} ${share} the ${first.record} of an earlier ${noun}: ${firstFew(numbers)}${inBatch(counting)}. ${first.advice}`;
}
