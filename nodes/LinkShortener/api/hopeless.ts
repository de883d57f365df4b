import { type Explanation, UserFacingError } from '../shared/userFacingError';
import { ACCOUNT, exchange, explain, type Session } from './exchange';
import { isPass } from './gate/pass';
import type { ParsedResponse, ServiceRequest } from './http/types';

/** After this many 4xx pages in a row, every request may get one. */
const MAX_PAGES_IN_ROW = 10;

/** This many refusals by the account's plan end the creates of a run. */
const MAX_PLAN_REFUSALS = 3;

/**
 * Remembers refusals that would meet every other change of the run, so that those are not sent. A filter
 * in front of the service may stop all changes, or the account's plan may allow no more records.
 */
export class Hopeless {
	/** Changes in a row that were answered with a 4xx page. */
	private pagesInRow = 0;

	/** Whether there is a filter is being found out. */
	private asking: Promise<void> | undefined;

	/** The words for a filter that stops everything. */
	private filter: Explanation | undefined;

	/** Refusals by the plan, by endpoint. They need not come in a row, since good answers may overtake them. */
	private readonly byPlan = new Map<string, Explanation[]>();

	/** @throws {UserFacingError} when a change would be refused like others before it */
	async check(change: ServiceRequest): Promise<void> {
		await this.asking;
		const reason = this.reason(change);
		if (reason !== undefined) throw reason;
	}

	/** Whether `check` is to be called before a change is sent. */
	mayConcern(change: ServiceRequest): boolean {
		return this.asking !== undefined || this.reason(change) !== undefined;
	}

	/** Learns from the answer to a change. */
	learn(session: Session, change: ServiceRequest, parsed: ParsedResponse): void {
		this.pagesInRow = parsed.kind === 'page' ? this.pagesInRow + 1 : 0;
		if (this.pagesInRow >= MAX_PAGES_IN_ROW) this.asking ??= this.lookForFilter(session);
		if (parsed.kind !== 'rejected') return;
		const why = explain(session, change, parsed);
		const endpoint = endpointOf(change);
		if (why.kind !== 'planLimit') return;
		this.byPlan.set(endpoint, [...(this.byPlan.get(endpoint) ?? []), why]);
	}

	private reason(change: ServiceRequest): UserFacingError | undefined {
		const refusals = this.byPlan.get(endpointOf(change)) ?? [];
		const why = refusals.length < MAX_PLAN_REFUSALS ? this.filter : refusals[0];
		if (why === undefined) return undefined;
		const remedy = `This was not sent, since others before it were refused so. ${why.remedy}`;
		return new UserFacingError({ ...why, remedy });
	}

	/** A page for the account shows that a filter stops everything; else those were bad rows. */
	private async lookForFilter(session: Session): Promise<void> {
		const page = await pageForAccount(session);
		this.asking = undefined;
		this.pagesInRow = 0;
		if (page === undefined) return;
		// What was not sent was not done: the words are those of a change that may be repeated.
		const why = explain(session, { ...ACCOUNT, safety: 'idempotent' }, page);
		this.filter = { ...why, endsRun: true };
	}
}

/** The path of a request, without the name of its file. */
function endpointOf({ path, file }: ServiceRequest): string {
	return file === undefined ? path : path.replace(/[^/]*$/, '');
}

/** The page that a request for the account gets, if any. */
async function pageForAccount(session: Session): Promise<ParsedResponse | undefined> {
	const { gate, run } = session;
	const entering = gate.enter({ run, kind: 'read' });
	const pass = await entering.catch(() => undefined);
	if (pass === undefined || !isPass(pass)) return undefined;
	const account = await exchange(session, pass, ACCOUNT).catch(() => undefined);
	return account?.kind === 'page' ? account : undefined;
}
