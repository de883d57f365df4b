/**
 * n8n hands out an execution's data as a flat array in which every object, array and string of the
 * tree has its own place and is referred to by its index, as text. This puts the tree together.
 */
export function unflatten(text: string): unknown {
	const places: unknown = JSON.parse(text);
	if (!Array.isArray(places)) throw new Error('Execution data is not a flat array.');
	const built = new Map<number, unknown>();

	const resolve = (index: number): unknown => {
		if (built.has(index)) return built.get(index);
		const place: unknown = places[index];
		if (typeof place !== 'object' || place === null) return place;
		const tree: Record<string, unknown> | unknown[] = Array.isArray(place) ? [] : {};
		// Set before its children are visited: an object may contain itself.
		built.set(index, tree);
		for (const [key, value] of Object.entries(place)) {
			Reflect.set(tree, key, typeof value === 'string' ? resolve(Number(value)) : value);
		}
		return tree;
	};
	return resolve(0);
}
