import { concernsEveryItem } from '../../shared/n8n/nodeErrors';
import { capitalized, shownMessage } from '../../shared/printable';
import { problemsOf, type Explanation } from '../../shared/userFacingError';
import { inOneLine, reasonOf, remedyOf, withoutEnd } from '../../shared/words';
import { firstFew, MAX_NAMED, type Counting, type Failure } from './results';

/** One reason for failures, in the words of the first item that it met, with the values of others. */
export interface Reason extends Pick<Explanation, 'remedy' | 'wayOut'> {
	/** The items that failed for it, such as `Rows 7, 9`. */
	items: string;
	why: string;
	/** Whether it lies in none of the items, so that it concerns all of them. */
	isOfAll: boolean;
}

/** Collects why items failed, failure by failure, since each of 100,000 may have a reason of its own. */
export class Reasons {
	private readonly groups = new Map<string, Group>();

	/** Adds a failed item, in the order of the items. It counts for each of its problems. */
	add({ number, explanation }: Failure): void {
		for (const problem of problemsOf(explanation)) {
			const key = reasonOf(problem);
			const group = this.groups.get(key) ?? groupOf(problem);
			this.groups.set(key, group);
			group.numbers.add(number);
			if (problem.value !== undefined) group.values.add(problem.value);
		}
	}

	get count(): number {
		return this.groups.size;
	}

	/** The first reasons, one entry each. */
	first(most: number, counting: Counted): Reason[] {
		const groups = [...this.groups.values()].slice(0, most);
		return groups.map(({ why, remedy, wayOut, isOfAll, numbers, values }) => ({
			items: itemsInWords(counting, [...numbers]),
			why: why + alsoOf([...values].slice(1)),
			...{ remedy, wayOut, isOfAll },
		}));
	}
}

/** What the items are called, and how many there are. */
type Counted = Pick<Counting, 'noun' | 'all'>;

/** Items as a message names them, such as `Rows 7, 9`. */
function itemsInWords({ noun, all }: Counted, numbers: readonly number[]): string {
	if (numbers.length === all && all > MAX_NAMED) return `All ${noun}s`;
	const [first = 0] = numbers;
	const isRange = numbers.length > 2 && numbers.every((number, at) => number === first + at);
	const named = isRange ? `${first} to ${numbers.at(-1)}` : firstFew(numbers);
	return `${capitalized(noun)}${numbers.length === 1 ? '' : 's'} ${named}`;
}

/** The items with one reason. */
interface Group extends Omit<Reason, 'items'> {
	numbers: Set<number>;
	/** What the message of each is about. */
	values: Set<string>;
}

function groupOf(problem: Explanation): Group {
	const { message, remedy, wayOut } = problem;
	const isOfAll = concernsEveryItem(problem);
	const why = withoutEnd(message);
	return { why, remedy, wayOut, isOfAll, numbers: new Set(), values: new Set() };
}

/** The most values that are told besides that of the first message. */
const MAX_OTHERS = 3;

/** What is wrong in the same way. */
function alsoOf(others: readonly string[]): string {
	if (others.length === 0) return '';
	const more = others.length - MAX_OTHERS;
	const named = others.slice(0, MAX_OTHERS).join(', ');
	return `; also ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A message in a list is cut at so many characters. */
const MAX_REASON = 200;

/** One entry a reason, with what to do about it unless an entry above says the same. */
export function entriesOf(reasons: readonly Reason[]): Array<{ items: string; text: string }> {
	const said = new Set<string>();
	return reasons.map(({ items, why, ...told }) => {
		const remedy = remedyOf(told);
		const isNew = !said.has(remedy);
		said.add(remedy);
		const message = shownMessage(why, MAX_REASON);
		return { items, text: inOneLine({ message, remedy: isNew ? remedy : '' }) };
	});
}
