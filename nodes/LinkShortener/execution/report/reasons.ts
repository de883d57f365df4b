import { concernsEveryItem, type Reason } from '../../shared/n8n/nodeErrors';
import { capitalized, firstFew, MAX_NAMED, shownMessage } from '../../shared/printable';
import { problemsOf, type Explanation, inOneLine } from '../../shared/userFacingError';
import type { Counting, Failure } from './results';

const MAX_REASON = 200;

// A reason is of one kind, about one field, with one remedy; in the words of the first item that met it. Counted
// failure by failure, since each of 100,000 may have one of its own.
export class Reasons {
	private readonly groups = new Map<string, Group>();

	add({ number, explanation }: Failure): void {
		for (const problem of problemsOf(explanation)) {
			const { kind = '', field = '', remedy, isUnconfirmed = false } = problem;
			// What is in doubt names the alias by which each is to be looked for.
			const isOfKind = isUnconfirmed || concernsEveryItem(problem);
			const key = isOfKind ? kind : [kind, field, remedy].join('\n');
			const group = this.groups.get(key) ?? { problem, numbers: new Set(), isOne: true };
			this.groups.set(key, group);
			group.numbers.add(number);
			group.isOne &&= problem.message === group.problem.message;
		}
	}

	get count(): number {
		return this.groups.size;
	}

	/** A remedy is left out if an entry above says the same. `rest`: where the others are told. */
	first(most: number, counting: Counted, rest: string): Reason[] {
		const said = new Set<string>();
		const entries = [...this.groups.values()].slice(0, most).map(({ problem, numbers, isOne }) => {
			const { message, remedy } = problem;
			const isNew = !said.has(remedy);
			said.add(remedy);
			const [first = 0] = numbers;
			const items = itemsInWords(counting, [...numbers]);
			return {
				items: isOne ? items : `${items}, such as ${counting.noun} ${first}`,
				text: inOneLine({
					message: shownMessage(message, MAX_REASON),
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
