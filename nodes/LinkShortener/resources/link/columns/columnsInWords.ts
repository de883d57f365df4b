import { shownColumnName, plainColumnName } from '../../../sheet/headings';
import type { MatchedHeadings } from './columns';

/** The lines that tell how the columns of a sheet are used. Pure. */

/** Fields that a person misses: no page, a random alias, a link that is open for ever, or to all. */
const TO_DRAG_INTO = ['url', 'custom', 'expiry', 'password'];

/** What this node itself returns beside a link, by plain name. */
const OF_NODE = new Set([
	...['id', 'clicks', 'title', 'date', 'action', 'changes', 'sent', 'sameas', 'dryrun', 'existing'],
	...['updated', 'input', 'error', 'message', 'details'],
]);

/** What is told besides what the headings mean. */
interface Told {
	/** The columns that expressions of the form take. */
	taken: readonly string[];
	/** Columns that are not surprising, such as those that a run before has written. */
	isOwn: (column: string) => boolean;
	/** Whether the form sets a field. */
	isSet: (field: string) => boolean;
	/** A field as people call it. */
	titleOf: (field: string) => string;
	/** The names under Inputs to Ignore that no column has. */
	unknown: readonly string[];
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** One line with the use of all columns; undefined where every one is used. */
export function columnsInWords(
	{ columnsOf, setInForm, unused }: MatchedHeadings,
	{ taken, isOwn, isSet, titleOf, unknown }: Told,
): string | undefined {
	const inForm = setInForm.filter(({ column }) => !taken.includes(column));
	const notUsed = unused.filter((column) => !taken.includes(column) && !isOwn(column));
	if (notUsed.length + inForm.length + unknown.length === 0) return undefined;
	const used = [...taken, ...[...columnsOf.values()].flat()];
	const isOfNode = (column: string) => OF_NODE.has(plainColumnName(column));
	const inOrder = [...notUsed.filter((one) => !isOfNode(one)), ...notUsed.filter(isOfNode)];
	const open = TO_DRAG_INTO.filter((field) => !columnsOf.has(field) && !isSet(field)).map(titleOf);
	return [
		...(used.length === 0 ? [] : [`Used: ${named(used)}.`]),
		...(notUsed.length === 0 ? [] : [`Not used: ${named(inOrder)}.`]),
		...(notUsed.length === 0 || open.length === 0
			? []
			: [
					`If one of them is about the links, drag it into its field, such as ${anyOf.format(open)}.`,
				]),
		...ofLinks(notUsed),
		...inForm.map(({ column, field }) => {
			const [name, title] = [shownColumnName(column), titleOf(field)];
			return name === title ? `${name}: set in the form.` : `${name}: ${title} is set in the form.`;
		}),
		...(unknown.length === 0
			? []
			: [`Inputs to Ignore lists ${unknown.join(', ')}, but no column has that name.`]),
	].join(' ');
}

/** Type and Status mean other things in most sheets. */
function ofLinks(notUsed: readonly string[]): string[] {
	const isThere = notUsed.some((column) => ['type', 'status'].includes(plainColumnName(column)));
	return isThere ? ['The columns of a link are called Redirect Type and Link Status.'] : [];
}

function named(columns: readonly string[]): string {
	const names = columns.map((column) => shownColumnName(column) || 'a column without a heading');
	return [...new Set(names)].join(', ');
}

/** The warning about a plan; undefined without one. */
export function planInWords({ plan }: Pick<MatchedHeadings, 'plan'>): string | undefined {
	if (plan.length === 0) return undefined;
	const names = plan.map(shownColumnName);
	const [were, parameters] =
		names.length === 1 ? ['was', 'a UTM parameter'] : ['were', 'UTM parameters'];
	return `${new Intl.ListFormat('en').format(names)} ${were} read as ${parameters}, since Source and Medium are headings. To use them in another way, name them under Options → Inputs to Ignore.`;
}
