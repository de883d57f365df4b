export type Contestant = 'node' | 'bareLoop';

/** What is run, as the only argument of `bareLoop`, in JSON. */
export interface Race {
	baseUrl: string;
	apiKey: string;
	/** The most requests under way at once. */
	inFlight: number;
	creates: number;
	/** Whose turn it is. */
	order: readonly Contestant[];
}
