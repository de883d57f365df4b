import {
	NodeApiError,
	NodeOperationError,
	type Failure,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { defined, isRecord, shownMessage, toText } from '../text';
import { type Explanation, type FailureKind, UserFacingError } from '../userFacingError';

/** With a message that can be shown: it may quote a value of any length. */
export function explanationOf(error: unknown): Explanation {
	return shown(rawExplanationOf(error));
}

function shown(explanation: Explanation): Explanation {
	const { message, problems } = explanation;
	return {
		...explanation,
		message: shownMessage(message),
		...(problems && { problems: problems.map(shown) }),
	};
}

/** A value that is no `UserFacingError` is a mistake of this package. */
function rawExplanationOf(error: unknown): Explanation {
	if (error instanceof UserFacingError) return error.explanation;
	const text = error instanceof Error ? error.message : String(error);
	// n8n's own errors (an expression that cannot be resolved, say) already speak to the user.
	const description =
		typeof error === 'object' && error !== null && 'description' in error
			? error.description
			: undefined;
	// Which n8n adds to the error (measured on 2.41).
	const cause = toText(isRecord(error) ? error.cause : undefined);
	const expressions = (cause.match(/^=.*|(?<=")=(?:[^"\\]|\\.)*/gs) ?? []).join(', ');
	const place =
		expressions === '' ? 'values of this item' : `expression ${shownMessage(expressions)}`;
	return {
		message: text === '' ? 'The Link Shortener node stopped unexpectedly' : shownMessage(text),
		remedy: typeof description === 'string' ? description : `Check the ${place}.`,
	};
}

interface More {
	/** Left out of several items, since n8n puts "[item 0]" behind the headline (measured on 2.41). */
	itemIndex?: number;
	/** Left out for what the explanation says. */
	below?: Below;
	details?: IDataObject;
}

// Made of plain text, never of a caught error, so that neither the key nor a raw body can come along. What the user
// can mend is an error of the node, all else one of the API.
export function nodeError(
	node: INode,
	explanation: Explanation,
	{ itemIndex, below = { lines: linesOf(explanation) }, details }: More = {},
): NodeApiError | NodeOperationError {
	const message = withoutTags(explanation.message);
	const options = { message, description: asHtml(below), itemIndex };
	const api = { httpCode: shownStatus(explanation)?.toString(), failure: failureOf(explanation) };
	const error =
		explanation.kind === undefined
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, ...api });
	// The editor shows this as Error Data, folded up.
	if (details !== undefined) error.context.data = details;
	return error;
}

const OF_NO_VALUE: readonly FailureKind[] = [
	'credentialRefused',
	'rateLimited',
	'unavailable',
	'misconfigured',
	'planLimit',
	'notOnInstall',
];

/** Other values of the item would not help. */
export function isOfNoValue({ kind, endsRun = false }: Explanation): boolean {
	return endsRun || (kind !== undefined && OF_NO_VALUE.includes(kind));
}

/** Of a lost response people need to know whose it is, unless the run ends with it and nothing is in doubt. */
export function concernsEveryItem(explanation: Explanation): boolean {
	const { kind, endsRun = false, mayBeDone = false } = explanation;
	return !mayBeDone && (kind !== 'unavailable' || endsRun) && isOfNoValue(explanation);
}

const CAUSES: Partial<Record<FailureKind, Failure['cause']>> = {
	rateLimited: 'rate-limited',
	planLimit: 'quota-exhausted',
	credentialRefused: 'credential-invalid',
	unavailable: 'temporarily-unavailable',
	brokeDown: 'temporarily-unavailable',
	misconfigured: 'configuration-invalid',
	filtered: 'configuration-invalid',
	notOnInstall: 'configuration-invalid',
};

/** For versions that know them (2.38); n8n's poller backs off by it. */
function failureOf({ kind, retryAfterMs }: Explanation): Failure | undefined {
	const cause = kind && CAUSES[kind];
	return cause && { cause, retryAfterMs };
}

// n8n moves an item to the error branch only when its keys are among `error`, `message` and `details`, and only
// without an `error` beside `json`. With Continue it drops the item that came in, so the failed one names its
// subject.
export function failedItem(
	explanation: Explanation,
	itemIndex: number,
	{ number, withDetails, action, dryRun, subject }: FailedItemForm,
): INodeExecutionData {
	const { message: error, remedy, details: reasons = [] } = explanation;
	const details = defined({
		item: { index: itemIndex, number, ...subject },
		cause: isOfNoValue(explanation) ? failureOf(explanation)?.cause : undefined,
		httpStatus: shownStatus(explanation),
		reasons: reasons.length > 0 ? reasons : undefined,
	});
	const below = linesOf(explanation).join('\n');
	const json = withDetails
		? {
				...(action === undefined ? { error } : { action, ...dryRun, error, ...namesOf(subject) }),
				message: remedy,
				details,
			}
		: // Before 2.34 n8n takes an item whose `message` is empty for a good one.
			{ error, ...(below !== '' && { message: below }) };
	return { json, pairedItem: { item: itemIndex } };
}

interface FailedItemForm {
	/** That of the sheet's row, else the item's place from 1. */
	number: number;
	/** This n8n moves an item with `details`; else the service's other lines go into `message`. */
	withDetails: boolean;
	/** With the link's names in the columns of the good items. Where n8n moves no item. */
	action?: string;
	/** As good items of a dry run say it. */
	dryRun?: IDataObject | undefined;
	/** Such as its long URL and alias. */
	subject?: Record<string, string>;
}

function namesOf({ shortUrl, alias, longUrl }: Record<string, string> = {}): IDataObject {
	return defined({ alias, shorturl: shortUrl, longurl: longUrl });
}

/** Refusals with HTTP 200 would puzzle. With 401 n8n offers to check the credential (measured on 2.41). */
function shownStatus({ kind, httpStatus }: Explanation): number | undefined {
	if (kind === 'credentialRefused' && httpStatus !== undefined) return 401;
	return httpStatus === undefined || httpStatus < 400 ? undefined : httpStatus;
}

/** The service's other lines, and what to do. */
export function linesOf({ details = [], remedy }: Explanation): string[] {
	return [...details, remedy];
}

/** n8n's editor takes descriptions and hints for HTML, and headlines in its toasts. Pure. */

export interface Reason {
	/** Such as `Rows 7, 9`. */
	items: string;
	text: string;
}

export interface Below {
	list?: readonly Reason[];
	lines: readonly string[];
}

function asHtml({ list = [], lines }: Below): string {
	const entries = list.map(({ items, text }) => `<li><b>${items}:</b> ${escaped(text)}</li>`);
	const listed = entries.length === 0 ? '' : `<ul>${entries.join('')}</ul>`;
	return listed + lines.map(escaped).join('<br>');
}

export function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** n8n shows a headline as text in the panel and as HTML in its toast (measured on 2.41). */
function withoutTags(text: string): string {
	return text.replace(/</g, '‹').replace(/>/g, '›');
}
