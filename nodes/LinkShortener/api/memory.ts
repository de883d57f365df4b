import { Gate } from './gate/gate';

type Class<T, P extends unknown[]> = new (...parameters: P) => T;

/** Objects that live equally long: one of each class. */
export class Memory {
	private readonly known = new Map<unknown, unknown>();

	/** Made for the first caller. */
	get<T, P extends unknown[]>(type: Class<T, P>, ...parameters: P): T {
		const known = this.known.get(type);
		if (known instanceof type) return known;
		const made = new type(...parameters);
		this.known.set(type, made);
		return made;
	}
}

/** An unused one is forgotten after this long, so that a sheet that comes every week finds what it has sent. */
const FORGET_AFTER_MS = 8 * 24 * 60 * 60_000;

/**
 * The memory of one base URL and key, shared by all executions of this process. Everything that outlives a
 * run, and does not belong to a trigger, hangs here; other folders add their own parts.
 */
export class Service extends Memory {
	readonly gate = new Gate();

	/** The parts of the API that have answered with success, in the words of `lackOf`. */
	readonly worked = new Set<string>();

	/** When a client was last opened for it (epoch ms). */
	usedAt = Date.now();
}

/** The services of this process, by base URL and key. */
const services = new Map<string, Service>();

/** The memory of this base URL and key. */
export function serviceOf(identity: string): Service {
	const now = Date.now();
	for (const [other, { usedAt }] of services)
		if (now - usedAt > FORGET_AFTER_MS) services.delete(other);
	const service = services.get(identity) ?? new Service();
	service.usedAt = now;
	services.set(identity, service);
	return service;
}
