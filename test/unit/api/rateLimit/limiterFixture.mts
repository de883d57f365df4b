import type { HttpResponse } from '../../../../nodes/LinkShortener/api/http/types';
import {
	type Permit,
	type PermitRequest,
	RateLimiter,
} from '../../../../nodes/LinkShortener/api/rateLimit/limiter';
import { VirtualTime } from '../../simulation/virtualTime.mts';

export function answer(headers: Record<string, string> = {}): HttpResponse {
	return { status: 200, headers, body: {} };
}

export function remaining(count: number, resetInSeconds: number): HttpResponse {
	return answer({
		'x-ratelimit-limit': '30',
		'x-ratelimit-remaining': String(count),
		'x-ratelimit-reset': String(resetInSeconds),
	});
}

export const NO_HEADERS = answer();

/** A rate-limit refusal that asks to wait so many seconds. */
export function refused(seconds: number): HttpResponse {
	return answer({ 'retry-after': String(seconds) });
}

export function setUp() {
	const time = new VirtualTime();
	const limiter = new RateLimiter(time);
	const startedAt = time.now();
	const order: string[] = [];
	const acquire = async (name: string, request: Partial<PermitRequest> = {}): Promise<Permit> => {
		const granted = await limiter.acquire({ priority: 'bulk', ...request });
		order.push(`${name} ${time.now() - startedAt}`);
		return granted;
	};
	const settled = async <T,>(wait: Promise<T>) => await time.until(wait, 3_600_000);
	/** A permit acquired and answered at once. */
	const sendAnswered = async (answered: HttpResponse) =>
		(await settled(acquire('first'))).answered(answered);
	return { time, limiter, order, acquire, settled, sendAnswered, startedAt };
}

/** The reason why there was no permit. */
export async function reasonOf(wait: Promise<unknown>): Promise<unknown> {
	return await wait.then(
		() => undefined,
		(reason: unknown) => reason,
	);
}
