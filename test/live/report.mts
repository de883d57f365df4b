import type { AnswerRow } from '../engine/answers/run.mts';
import { LISTS } from './clean.mts';
import { isJson, type Json, type Ledger, textOf } from './ledger.mts';
import { type Known, ownOf, sampleOf } from './redact.mts';
import type { Line } from './run.mts';
import { presetFor, seenIn } from './seen.mts';
import { type Exchange, rowsIn } from './wire.mts';

/** What may be attached to an issue, and read by `--record`. */
export interface Report {
	about: string;
	lines: Line[];
	requests: number;
	/** The preset that is next to the service, and what another one would need. */
	preset: string;
	needs: string[];
	answers: AnswerRow[];
}

const ABOUT =
	'Of records that the run has not made, names and types of fields: each value is a sample of its type.';

export function reportOf(lines: Line[], log: Exchange[], known: Known, ledger: Ledger): Report {
	const own = new Set(ledger.entries.map(({ kind, id }) => `${kind}:${id ?? ''}`));
	const { preset, needs } = presetFor(seenIn(log));
	const rows = new Map(
		log
			.filter(({ isOfNode }) => !isOfNode)
			.flatMap((exchange) => {
				const row = answerRow(exchange, known, own);
				return row === undefined ? [] : [[row.what, row] as const];
			}),
	);
	const answers = [...rows.values()];
	const shownNeeds = needs.map((need) => (/Words/.test(need) ? 'aliasTakenWords' : need));
	return { about: ABOUT, lines, requests: log.length, preset, needs: shownNeeds, answers };
}

type Operation = readonly [
	request: RegExp,
	operation: string,
	parameters: (sent: Json, id: string) => Json,
];

const none = (): Json => ({});
const pick = (id: string) => ({ __rl: true, mode: 'id', value: id });

/** Which operation of the node sends a request. */
const OPERATIONS: readonly Operation[] = [
	[/^GET \/api\/account$/, 'account.get', none],
	[/^POST \/api\/url\/add$/, 'link.create', ({ url, custom }) => ({ url, custom })],
	[/^GET \/api\/url\/(\d+)$/, 'link.get', (_sent, id) => ({ linkId: pick(id) })],
	[/^GET \/api\/urls$/, 'link.getAll', none],
	[/^POST \/api\/campaign\/add$/, 'campaign.create', ({ name }) => ({ name })],
	[
		/^PUT \/api\/campaign\/(\d+)\/update$/,
		'campaign.update',
		({ name }, id) => ({ campaignId: pick(id), updateFields: { name } }),
	],
	[/^GET \/api\/campaigns$/, 'campaign.getAll', none],
	[/^POST \/api\/channel\/add$/, 'channel.create', ({ name }) => ({ name })],
	[
		/^PUT \/api\/channel\/(\d+)\/update$/,
		'channel.update',
		({ name }, id) => ({ channelId: pick(id), updateFields: { name } }),
	],
	[/^GET \/api\/channels$/, 'channel.getAll', none],
	[/^GET \/api\/domains$/, 'domain.getAll', none],
	[/^GET \/api\/files$/, 'file.getAll', none],
	[/^GET \/api\/overlay$/, 'ctaOverlay.getAll', none],
	[/^GET \/api\/pixels$/, 'pixel.getAll', none],
	[/^GET \/api\/qr$/, 'qrCode.getAll', none],
	[/^POST \/api\/qr\/add$/, 'qrCode.create', ({ data }) => ({ type: 'text', text: data })],
	[/^GET \/api\/splash$/, 'splashPage.getAll', none],
];

/** A response as a row of the table of recorded answers. */
function answerRow(
	{ method, path, query, sent, status, body, parsed }: Exchange,
	known: Known,
	own: ReadonlySet<string>,
): AnswerRow | undefined {
	if (!['success', 'rejected'].includes(parsed.kind) || !isJson(body)) return undefined;
	// A look-up and a search answer other questions than the list.
	if ('q' in query || 'short' in query) return undefined;
	for (const [request, operation, parameters] of OPERATIONS) {
		const match = request.exec(`${method} ${path}`);
		if (match === null) continue;
		const isList = method === 'GET' && match[1] === undefined && path !== '/api/account';
		const isOwn = method !== 'GET' || own.has(`link:${match[1] ?? ''}`);
		const shown = isList
			? listOf(body, path, known, own)
			: isOwn
				? ownOf(body, known)
				: sampleOf(body);
		const isPlain = /^(0|1|429|true|false)$/.test(String(body['error']));
		const answer = { ...(shown as Json), ...(isPlain && { error: body['error'] }) };
		return {
			what: `${operation} as a live service answered: ${parsed.kind === 'success' ? 'done' : 'rejected'}`,
			operation,
			parameters: parameters(sent, match[1] ?? ''),
			...(status === 200 ? {} : { status }),
			answers: { [path]: answer },
		};
	}
	return undefined;
}

/** A list, with own records as they are, but for files. */
function listOf(body: Json, path: string, known: Known, own: ReadonlySet<string>): Json {
	const kind = Object.entries(LISTS).find((list) => list[1] === path)?.[0] ?? '';
	const isOwn = (row: Json) => kind !== 'file' && own.has(`${kind}:${textOf(row['id'])}`);
	const mine = rowsIn(body).filter(isOwn);
	const others = rowsIn(body).filter((row) => !isOwn(row));
	const rows = [...mine.map((row) => ownOf(row, known)), ...(sampleOf(others) as unknown[])];
	const within = (part: Json): Json =>
		Object.fromEntries(
			Object.entries(part).map(([key, value]) => [
				key,
				Array.isArray(value) ? rows : isJson(value) ? within(value) : sampleOf(value),
			]),
		);
	return within(body);
}
