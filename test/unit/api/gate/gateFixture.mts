import { Gate, type Caller, type Refusal } from '../../../../nodes/LinkShortener/api/gate/gate';
import { Pass } from '../../../../nodes/LinkShortener/api/gate/pass';
import { Run, type RunPolicy } from '../../../../nodes/LinkShortener/api/gate/run';
import type { HttpResponse, ParsedResponse } from '../../../../nodes/LinkShortener/api/http/types';
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

/** A pass with what may come of its sending. */
export class Permit {
	constructor(readonly pass: Pass) {}

	answered(response: HttpResponse): void {
		this.end({ kind: 'success', body: {} }, response);
	}

	rateLimited(response: HttpResponse): void {
		this.end({ kind: 'rateLimited' }, response);
	}

	noAnswer(): void {
		this.end({ kind: 'noAnswer', code: 'ECONNRESET', detail: '' });
	}

	release(): void {
		this.pass.release();
	}

	private end(parsed: ParsedResponse, response?: HttpResponse): void {
		this.pass.end({ safety: 'safe', parsed, ...(response === undefined ? {} : { response }) });
	}
}

/** A gate that refused. */
export class Refused extends Error {
	constructor(readonly refusal: Refusal) {
		super(refusal.reason);
	}
}

interface Asked extends Partial<RunPolicy>, Partial<Pick<Caller, 'kind' | 'place'>> {
	run?: Run;
}

export function setUp() {
	const time = new VirtualTime();
	const gate = new Gate(time);
	const startedAt = time.now();
	const order: string[] = [];
	/** A run of its own for each request, unless one is given. */
	const acquire = async (
		name: string,
		{ kind = 'read', place = gate.placeInLine(), ...asked }: Asked = {},
	): Promise<Permit> => {
		const run = asked.run ?? new Run({ priority: 'bulk', ...asked });
		const pass = await gate.enter({ run, kind, place });
		if (!(pass instanceof Pass)) throw new Refused(pass);
		order.push(`${name} ${time.now() - startedAt}`);
		return new Permit(pass);
	};
	const settled = async <T,>(wait: Promise<T>) => await time.until(wait, 3_600_000);
	/** A permit acquired and answered at once. */
	const sendAnswered = async (answered: HttpResponse) =>
		(await settled(acquire('first'))).answered(answered);
	return { time, gate, order, acquire, settled, sendAnswered, startedAt };
}

/** The reason why there was no permit. */
export async function reasonOf(wait: Promise<unknown>): Promise<unknown> {
	return await wait.then(
		() => undefined,
		(reason: unknown) => reason,
	);
}
