import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { capitalized, firstFew, MAX_NAMED, shownMessage, toText } from '../../shared/text';
import { numberOf } from '../../operations/sheet';
import { type Explanation, inOneLine, problemsOf } from '../../shared/userFacingError';
import { concernsEveryItem, type Reason } from '../../shared/n8n/nodeErrors';

/** `interrupted`: given up while it was under way, and perhaps carried out. `blank`: there is nothing to do. */
export type ItemResult =
	{ done: INodeExecutionData[] } | { failed: Explanation } | 'interrupted' | 'blank';

/** Undefined for an item that was not sent or has no result yet. */
export type Results = ReadonlyArray<ItemResult | undefined>;

export interface Counting {
	noun: string;
	/** Blank rows left out. */
	all: number;
	/** For people, where their sheet tells them. */
	numbers: readonly number[] | undefined;
	/** A loop has run the node before. */
	isBatch: boolean;
}

/** Empty unless the items are some of many. */
export function ofBatch({ isBatch }: Counting): string {
	return isBatch ? ' in this batch' : '';
}

export interface Failure {
	number: number;
	itemIndex: number;
	explanation: Explanation;
}

export function failureOf(result: ItemResult | undefined): Explanation | undefined {
	return typeof result === 'object' && 'failed' in result ? result.failed : undefined;
}

export function failuresOf(results: Results, numbers?: readonly number[]): Failure[] {
	return results.flatMap((result, itemIndex) => {
		const explanation = failureOf(result);
		if (explanation === undefined) return [];
		return [{ number: numberOf(itemIndex, numbers), itemIndex, explanation }];
	});
}

/** `unsent`: without a result. */
export function countsOf(results: Results) {
	const counts = { done: 0, failed: 0, blank: 0, interrupted: 0, unsent: 0 };
	for (const result of results) {
		if (typeof result === 'object') counts['done' in result ? 'done' : 'failed'] += 1;
		else counts[result ?? 'unsent'] += 1;
	}
	return counts;
}

/** Such as "3 of 30 rows of this batch". */
export function failedOf(results: Results, counting: Counting): string {
	return `${countsOf(results).failed} of ${results.length} ${counting.noun}s${ofBatch(counting)}`;
}

// Blank rows below the last other row are not returned: a thousand ticked-off rows below a sheet are no items. All
// above are, since Merge counts on one item for each; and one stays, since no output ends a loop.
export function outputEnd(results: Results): number {
	return Math.max(1, results.findLastIndex((result) => result !== 'blank') + 1);
}

/** By short URL, else by id. */
export function doneNames(results: Results): string[] {
	const nameOf = (record: IDataObject) => toText(record.shorturl ?? record.id ?? record);
	return results
		.flatMap((result) => (typeof result === 'object' && 'done' in result ? result.done : []))
		.map(({ json }) => nameOf(json));
}

/** May have been carried out although they have no output. */
export function mayBeDoneNumbers(results: Results, numbers?: readonly number[]): number[] {
	return results.flatMap((result, itemIndex) => {
		const mayBeDone = result === 'interrupted' || failureOf(result)?.mayBeDone === true;
		return mayBeDone ? [numberOf(itemIndex, numbers)] : [];
	});
}

const MAX_REASON = 200;

// A reason is of one kind, about one field, with one remedy; in the words of the first item that met it. Counted
// failure by failure, since each of 100,000 may have one of its own.
export class Reasons {
	private readonly groups = new Map<string, Group>();

	add({ number, explanation }: Failure): void {
		for (const problem of problemsOf(explanation)) {
			const { kind = '', field = '', remedy, mayBeDone = false } = problem;
			// What is in doubt names the alias by which each is to be looked for.
			const isOfKind = mayBeDone || concernsEveryItem(problem);
			const key = isOfKind ? `${kind} ${mayBeDone}` : [kind, field, remedy].join('\n');
			const known = this.groups.get(key);
			const group = known ?? { problem, messages: new Set(), numbers: new Set(), isOne: true };
			this.groups.set(key, group);
			group.numbers.add(number);
			if (group.numbers.size === 1) group.messages.add(problem.message);
			group.isOne &&= group.messages.has(problem.message);
		}
	}

	get count(): number {
		return this.groups.size;
	}

	/** A remedy is left out if an entry above says the same. `rest`: where the others are told. */
	first(most: number, counting: Counted, rest: string): Reason[] {
		const said = new Set<string>();
		const entries = [...this.groups.values()]
			.slice(0, most)
			.map(({ problem, messages, numbers, isOne }) => {
				const { remedy } = problem;
				const isNew = !said.has(remedy);
				said.add(remedy);
				const [first = 0] = numbers;
				const items = itemsInWords(counting, [...numbers]);
				return {
					items: isOne ? items : `${items}, such as ${counting.noun} ${first}`,
					text: inOneLine({
						message: shownMessage([...messages].join('. '), MAX_REASON),
						remedy: isNew ? remedy : '',
					}),
				};
			});
		const more = this.count - most;
		return more > 0 ? [...entries, { items: `${more} more`, text: rest }] : entries;
	}
}

interface Group {
	/** The first item's. */
	problem: Explanation;
	messages: Set<string>;
	numbers: Set<number>;
	/** All have the same message. */
	isOne: boolean;
}

type Counted = Pick<Counting, 'noun' | 'all'>;

function itemsInWords({ noun, all }: Counted, numbers: readonly number[]): string {
	if (numbers.length === all && all > MAX_NAMED) return `All ${noun}s`;
	const [first = 0] = numbers;
	const isRange = numbers.length > 2 && numbers.every((number, at) => number === first + at);
	const named = isRange ? `${first} to ${numbers.at(-1)}` : firstFew(numbers);
	return `${capitalized(noun)}${numbers.length === 1 ? '' : 's'} ${named}`;
}
