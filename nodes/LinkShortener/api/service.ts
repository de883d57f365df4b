import { IdleMap } from '../shared/idleMap';
import { Memory } from '../shared/memory';
import { Gate } from './gate/gate';
import type { HttpResponse } from './http/types';
import { dateOf, isOlder, type DateSeen } from './http/age';

/**
 * What this process knows of the service at one base URL with one key, for all executions. Everything
 * that outlives a run and is no trigger's hangs here; other rooms add parts of their own.
 */
export class Service extends Memory {
	readonly gate = new Gate();

	/** What has answered with success, by what an install without it lacks. */
	readonly worked = new Set<string>();

	/** The latest clock of the service that an answer showed. */
	private dateSeen: DateSeen | undefined;

	/** Epoch ms. */
	private usedAt = Date.now();

	/** Notes that somebody opens it, or sends a request: a run may take hours. */
	touch(): this {
		this.usedAt = Date.now();
		return this;
	}

	/** What the next answers are held against to tell whether they are old. */
	get clock(): DateSeen | undefined {
		return this.dateSeen;
	}

	/**
	 * Notes an answer.
	 *
	 * @param before the clock when its request left
	 * @returns whether it is older than its request
	 */
	sawAnswer({ headers }: HttpResponse, before: DateSeen | undefined): boolean {
		const isOld = isOlder(headers, before, Date.now());
		if (!isOld) this.dateSeen = dateOf(headers, Date.now()) ?? this.dateSeen;
		return isOld;
	}

	/** Whether nobody has used it for so long, and nothing is under way. */
	isIdleSince(ms: number): boolean {
		return this.gate.isIdle && Date.now() - this.usedAt > ms;
	}
}

/** The services of this process, by base URL and key. */
const services = new IdleMap(() => new Service());

/** What is known of the service at this base URL with this key. */
export function serviceOf(identity: string): Service {
	return services.get(identity).touch();
}
