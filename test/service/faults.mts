export type FaultKind =
	| 'failureOn200'
	| 'failureOn400'
	| 'status500'
	| 'status502Html'
	| 'status503'
	| 'status508'
	| 'json503'
	| 'html200'
	| 'empty'
	| 'cutOff'
	| 'closeBefore'
	| 'closeAfter'
	| 'silence'
	| 'slowDrip'
	| 'rateLimited429'
	| 'rateLimitedBody200'
	| 'rateLimitedMessage'
	| 'redirect'
	| 'page403'
	| 'page413'
	| 'errors422'
	| 'problem400';

export interface FaultMatch {
	/** HTTP method; any when absent. */
	method?: string;
	/** Path below the base path, without the query; a string must be equal to it. */
	path?: RegExp | string;
	/** What the body holds. */
	body?: RegExp;
	/** Only the n-th matching request, counted from 1. */
	nth?: number;
	/** Every n-th matching request. */
	every?: number;
	/** Happen this often at most. */
	times?: number;
	/** Leave so many matching requests in peace first. */
	after?: number;
}

export interface Fault {
	match: FaultMatch;
	kind: FaultKind;
	/**
	 * Text of `failureOn200`, `failureOn400`, `rateLimitedMessage` and `json503`, title of `page403`,
	 * what `errors422` says of the field `url`, detail of `problem400`.
	 */
	message?: string;
	/** Seconds named by the three refusals, `status503`, `status508` and `json503`; none when absent. */
	retryAfter?: number;
	/** Target of `redirect`. */
	location?: string;
	/** Status of `redirect`, 302 when absent. */
	status?: 301 | 302 | 307 | 308;
	/** Pause of `slowDrip` between two bytes, 20 ms when absent. */
	msPerByte?: number;
	/**
	 * Whether the request is carried out although its answer is spoilt. Always so for `closeAfter`,
	 * `cutOff` and `slowDrip`, never for `closeBefore`; the default is yes for `empty` and no for
	 * all others.
	 */
	work?: boolean;
}

const ALWAYS_WORKED: ReadonlySet<FaultKind> = new Set(['closeAfter', 'cutOff', 'slowDrip']);

/** Kinds the service itself answers with; the rest stands for what happens in front of it. */
const FROM_THE_SERVICE: ReadonlySet<FaultKind> = new Set([
	'failureOn200',
	'failureOn400',
	'status500',
	'errors422',
]);

/** Whether a request with this fault is carried out. */
export function doesWork(fault: Fault): boolean {
	if (ALWAYS_WORKED.has(fault.kind)) return true;
	if (fault.kind === 'closeBefore') return false;
	return fault.work ?? fault.kind === 'empty';
}

/**
 * Where a fault happens. In front of the service it costs neither a key check nor a unit of the
 * rate limit; inside it counts (and is counted) only when the request was let through, so that
 * `every: 10` means every tenth request that is really worked on.
 */
type FaultStage = 'front' | 'inside';

function stageOf(fault: Fault): FaultStage {
	return doesWork(fault) || FROM_THE_SERVICE.has(fault.kind) ? 'inside' : 'front';
}

interface Rule {
	fault: Fault;
	stage: FaultStage;
	matched: number;
	happened: number;
}

/** The fault rules in force with their counters. */
export class FaultBook {
	private rules: Rule[] = [];

	add(fault: Fault): void {
		this.rules.push({ fault, stage: stageOf(fault), matched: 0, happened: 0 });
	}

	clear(): void {
		this.rules = [];
	}

	/** Counts the request with every rule of the stage and returns the first fault that applies. */
	next(stage: FaultStage, request: FaultedRequest): Fault | undefined {
		let found: Fault | undefined;
		for (const rule of this.rules) {
			if (rule.stage !== stage || !fits(rule.fault.match, request)) continue;
			rule.matched += 1;
			if (found !== undefined || !isDue(rule)) continue;
			rule.happened += 1;
			found = rule.fault;
		}
		return found;
	}
}

/** What a fault can be told to match. */
interface FaultedRequest {
	method: string;
	path: string;
	body: string;
}

function fits(match: FaultMatch, { method, path, body }: FaultedRequest): boolean {
	if (match.body !== undefined && body.search(match.body) < 0) return false;
	if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
	if (match.path === undefined) return true;
	// search() ignores the lastIndex of a global expression, test() would not.
	return typeof match.path === 'string' ? match.path === path : path.search(match.path) >= 0;
}

function isDue({ fault: { match }, matched, happened }: Rule): boolean {
	if (matched <= (match.after ?? 0)) return false;
	if (match.times !== undefined && happened >= match.times) return false;
	if (match.nth !== undefined && matched !== match.nth) return false;
	return match.every === undefined || matched % match.every === 0;
}
