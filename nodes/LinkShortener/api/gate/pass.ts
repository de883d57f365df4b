import { TIMEOUT_CODE } from '../http/transport';
import type { HttpResponse, ParsedResponse, Safety } from '../http/types';

/** What came of one sending, told once. */
export interface Outcome {
	safety: Safety;
	parsed: ParsedResponse;
	/** Left out where none came. */
	response?: HttpResponse;
	/** A failure says nothing of the service: the caller gave it up early, or could do without it. */
	isInconclusive?: boolean;
}

/** Leave to send one request, or to probe in its place. It has to be ended, whatever happens. */
export class Pass {
	private hasEnded = false;

	constructor(
		readonly sentAt: number,
		/** Whether a probe is to be sent; then its caller asks for another pass. */
		readonly isProbe: boolean,
		private readonly onEnd: (outcome?: Outcome) => void,
	) {}

	/** Tells what came of it. Of a pass that ended already nothing more is heard. */
	end(outcome: Outcome): void {
		this.endOnce(outcome);
	}

	/** Gives it back: nothing was sent, or nobody knows what came of it. */
	release(): void {
		this.endOnce();
	}

	private endOnce(outcome?: Outcome): void {
		if (this.hasEnded) return;
		this.hasEnded = true;
		this.onEnd(outcome);
	}
}

/** Whether a request ended because nothing came within its time. */
export function isSilence(parsed: ParsedResponse): boolean {
	return parsed.kind === 'noAnswer' && parsed.code === TIMEOUT_CODE;
}
