import { UserFacingError } from '../shared/userFacingError';
import { ACCOUNT, exchange, explain, type Session } from './exchange';
import { isPass } from './gate/pass';
import type { ParsedResponse, Result, ServiceRequest } from './http/types';

/**
 * Remembers refusals that would meet every other request of the run, so that those are not sent. A filter
 * in front of the service may stop all changes, or the account's plan may allow no more records.
 */
export class Hopeless {
	/** Changes in a row that were answered with a 4xx page. */
	private pagesInRow = 0;

	/** The page that a request for the account gets, if any. */
	private check: Promise<ParsedResponse | undefined> | undefined;

	private isChecking = false;

	/** Refusals by the plan, by endpoint. They need not come in a row, since good answers may overtake them. */
	private readonly byPlan = new Map<string, UserFacingError[]>();

	/** Whether `reason` has to be called before a change is sent. */
	mayConcern(request: ServiceRequest): boolean {
		return this.isChecking || this.planRefusal(request) !== undefined;
	}

	/** Why a change would be refused like others before it; undefined if there is no such reason. */
	async reason(session: Session, request: ServiceRequest): Promise<UserFacingError | undefined> {
		const byPlan = this.planRefusal(request);
		if (byPlan !== undefined) return notSent(byPlan);
		const page = await this.check;
		if (page === undefined) return undefined;
		const { explanation } = notSent(
			// It was not sent, so there is no doubt whether it was done.
			new UserFacingError(explain(session, { ...request, safety: 'idempotent' }, page)),
		);
		return new UserFacingError({ ...explanation, endsRun: true });
	}

	/** Learns from the answer to a change. */
	learn(session: Session, parsed: ParsedResponse): void {
		this.pagesInRow = parsed.kind === 'page' ? this.pagesInRow + 1 : 0;
		if (this.pagesInRow < MAX_PAGES_IN_ROW || this.check !== undefined) return;
		this.isChecking = true;
		this.check = askAccount(session).then((page) => {
			this.isChecking = false;
			// Those were bad rows. A filter may come up later.
			if (page === undefined) this.check = undefined;
			this.pagesInRow = 0;
			return page;
		});
	}

	/** Learns from the final result of a change. */
	learnResult(request: ServiceRequest, result: Result): void {
		if (result.kind !== 'failed' || !result.error.is('planLimit')) return;
		const endpoint = endpointOf(request);
		this.byPlan.set(endpoint, [...(this.byPlan.get(endpoint) ?? []), result.error]);
	}

	private planRefusal(request: ServiceRequest): UserFacingError | undefined {
		const refusals = this.byPlan.get(endpointOf(request)) ?? [];
		return refusals.length < MAX_PLAN_REFUSALS ? undefined : refusals[0];
	}
}

/** The path of a request, without the name of its file. */
function endpointOf({ path, file }: ServiceRequest): string {
	return file === undefined ? path : path.replace(/[^/]*$/, '');
}

/** After this many 4xx pages in a row, every request may get one. */
const MAX_PAGES_IN_ROW = 10;

/** This many refusals by the account's plan end the creates of a run. */
const MAX_PLAN_REFUSALS = 3;

/** @returns the page that came in its place, if one did */
async function askAccount(session: Session): Promise<ParsedResponse | undefined> {
	const { gate, run } = session;
	const entering = gate.enter({ run, kind: 'read', place: gate.placeInLine() });
	const pass = await entering.catch(() => undefined);
	if (pass === undefined || !isPass(pass)) return undefined;
	const asked = exchange(session, pass, ACCOUNT);
	const account = await asked.catch(() => undefined);
	return account?.kind === 'page' ? account : undefined;
}

function notSent({ explanation }: UserFacingError): UserFacingError {
	const remedy = `This was not sent, since others before it were refused so. ${explanation.remedy}`;
	return new UserFacingError({ ...explanation, remedy });
}
