import type { HttpResponse, ParsedResponse } from '../http/types';

/** `elsewhere` goes to another address, so it only needs one of its run's slots. */
export type RequestKind = 'read' | 'change' | 'elsewhere';

/** The permission to send one request. It has to be ended, whatever happens; a second end changes nothing. */
export interface Permit {
	/** What is known of the service's answers, by which one is waited for. */
	pace: Pace;
	/** @param outcome left out where nothing was sent, or nothing can be learned */
	end(outcome?: RequestOutcome): void;
	/** Whether its answer was lost in an outage. The later it is asked, the better it knows. */
	wasAway(): boolean;
}

/** How the service answers. */
export interface Pace {
	/** How long the slowest answers to requests of this kind take, in milliseconds. */
	slowestMs: number;
	/** Whether anything has answered within the last minute. */
	hasAnswered: boolean;
	/** Whether others wait for this answer, so that it is not waited for as long as a first one may. */
	isAwaited: boolean;
}

/** What came of one sending. */
export interface RequestOutcome {
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

export function isPass(answer: Permit | Refusal): answer is Permit {
	return 'end' in answer;
}
