import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { campaignRecord } from '../../api/records/records';
import { LATE_MS, STOPPED } from '../create/sendCreate';
import { bound } from '../../api/memory';
import { Locks } from '../find/linkMemory';
import { nameKey, pickers, toReference } from '../../names/names';
import { changing, checkedId, findIfAny } from '../../names/rememberedNames';
import type { Field } from '../../operations/fields';
import type { OperationCall, OwnCount } from '../../operations/operation';
import { callsBelow } from '../../operations/standard';
import { Cancelled, settle, UserFacingError, wrongValue } from '../../shared/userFacingError';
import { toOption, isEmpty } from '../../shared/values/convert';

/** Campaigns and channels that items name, and the account does not have. */

const TITLE = 'Missing Campaign or Channel';

const CHOICES = [
	{
		name: 'Create It',
		value: 'create',
		description: 'Create each one once, before the first item that needs it',
	},
	{ name: 'Fail', value: 'fail', description: 'The items that name it fail' },
];

export const ifMissingOption: INodeProperties = {
	displayName: TITLE,
	name: 'ifMissing',
	type: 'options',
	options: CHOICES,
	default: 'create',
	builderHint: { propertyHint: 'Left out: such an item fails.' },
	description:
		'What to do if an item names a campaign or channel that does not exist. Without this option, the item fails.',
};

const KINDS = {
	campaign: callsBelow('/api/campaign', campaignRecord),
	channel: callsBelow('/api/channel'),
};

type MissingKind = keyof typeof KINDS;

/** In this process, by kind and name whatever the case. */
class Creates {
	readonly locks = new Locks();

	readonly done = new Map<string, { made: number | UserFacingError; at: number }>();
}

/** Epoch ms of a run with all its tries: of a create before that, its list shows the record. */
class Began {
	readonly at = Date.now();
}

/** A missing one stands in a body by its name until `withMissingCreated`. @throws {UserFacingError} as `findId` */
export function referenceReader(kind: MissingKind): NonNullable<Field['read']> {
	return async (value, field, call) => {
		const { ofRun, parameters } = call;
		const reference = toReference(value, field);
		const { text, id } = reference;
		if (id !== undefined) return await checkedId(call, id, field, pickers[kind]);
		ofRun.get(Began);
		const { ifMissing } = parameters.fields('options');
		const isCreated = !isEmpty(ifMissing) && toOption(ifMissing, TITLE, CHOICES) === 'create';
		const found = await findIfAny(call, reference, pickers[kind]);
		if (!(found instanceof UserFacingError)) return found.id;
		if (!isCreated) {
			const remedy = `${found.explanation.remedy} To create what is missing, set Options → ${TITLE} to Create It.`;
			throw new UserFacingError(found.explanation.message, remedy, found.explanation);
		}
		if (/[\n\r]/.test(text))
			throw wrongValue(field, 'has a line break in a new name', 'Summer Sale');
		return text;
	};
}

/** That a dry run would create. */
class CountedNames extends Set<string> {}

/** Each is created once, whatever runs at the same time. @throws {UserFacingError} when one was perhaps not */
export async function withMissingCreated(
	call: OperationCall,
	body: IDataObject,
	dryRun = false,
): Promise<IDataObject> {
	const counted = call.client.perRun(CountedNames);
	const ids: IDataObject = {};
	for (const kind of ['campaign', 'channel'] as const) {
		const { [kind]: name } = body;
		if (typeof name !== 'string') continue;
		const key = `${kind} ${nameKey(name)}`;
		if (!dryRun) ids[kind] = await idOfNew(call, kind, name, key);
		else if (!counted.has(key)) call.count(countOf(kind, 'would be created', 'create'));
		counted.add(key);
	}
	return { ...body, ...ids };
}

function countOf(kind: MissingKind, done: string, like: string): OwnCount {
	return { like, words: `${kind}s ${done}`, one: `${kind} ${done}` };
}

async function idOfNew(
	{ client, ofRun, count }: OperationCall,
	kind: MissingKind,
	name: string,
	key: string,
) {
	const { done, locks } = client.perKey(Creates);
	const make = async () => {
		const last = done.get(key);
		if (last !== undefined && last.at >= ofRun.get(Began).at) return last.made;
		const create = KINDS[kind](client).create({ name });
		const sent = changing(client, pickers[kind], create).catch((error: unknown) => {
			const mayBeDone = error instanceof Cancelled && error.mayBeDone;
			// Its list may show the record only then.
			if (mayBeDone) done.set(key, { made: STOPPED, at: Date.now() + LATE_MS });
			throw error;
		});
		const record = await settle(sent);
		const own = record instanceof UserFacingError ? record : Number(record.id);
		if (typeof own === 'number') count(countOf(kind, 'created', 'created'));
		done.set(key, { made: own, at: Date.now() });
		bound(done);
		return own;
	};
	// A run creates one after the other, since some hosts turn a crowd away.
	const made = await client
		.perRun(Locks)
		.alone(client, kind, async () => await locks.alone(client, key, make));
	if (!(made instanceof UserFacingError)) return made;
	const { explanation } = made;
	const what = explanation.mayBeDone ? 'may have been created' : 'was not created';
	throw new UserFacingError(
		`The ${kind} "${name}" ${what}: ${explanation.message}`,
		explanation.remedy,
		// Other rows need none, or another one.
		{ ...explanation, ...(made.is('planLimit') && { kind: 'rejected' }) },
	);
}
