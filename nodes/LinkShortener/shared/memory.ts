/** A class whose one instance a memory keeps. */
export type Kind<T> = abstract new (...parameters: never[]) => T;

/** Things that belong together because they end together: one of each class. */
export class Memory {
	private readonly known = new Map<Kind<unknown>, unknown>();

	/** The instance of a class, made by who asks for it first. */
	get<T>(kind: Kind<T>, make: () => T): T {
		const known = this.known.get(kind);
		if (known instanceof kind) return known;
		const made = make();
		this.known.set(kind, made);
		return made;
	}
}
