/**
 * The words of what could not be done, made out of its parts. No other place takes a message, a remedy or details
 * apart, and none decides by them (lint): what code needs to know of them is data beside them. Pure.
 */

/** What happened, and what of it is the same for all items to which it happens. */
export interface Words {
	/** One sentence. */
	message: string;
	/** The message without the values of its item: the same for one reason. Left out for a message without any. */
	reason?: string;
	/** The value that the message is about, as it is shown. */
	value?: string;
}

/** What happened and what to do about it, of several problems one by one. */
export interface Told extends Words {
	remedy: string;
	/**
	 * A setting of the node that helps, such as how to leave out a column that may be about something else. It stands
	 * behind the remedy, and is not told where nobody can set it: to a model, and by a trigger.
	 */
	wayOut?: string;
	problems?: readonly Told[];
}

/** Words out of text and parts: `quoted`, `named` and `varying` mark the values of an item, all else is its reason. */
export function words(texts: TemplateStringsArray, ...parts: ReadonlyArray<string | Words>): Words {
	const inside = parts.map((part) => (typeof part === 'string' ? { message: part } : part));
	const message = String.raw({ raw: texts }, ...inside.map((part) => part.message));
	const reason = String.raw({ raw: texts }, ...inside.map(reasonOf));
	const valued = inside.find(({ value }) => value !== undefined);
	return {
		message,
		...(reason === message ? {} : { reason }),
		...(valued && { value: valued.value }),
	};
}

/** The reason of words: what tells whether others have the same one. */
export function reasonOf({ message, reason = message }: Words): string {
	return reason;
}

/** A value in quotation marks: the one that its message is about, if it is the first. */
export function quoted(value: string): Words {
	const message = `"${value}"`;
	return { message, reason: '', value: message };
}

/** Several values, of which none would do. */
export function quotedAny(values: readonly string[]): Words {
	const all = new Intl.ListFormat('en', { type: 'disjunction' });
	const message = all.format(values.map((value) => `"${value}"`));
	return { message, reason: '', value: message };
}

/** A value without quotation marks, such as the name of a link. */
export function named(value: string): Words {
	return { message: value, reason: '', value };
}

/** What differs from item to item, and is not what the message is about. */
export function varying(text: string | number): Words {
	return { message: String(text), reason: '' };
}

/** What to do, with all that is known besides. */
export function remedyOf({ remedy, wayOut }: Pick<Told, 'remedy' | 'wayOut'>): string {
	return [remedy, wayOut ?? ''].filter((text) => text !== '').join(' ');
}

/** The same for places where nobody can change a setting of the node. */
export function withoutWayOut<T extends Told>(told: T): T {
	const { problems } = told;
	return {
		...told,
		wayOut: undefined,
		...(problems && { problems: problems.map((problem) => ({ ...problem, wayOut: undefined })) }),
	};
}

/** A message without the end of a sentence, for a list. */
export function withoutEnd(message: string): string {
	return message.replace(/[.!]$/, '');
}

/** Messages as one: each but the last as a sentence with its end. */
export function joined(messages: readonly string[]): string {
	return [...messages.slice(0, -1).map(sentence), ...messages.slice(-1)].join(' ');
}

/** A message with the end of a sentence. */
function sentence(message: string): string {
	return message.endsWith('?') ? message : `${message.replace(/(?<![.!])[.!]+$/, '')}.`;
}

/** The same in few words, for places that show little. */
export function inShort(told: Told & { brief?: Told }): string {
	return inOneLine(told.brief ?? told);
}

/** What happened and what to do in one text, for places that show no more; of several problems, one by one. */
export function inOneLine(told: Told): string {
	const { problems = [told] } = told;
	return problems
		.map((problem) => `${sentence(problem.message)} ${remedyOf(problem)}`.trim())
		.join(' ');
}
