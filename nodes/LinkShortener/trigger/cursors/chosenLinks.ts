import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { clicksOf, grown, type Counts } from './clicks';
import type { Cut, PollOutcome } from './list';

/** What is known of the chosen links between two polls. */
export interface ChosenLinksState {
	/** The last known clicks, by link id. */
	clicks: Counts;
	/** The ids of links that are chosen by short URL. */
	ids: Record<string, string>;
	/** The place in the list of the link before which the last poll was cut. */
	next?: number;
	/** The links of which the log has said that they are gone. */
	gone?: string[];
}

/** Reads a link by its id or short URL; the service's words where it does not exist. */
export type ReadLink = (link: string) => Promise<IDataObject | UserFacingError | Cut>;

/**
 * Tells how the clicks of chosen links grew, with one request for each. The first reading of a link only
 * counts. A count that falls was reset, and counts from there. Once a link was read, its id stands for it,
 * whatever its short URL becomes.
 *
 * @param links ids or short URLs
 * @throws {UserFacingError} for a link that never was there, since it may be a typo, and when none is left;
 *   else what `read` throws
 */
export async function readChosenLinks(
	read: ReadLink,
	saved: ChosenLinksState | undefined,
	links: readonly string[],
): Promise<PollOutcome<ChosenLinksState>> {
	const state: ChosenLinksState = { clicks: {}, ids: {} };
	const before = saved?.clicks ?? {};
	const records: IDataObject[] = [];
	const gone: string[] = [];
	const isTold = (link: string) => saved?.gone?.includes(link) === true;
	const start = (saved?.next ?? 0) % links.length;
	for (const [at, link] of [...links.slice(start), ...links.slice(0, start)].entries()) {
		const id = saved?.ids[link] ?? link;
		const record = state.next === undefined ? await read(id) : 'cut';
		if (record === 'cut') {
			state.next ??= (start + at) % links.length;
			if (isTold(link)) gone.push(link);
			keep(state, link, id, before[id]);
			continue;
		}
		if (record instanceof UserFacingError) {
			gone.push(link);
			if (before[id] === undefined || gone.length === links.length) throw record;
			keep(state, link, id, before[id]);
			continue;
		}
		const clicks = clicksOf(record);
		if (clicks === undefined) throw withoutClicks(link);
		const readId = toText(record.id) || id;
		const known = before[readId];
		// It may be chosen by its id and by its short URL.
		const isAgain = state.clicks[readId] !== undefined;
		keep(state, link, readId, clicks);
		if (isAgain || known === undefined || clicks <= known) continue;
		records.push(grown(record, known, clicks));
	}
	if (gone.length > 0) state.gone = gone;
	return { records, state, notes: gone.filter((link) => !isTold(link)).map(goneNote) };
}

function goneNote(link: string): string {
	return `Link ${link} no longer exists and is skipped. Remove it from Links in the node.`;
}

function keep(state: ChosenLinksState, link: string, id: string, clicks: number | undefined): void {
	if (id !== link) state.ids[link] = id;
	if (clicks !== undefined) state.clicks[id] = clicks;
}

function withoutClicks(link: string): UserFacingError {
	return new UserFacingError({
		message: `The service does not say how many clicks link ${link} has`,
		remedy: 'Ask the operator of the service to include them in its API, or choose another event.',
	});
}
