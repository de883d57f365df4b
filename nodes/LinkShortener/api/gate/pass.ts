import type { HttpResponse, ParsedResponse } from '../http/types';

/** `elsewhere` goes to another address, so it only needs one of its run's places. */
export type RequestKind = 'read' | 'change' | 'elsewhere';

/** The permission to send one request. It has to be ended, whatever happens; a second end changes nothing. */
export interface Pass {
	/** Whether to ask for the account in its place, and then to enter again. */
	isProbe: boolean;
	/** The longest the gate lets it wait for its answer, in milliseconds. */
	timeoutMs: number;
	/** @param outcome left out where nothing was sent, or nothing can be learned */
	end(outcome?: Outcome): void;
}

/** What came of one sending. */
export interface Outcome {
	parsed: ParsedResponse;
	/** Left out if there was none. */
	response?: HttpResponse;
}

/** The reasons for which a request waits. Each has its own words. */
type WaitReason =
	| CountedReason
	/** The answer to another request, which brings news or makes room. */
	| 'answer';

/** The reasons that count towards the user's Max Wait. */
export type CountedReason =
	/** The service's rate limit. */
	| 'rateLimit'
	/** The service is away. */
	| 'service'
	/** Requests per Minute, the run's own limit. */
	| 'ownRate';

/** Why a request has to wait. */
export interface Wait {
	reason: WaitReason;
	/** When time alone may end it (epoch ms). */
	until: number;
	/** Whether to give up at once. */
	isHopeless?: boolean;
}

/** Why a request may not leave at all. */
export interface Refusal {
	reason: WaitReason;
	/** Milliseconds until there is reason to try again; 0 for now or unknown. */
	retryAfterMs: number;
}

export function isPass(answer: Pass | Refusal): answer is Pass {
	return 'end' in answer;
}
