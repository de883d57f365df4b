import { IdleMap } from '../shared/idleMap';
import { Memory } from '../shared/memory';
import { Gate } from './gate/gate';

/**
 * The memory of one base URL and key, shared by all executions of this process. Everything that outlives a
 * run, and does not belong to a trigger, hangs here; other rooms add their own parts.
 */
export class Service extends Memory {
	readonly gate = new Gate();

	/** The parts of the API that have answered with success, in the words of `lackOf`. */
	readonly worked = new Set<string>();

	/** Epoch ms. */
	private usedAt = Date.now();

	/** Notes that a client uses it. */
	touch(): this {
		this.usedAt = Date.now();
		return this;
	}

	/** Whether it was not used for this long and nothing is under way. */
	isIdleSince(ms: number): boolean {
		return this.gate.isIdle && Date.now() - this.usedAt > ms;
	}
}

/** The services of this process, by base URL and key. */
const services = new IdleMap(() => new Service());

/** The memory of this base URL and key. */
export function serviceOf(identity: string): Service {
	return services.get(identity).touch();
}
