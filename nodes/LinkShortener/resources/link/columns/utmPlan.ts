import { toText, withoutInvisible } from '../../../shared/json';
import { isEmpty } from '../../../shared/n8n/parameters';
import { isNothing } from '../../../shared/values/nothing';
import { soleValue } from '../../../shared/values/single';

/** UTM plans, whose columns are called Source and Medium without UTM in front. Pure. */

/** The columns of Google's campaign URL builder. Its Campaign ID is Google's own number. */
const BUILDER: Readonly<Record<string, string>> = {
	campaignsource: 'utm_source',
	campaignmedium: 'utm_medium',
	campaignname: 'utm_campaign',
	campaignterm: 'utm_term',
	campaigncontent: 'utm_content',
	campaignid: '',
};

/** The columns of a plan; Campaign is the service's as well, if it has one of that name. */
const PLAN: Readonly<Record<string, string>> = {
	source: 'utm_source',
	medium: 'utm_medium',
	campaign: 'utm_campaign',
	campaignname: 'utm_campaign',
	term: 'utm_term',
	content: 'utm_content',
};

/** What a plan says in one word, and what it says at most. */
const LONGEST_WORD = 30;
const LONGEST_TEXT = 100;

/** The cells of a column that may be one of a plan. */
export class PlanCells {
	private filled = 0;

	private areWords = true;

	private areShort = true;

	constructor(
		readonly column: string,
		readonly plain: string,
	) {}

	add(cell: unknown): void {
		const value = soleValue(cell);
		if (isEmpty(value) || isNothing(value)) return;
		const text = toText(value);
		this.filled += 1;
		const isWord = text.length <= LONGEST_WORD && /^\S+$/.test(text) && !text.includes('://');
		if (!isWord) this.areWords = false;
		if (text.length > LONGEST_TEXT || /[\n\r]/.test(text)) this.areShort = false;
	}

	isFilled(): boolean {
		return this.filled > 0;
	}

	/** Whether each filled cell is what a plan has in this column. */
	arePlanned(): boolean {
		return ['source', 'medium'].includes(this.plain) ? this.areWords : this.areShort;
	}
}

/** Whether a column may be one of a plan, by its plain name. */
export function isPlanColumn(plain: string): boolean {
	return plain in PLAN || plain in BUILDER;
}

/** What the columns of a plan mean. */
export interface UtmPlan {
	/** The UTM parameter by column; empty for one that means nothing. */
	meant: ReadonlyMap<string, string>;
	/** The column that is the service's campaign as well. */
	campaign: string | undefined;
}

/** The plan of a sheet; undefined if it has none. */
export function planOf(columns: readonly PlanCells[]): UtmPlan | undefined {
	const named = (plain: string) => columns.filter((cells) => cells.plain === plain);
	const meantBy = (names: Readonly<Record<string, string>>, isIt: (cells: PlanCells) => boolean) =>
		new Map(
			columns
				.filter((cells) => cells.plain in names && isIt(cells))
				.map((cells) => [cells.column, names[cells.plain] ?? '']),
		);
	if (named('campaignsource').length > 0 && named('campaignmedium').length > 0) {
		return { meant: meantBy(BUILDER, () => true), campaign: undefined };
	}
	const pair = [...named('source'), ...named('medium')];
	const isPlan =
		named('source').length > 0 &&
		named('medium').length > 0 &&
		pair.some((cells) => cells.isFilled()) &&
		pair.every((cells) => cells.arePlanned());
	if (!isPlan) return undefined;
	const meant = meantBy(PLAN, (cells) => cells.arePlanned());
	const [campaign] = [...meant].find(([, field]) => field === 'utm_campaign') ?? [];
	return { meant, campaign };
}

/** The line about a plan. */
export function planInWords({ meant, campaign }: UtmPlan): string {
	const columns = [...meant].filter(([, field]) => field !== '').map(([name]) => name);
	const names = columns.map(withoutInvisible);
	const named = new Intl.ListFormat('en').format(names);
	const also =
		campaign === undefined
			? ''
			: ` ${withoutInvisible(campaign)} is also the campaign of the link, if the account has one of that name.`;
	return `${named} were read as UTM parameters.${also} To use them in another way, add ${names[0] ?? ''} to Options → Inputs to Ignore.`;
}
