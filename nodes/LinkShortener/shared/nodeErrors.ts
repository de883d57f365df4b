import {
	NodeApiError,
	type Failure,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { shownMessage } from './printable';
import { type Explanation, UserFacingError } from './userFacingError';

/** Any thrown value as an explanation whose message can be shown: it may quote a value of any length. */
export function explanationOf(error: unknown): Explanation {
	const explanation = rawExplanationOf(error);
	return { ...explanation, message: shownMessage(explanation.message) };
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
	return {
		message: text === '' ? 'Something unexpected happened in the Link Shortener node' : text,
		remedy: typeof description === 'string' ? description : 'Check the values of this item.',
	};
}

/**
 * The one builder of n8n's error: what happened as the message, what to do as the description, with
 * the item's index and the HTTP status. It is built from plain text, never from a caught error, so
 * that neither the key nor a raw body can come along.
 */
export function nodeError(node: INode, explanation: Explanation, itemIndex?: number): NodeApiError {
	const { message } = explanation;
	const httpStatus = shownStatus(explanation);
	const failure = failureOf(explanation);
	return new NodeApiError(
		node,
		{ message },
		{
			message,
			description: describe(explanation),
			...(httpStatus === undefined ? {} : { httpCode: String(httpStatus) }),
			...(itemIndex === undefined ? {} : { itemIndex }),
			...(failure === undefined ? {} : { failure }),
		},
	);
}

/** The failure in n8n's words, for versions that know them (2.38); its poller backs off by it. */
function failureOf({ kind, retryAfterMs }: Explanation): Failure | undefined {
	switch (kind) {
		case 'rateLimited':
			return { cause: 'rate-limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
		case 'credentialRefused':
			return { cause: 'credential-invalid' };
		case 'unavailable':
		case 'brokeDown':
			return { cause: 'temporarily-unavailable' };
		case 'misconfigured':
		case 'filtered':
		case 'notOnInstall':
			return { cause: 'configuration-invalid' };
		default:
			return undefined;
	}
}

/**
 * The item that stands for a failed one. n8n moves an item to the error branch only when its keys are among
 * `error`, `message` and `details`, and only without an `error` beside `json`. With Continue it drops the
 * item that came in, so the failed one names its subject, and carries its row if the user wants that.
 *
 * @param withDetails whether this n8n moves an item that has `details`; without them the service's other
 *   lines go into `message`
 * @param row only where n8n moves no item, and `omitted` names its columns that are not in it
 */
export function failedItem(
	explanation: Explanation,
	itemIndex: number,
	withDetails: boolean,
	row?: { input: IDataObject; omitted: string[] },
): INodeExecutionData {
	const { message: error, remedy } = explanation;
	const details = detailsOf(explanation, itemIndex, row?.omitted);
	const json = withDetails
		? { error, message: remedy, details, ...(row && { input: row.input }) }
		: withoutEmpty({ error, message: describe(explanation) });
	return { json, pairedItem: { item: itemIndex } };
}

function detailsOf(
	explanation: Explanation,
	itemIndex: number,
	omitted: readonly string[] = [],
): IDataObject {
	const httpStatus = shownStatus(explanation);
	return {
		item: {
			index: itemIndex,
			number: itemIndex + 1,
			...explanation.item,
			...(omitted.length > 0 ? { omitted: [...omitted] } : {}),
		},
		...(httpStatus === undefined ? {} : { httpStatus }),
		...(explanation.details?.length ? { reasons: explanation.details } : {}),
	};
}

/** Before 2.34 n8n takes an item whose `message` is empty for a good one. */
function withoutEmpty(json: { error: string; message: string }): IDataObject {
	return json.message === '' ? { error: json.error } : json;
}

/**
 * The status to show, if any. This service also refuses with HTTP 200, which would only puzzle. With 401
 * n8n offers to check the credential (measured on 2.41), whatever the service answered.
 */
function shownStatus({ kind, httpStatus }: Explanation): number | undefined {
	if (kind === 'credentialRefused' && httpStatus !== undefined) return 401;
	return httpStatus === undefined || httpStatus < 400 ? undefined : httpStatus;
}

function describe(explanation: Explanation): string {
	return [...(explanation.details ?? []), explanation.remedy].join('\n');
}
