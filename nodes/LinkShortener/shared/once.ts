/** After a failure it is done anew. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return async () => {
		result ??= work().catch((error: unknown) => {
			result = undefined;
			throw error;
		});
		return await result;
	};
}
