import { IdleMap } from '../shared/idleMap';
import { Memory } from '../shared/memory';
import { Outage } from './outage/outage';
import { RateLimiter } from './rateLimit/limiter';

/**
 * What this process knows of the service at one base URL with one key, for all executions. Everything
 * that outlives a run and is no trigger's hangs here; other rooms add parts of their own.
 */
export class Service extends Memory {
	readonly limiter = new RateLimiter();

	readonly outage = new Outage();

	/** Epoch ms. */
	private usedAt = Date.now();

	touch(): this {
		this.usedAt = Date.now();
		return this;
	}

	/** Whether nobody has opened it for so long, and nothing is under way. */
	isIdleSince(ms: number): boolean {
		return (
			Date.now() - this.usedAt > ms && this.limiter.isIdleSince(ms) && this.outage.isIdleSince(ms)
		);
	}
}

/** The services of this process, by base URL and key. */
const services = new IdleMap(() => new Service());

/** What is known of the service at this base URL with this key. */
export function serviceOf(identity: string): Service {
	return services.get(identity).touch();
}
