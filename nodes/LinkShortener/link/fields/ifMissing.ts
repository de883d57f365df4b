import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { campaignRecord } from '../../api/records/records';
import { NAME_LISTS } from '../../names/lists';
import { foldedName, toReference } from '../../names/names';
import { changing, findIfAny } from '../../names/rememberedNames';
import type { FieldCall, Sent } from '../../operations/fields';
import type { OperationCall, OwnCount } from '../../operations/operation';
import { callsBelow } from '../../operations/standard';
import { isEmpty, toId, type Parameters } from '../../shared/n8n/parameters';
import { settle, UserFacingError } from '../../shared/userFacingError';
import { toOption } from '../../shared/values/convert';

/** Campaigns and channels that items name, and the account does not have. */

const TITLE = 'Missing Campaign or Channel';

type IfMissing = 'fail' | 'create' | 'leaveOut';

const CHOICES: Array<{ name: string; value: IfMissing; description: string }> = [
	{
		name: 'Create It',
		value: 'create',
		description: 'Create each of them once, before the first item that needs it',
	},
	{ name: 'Fail', value: 'fail', description: 'The items that name it fail' },
	{ name: 'Leave It Out', value: 'leaveOut', description: 'The items are sent without it' },
];

export const ifMissingOption: INodeProperties = {
	displayName: TITLE,
	name: 'ifMissing',
	type: 'options',
	options: CHOICES,
	default: 'fail',
	description: 'What to do if an item names a campaign or channel that does not exist',
};

function readIfMissing(parameters: Parameters): IfMissing {
	const { ifMissing } = parameters.fields('options');
	if (isEmpty(ifMissing)) return 'fail';
	return toOption(ifMissing, TITLE, CHOICES);
}

/** The records that may be created for a row. */
const KINDS = {
	campaign: callsBelow('/api/campaign', campaignRecord),
	channel: callsBelow('/api/channel'),
};

type Kind = keyof typeof KINDS;

/** What was made of names in all tries of a run, by kind and name whatever the case. */
class MadeRecords {
	readonly ids = new Map<string, number>();

	/** Of creates that may have been done. */
	readonly doubts = new Map<string, UserFacingError>();
}

/** The names that are missing as one try of a run finds and makes them. */
class MissingNames {
	/** The first spelling of each. */
	readonly spellings = new Map<string, string>();

	readonly making = new Map<string, Promise<number>>();

	/** Those that a dry run has counted. */
	readonly counted = new Set<string>();

	/** Why the account's plan allows no more of a kind. */
	readonly usedUp = new Map<Kind, UserFacingError>();
}

type MissingCall = Pick<FieldCall, 'client' | 'ofRun'>;

type MakingCall = Pick<OperationCall, 'client' | 'ofRun' | 'count'>;

const madeIn = ({ ofRun }: MissingCall) => ofRun.get(MadeRecords, () => new MadeRecords());

const missingIn = ({ client }: Pick<FieldCall, 'client'>) =>
	client.perRun(MissingNames, () => new MissingNames());

function keyOf(kind: Kind, name: string): string {
	return `${kind} ${foldedName(name)}`;
}

/**
 * The ID of the campaign or channel that a value stands for. One that is to be created stands in a body by its name,
 * which `withMissingCreated` puts its ID for; one that is left out is undefined.
 *
 * @throws {UserFacingError} as `findId` does, if a missing one fails
 */
export async function readReference(
	call: FieldCall,
	value: unknown,
	field: string,
	kind: Kind,
): Promise<Sent> {
	const list = NAME_LISTS[kind];
	const { text, ids } = toReference(value, field);
	if (ids !== undefined) return ids[0] ?? toId(text, field);
	const how = readIfMissing(call.parameters);
	const found = await findIfAny(call.client, text, list);
	if (!(found instanceof UserFacingError)) return found.id;
	if (how === 'fail') throw withOption(found);
	if (how === 'leaveOut') {
		call.hint(`There is no ${list.noun} "${text}", so it was left out.`);
		return undefined;
	}
	const key = keyOf(kind, text);
	const { spellings } = missingIn(call);
	if (!spellings.has(key)) spellings.set(key, text);
	return madeIn(call).ids.get(key) ?? spellings.get(key);
}

function withOption({ explanation }: UserFacingError): UserFacingError {
	const wayOut = `To create what is missing, set Options → ${TITLE} to Create It.`;
	return new UserFacingError({ ...explanation, wayOut });
}

/** The names in a body that are still to be created. */
function missingOf(body: IDataObject): Array<[Kind, string]> {
	return (['campaign', 'channel'] as const).flatMap((kind) => {
		const name = body[kind];
		return typeof name === 'string' ? [[kind, name]] : [];
	});
}

/**
 * The body with the campaign and the channel that its row is the first to need, each created once in a run.
 *
 * @throws {UserFacingError} when one was not created, or may have been
 */
export async function withMissingCreated(
	call: MakingCall,
	body: IDataObject,
): Promise<IDataObject> {
	const missing = missingOf(body);
	if (missing.length === 0) return body;
	const ids: IDataObject = {};
	for (const [kind, name] of missing) ids[kind] = await idOfNew(call, kind, name);
	return { ...body, ...ids };
}

/** Counts what a dry run would create for a row. */
export function countMissing(
	call: Pick<OperationCall, 'client' | 'count'>,
	body: IDataObject,
): void {
	const { counted } = missingIn(call);
	for (const [kind, name] of missingOf(body)) {
		const key = keyOf(kind, name);
		if (!counted.has(key)) call.count(countOf(kind, 'would be created', 'create'));
		counted.add(key);
	}
}

function countOf(kind: Kind, done: string, like: string): OwnCount {
	return { like, words: `${kind}s ${done}`, one: `${kind} ${done}` };
}

async function idOfNew(call: MakingCall, kind: Kind, name: string): Promise<number> {
	const key = keyOf(kind, name);
	const { making } = missingIn(call);
	const id = making.get(key) ?? make(call, kind, name);
	making.set(key, id);
	return await id;
}

async function make(call: MakingCall, kind: Kind, name: string): Promise<number> {
	const key = keyOf(kind, name);
	const { ids, doubts } = madeIn(call);
	const { usedUp } = missingIn(call);
	const before = doubts.get(key) ?? usedUp.get(kind);
	const made =
		before === undefined
			? await settle(
					changing(call.client, NAME_LISTS[kind], KINDS[kind](call.client).create({ name })),
				)
			: before;
	if (made instanceof UserFacingError) {
		if (made.explanation.isUnconfirmed === true) doubts.set(key, made);
		if (made.is('planLimit')) usedUp.set(kind, made);
		throw notCreated(kind, name, made);
	}
	const id = Number(made.id);
	ids.set(key, id);
	call.count(countOf(kind, 'created', 'created'));
	return id;
}

/** The failure of a row whose campaign or channel is not there; other rows need none, or another one. */
function notCreated(kind: Kind, name: string, { explanation }: UserFacingError): UserFacingError {
	const { isUnconfirmed = false, kind: failure } = explanation;
	const what = isUnconfirmed ? 'may have been created' : 'was not created';
	return new UserFacingError({
		...explanation,
		message: `The ${kind} "${name}" ${what}: ${explanation.message}`,
		...(failure === 'planLimit' ? { kind: 'rejected' as const } : {}),
	});
}
