import type { Fault, FaultKind } from './faults.mts';
import type { Endpoint } from './endpoint.mts';
import type { Failure } from './failure.mts';
import { inLanguage } from './messages.mts';
import type { RateLimit, UnknownPath } from './options.mts';
import type { Variations } from './variations.mts';

export type Fields = Record<string, unknown>;

/** What an endpoint found, before the install's habits of writing it down. */
export type Outcome =
	| { form: 'record'; body: Fields }
	| { form: 'list'; data: Fields }
	/** A list without `data`: the numbers stand beside the rows. */
	| { form: 'flatList'; body: Fields }
	| { form: 'plain'; status: number; body: unknown }
	| { form: 'page'; status: number; text: string }
	| { form: 'file'; type: string; body: string | Buffer }
	| { form: 'redirect'; location: string };

/** An answer ready for the wire. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string | Buffer;
}

/** Ways to answer an unknown path that are not JSON. */
type VisitorForm = Exclude<UnknownPath, 'failure'>;

export type Family = 'api' | 'pixels' | 'public';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';

/** Shorthand for the common outcome: `error` 0 and these fields. */
export function record(body: Fields): Outcome {
	return { form: 'record', body };
}

export function done(message: string): Outcome {
	return record({ message });
}

/** What an endpoint found, on the wire. */
export function writeOutcome(
	outcome: Outcome,
	endpoint: Pick<Endpoint, 'creates' | 'path'>,
	variations: Variations,
): Answer {
	const textKeys = variations.textNumbers[endpoint.path];
	if (textKeys === undefined) return writeNumbers(outcome, endpoint, variations);
	const { status, headers, body } = writeNumbers(outcome, endpoint, variations);
	const written = JSON.stringify(JSON.parse(String(body)), (key, value: unknown) =>
		typeof value === 'number' && textKeys.includes(key) ? String(value) : value,
	);
	return { status, headers, body: written };
}

function writeNumbers(
	outcome: Outcome,
	{ creates = false, path }: Pick<Endpoint, 'creates' | 'path'>,
	variations: Variations,
): Answer {
	switch (outcome.form) {
		case 'record': {
			const { createdStatus, nestedCreateBody } = variations;
			const isSaid = createdStatus === 'campaigns' ? path === '/api/campaign/add' : creates;
			const status = isSaid && createdStatus !== 200 ? 201 : 200;
			const { error = success(variations), ...body } = translated(outcome.body, variations);
			const isNested = creates && nestedCreateBody && body['message'] === undefined;
			return json(status, { error, ...(isNested ? { data: body } : body) }, variations);
		}
		case 'list':
			return json(
				200,
				{
					error: variations.errorValue === 'asDescribed' ? '0' : success(variations),
					data: outcome.data,
				},
				variations,
			);
		case 'flatList':
			return json(200, { error: success(variations), ...outcome.body }, variations);
		case 'plain':
			return json(outcome.status, outcome.body, variations);
		case 'page':
			return webPage(outcome.status, outcome.text);
		case 'file':
			return { status: 200, headers: { 'content-type': outcome.type }, body: outcome.body };
		case 'redirect':
			return { status: 302, headers: { location: outcome.location }, body: '' };
	}
}

export function writeFailure(failure: Failure, family: Family, variations: Variations): Answer {
	if (family === 'pixels') {
		const message = inLanguage(failure.message, variations.language);
		if (failure.errors === undefined) return json(failure.status, { message }, variations);
		return json(422, { message, errors: failure.errors }, variations);
	}
	const status = variations.errorOnFailureStatus === '4xx' ? failure.status : 200;
	const body = failureBody(failure.message, variations);
	if (variations.failureForm !== 'detailed') return json(status, body, variations);
	const [field, reasons = []] = Object.entries(failure.errors ?? {})[0] ?? [];
	const details = field === undefined ? {} : { details: { field, reason: reasons[0] } };
	return json(status, { ...body, code: failure.status, ...details }, variations);
}

/** A request no endpoint knows, answered in JSON: always 404, so that a client's wrong path shows. */
export function writeNoEndpoint(method: string, path: string, variations: Variations): Answer {
	const message = `There is no endpoint ${method} ${path}`;
	return json(404, failureBody(message, variations), variations);
}

/** Where visitors without a session end up. */
const LOGIN_PATH = '/user/login';

/**
 * The same by the part of an install that is made for visitors, which knows no keys.
 *
 * @param url base address of the service
 */
export function writeForVisitor(form: VisitorForm, path: string, url: string): Answer {
	if (form !== 'login') return webPage(200, 'Page not found');
	if (path === LOGIN_PATH) return webPage(200, 'Login');
	return { status: 302, headers: { location: `${url}${LOGIN_PATH}` }, body: '' };
}

/**
 * A rate-limit refusal in one of its three forms.
 * @param retryAfter seconds to wait, or undefined to name none
 */
export function writeRefusal(
	form: RateLimit['refusal'],
	retryAfter: number | undefined,
	variations: Variations,
	message = 'Rate limit exceeded. You have sent too many requests.',
): Answer {
	const text = 'Too Many Requests. Please retry later.';
	switch (form) {
		case 'status429':
			return withRetryAfter(json(429, failureBody(text, variations), variations), retryAfter);
		case 'body200': {
			// Written as found: the number 429 whatever form `error` has elsewhere.
			const wait = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
			return json(200, { error: 429, message: text, ...wait }, variations);
		}
		case 'message':
			return withRetryAfter(json(200, failureBody(message, variations), variations), retryAfter);
	}
}

const REFUSALS: Partial<Record<FaultKind, RateLimit['refusal']>> = {
	rateLimited429: 'status429',
	rateLimitedBody200: 'body200',
	rateLimitedMessage: 'message',
};

/** What a web filter says unless the fault has words of its own. */
const BLOCKED = 'Request blocked';

/** Whether the fault is a rate-limit refusal. */
export function isRefusal(fault: Fault): boolean {
	return REFUSALS[fault.kind] !== undefined;
}

/**
 * The answer a fault puts in the place of the real one, or undefined for the faults that change
 * how an answer is sent and not what it says.
 */
export function writeFault(fault: Fault, variations: Variations): Answer | undefined {
	const refusal = REFUSALS[fault.kind];
	if (refusal !== undefined) {
		return writeRefusal(refusal, fault.retryAfter, variations, fault.message);
	}
	const message = fault.message ?? 'Something went wrong. Please try again.';
	switch (fault.kind) {
		case 'failureOn200':
			return json(200, failureBody(message, variations), variations);
		case 'failureOn400':
			return json(400, failureBody(message, variations), variations);
		case 'status500':
			return json(500, { message: 'Server Error' }, variations);
		case 'status502Html':
			return webPage(502, '502 Bad Gateway');
		case 'status503':
			return writeBusy(503, fault.retryAfter);
		case 'status508':
			return writeBusy(508, fault.retryAfter);
		case 'json503': {
			const body = failureBody(fault.message ?? 'Maintenance', variations);
			return withRetryAfter(json(503, body, variations), fault.retryAfter);
		}
		case 'html200':
			return webPage(200, 'Checking your browser before you go on');
		case 'empty':
			return { status: 200, headers: { 'content-type': JSON_TYPE }, body: '' };
		case 'page403':
			return webPage(403, fault.message ?? BLOCKED);
		case 'page413':
			return webPage(413, '413 Request Entity Too Large');
		case 'errors422':
			return json(422, { errors: { url: [message] } }, variations);
		case 'problem400': {
			const problem = { title: BLOCKED, detail: message, status: 400 };
			return withHeaders(json(400, problem, variations), { 'content-type': PROBLEM_TYPE });
		}
		case 'redirect':
			return {
				status: fault.status ?? 302,
				headers: { location: fault.location ?? '/' },
				body: '',
			};
		default:
			return undefined;
	}
}

/** What hosts call the statuses of a machine that has no room or is being worked on. */
const BUSY_TITLES = {
	503: '503 Service Unavailable',
	508: '508 Resource Limit Is Reached',
} as const;

/** The page of such a machine. */
export function writeBusy(status: keyof typeof BUSY_TITLES, retryAfter?: number): Answer {
	return withRetryAfter(webPage(status, BUSY_TITLES[status]), retryAfter);
}

/** What `error` is in a success and in a failure. */
const ERRORS = {
	asDescribed: [0, 1],
	number: [0, 1],
	string: ['0', '1'],
	boolean: [false, true],
} as const;

function success({ errorValue }: Variations): unknown {
	return ERRORS[errorValue][0];
}

/** A body with its sentence in the install's language. */
function translated(body: Fields, { language }: Variations): Fields {
	const { message } = body;
	return typeof message === 'string' ? { ...body, message: inLanguage(message, language) } : body;
}

function failureBody(sentence: string, variations: Variations): Fields {
	const words = inLanguage(sentence, variations.language);
	return { error: ERRORS[variations.errorValue][1], [variations.failureMessageKey]: words };
}

function json(status: number, body: unknown, variations: Variations): Answer {
	const text = variations.numbersAsStrings
		? JSON.stringify(body, (key, value: unknown) =>
				typeof value === 'number' && key !== 'error' ? String(value) : value,
			)
		: JSON.stringify(body);
	return { status, headers: { 'content-type': JSON_TYPE }, body: text };
}

export function webPage(status: number, text: string): Answer {
	const body = `<!DOCTYPE html>\n<html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>\n`;
	return { status, headers: { 'content-type': HTML_TYPE }, body };
}

/** @param seconds to wait, or undefined to name none */
export function withRetryAfter(answer: Answer, seconds: number | undefined): Answer {
	return seconds === undefined ? answer : withHeaders(answer, { 'retry-after': String(seconds) });
}

function withHeaders(answer: Answer, headers: Record<string, string>): Answer {
	return { ...answer, headers: { ...answer.headers, ...headers } };
}
