/** A class whose one instance a memory keeps. */
export type Kind<T> = abstract new (...parameters: never[]) => T;

/** A set of objects that live equally long: one of each class. */
export class Memory {
	private readonly known = new Map<Kind<unknown>, unknown>();

	/** The instance of a class, made by the first caller. */
	get<T>(kind: Kind<T>, make: () => T): T {
		const known = this.known.get(kind);
		if (known instanceof kind) return known;
		const made = make();
		this.known.set(kind, made);
		return made;
	}
}
