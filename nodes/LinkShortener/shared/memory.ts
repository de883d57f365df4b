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
