import { TIMEOUT_CODE } from '../http/transport';
import type { HttpResponse, ParsedResponse, Safety } from '../http/types';

/** The outcome of one sending, told once. */
export interface Outcome {
	safety: Safety;
	parsed: ParsedResponse;
	/** Left out if there was none. */
	response?: HttpResponse;
	/**
	 * Whether a failure says nothing about the service, because the caller gave up early or could do without
	 * the answer.
	 */
	isInconclusive?: boolean;
}

/** The permission to send one request, or to probe in its place. It has to be ended, whatever happens. */
export class Pass {
	private hasEnded = false;

	constructor(
		readonly sentAt: number,
		/** Whether it is for a probe. Its caller then has to enter again. */
		readonly isProbe: boolean,
		private readonly onEnd: (outcome?: Outcome) => void,
	) {}

	/** Tells the outcome. A second call changes nothing. */
	end(outcome: Outcome): void {
		this.endOnce(outcome);
	}

	/** Gives the pass back without an outcome: nothing was sent, or an exception ended the sending. */
	release(): void {
		this.endOnce();
	}

	private endOnce(outcome?: Outcome): void {
		if (this.hasEnded) return;
		this.hasEnded = true;
		this.onEnd(outcome);
	}
}

/** Whether a request timed out. */
export function isSilence(parsed: ParsedResponse): boolean {
	return parsed.kind === 'noAnswer' && parsed.code === TIMEOUT_CODE;
}
