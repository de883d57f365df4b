export type Class<T> = abstract new (...parameters: never[]) => T;

/** Objects that live equally long: one of each class. */
export class Memory {
	private readonly known = new Map<Class<unknown>, unknown>();

	/** Made by the first caller. */
	get<T>(type: Class<T>, make: () => T): T {
		const known = this.known.get(type);
		if (known instanceof type) return known;
		const made = make();
		this.known.set(type, made);
		return made;
	}
}
