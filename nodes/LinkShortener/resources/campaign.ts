import { toAlias } from '../shared/values/shortUrl';
import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { campaignRecord } from '../api/records/records';
import { checkLinkLocator, readLinkId } from '../link/find/readLink';
import { campaignLocator, linkLocator, required } from '../names/fields';
import { pickers } from '../names/names';
import { changing, nameById } from '../names/rememberedNames';
import { toText } from '../shared/text';
import { UserFacingError } from '../shared/userFacingError';
import { listOf } from '../operations/list';
import { nameField, type Field } from '../operations/fields';
import type { Operation, Resource } from '../operations/operation';
import {
	assignTo,
	callsBelow,
	createOf,
	deleteOf,
	type RecordKind,
	updateOf,
} from '../operations/standard';

const kind: RecordKind = {
	list: pickers.campaign,
	locator: campaignLocator,
	calls: callsBelow('/api/campaign', campaignRecord),
	record: campaignRecord,
	output: {
		id: 'integer',
		name: 'string',
		public: 'boolean',
		rotator: ['string', 'boolean'],
		list: 'string',
	},
};

const campaignFields: Field[] = [
	{
		displayName: 'Public',
		name: 'public',
		type: 'boolean',
		default: false,
		description: 'Whether anyone can view the campaign page with its list of links',
	},
	{
		displayName: 'Rotator Slug',
		name: 'slug',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer-sale',
		description:
			'The last part of the rotator URL, which sends visitors to the links of the campaign in turn',
		read: toAlias,
	},
];

const updateFields: Field[] = [
	{ ...nameField('Summer Sale'), description: 'Leave empty to keep the current name' },
	...campaignFields,
];

/** By id. The list may not show them yet. */
class NewNames extends Map<number, string> {}

/** Every update requires a name, and only the list tells the present one. */
async function nameToSend(client: Client, id: number, newName: string): Promise<string> {
	const newNames = client.perRun(NewNames);
	if (newName !== '') newNames.set(id, newName);
	const listed = newNames.has(id) ? undefined : await nameById(client, pickers.campaign, id);
	// Another item may have given it one meanwhile.
	const name = newNames.get(id) ?? listed;
	if (name !== undefined) return name;
	throw new UserFacingError(
		`No campaign of this account has the ID ${id}`,
		`If ${id} is a name, switch By ID to Name. It may also have been deleted. If it is there, enter its name under Update Fields → Name: the service requires the name on every update.`,
	);
}

const update: Operation<{ id: number; changes: IDataObject }> = {
	...updateOf(kind, {
		description: 'Change the name, rotator slug, or visibility of a campaign',
		fields: updateFields,
	}),
	output: kind.output,
	async execute({ client }, { id, changes: { name, ...changes } }) {
		const request = client.request({
			method: 'PUT',
			path: `/api/campaign/${id}/update`,
			json: { name: await nameToSend(client, id, toText(name)), ...changes },
		});
		const answer = await changing(client, kind.list, request);
		return [campaignRecord({ id, ...answer })];
	},
};

export const campaign: Resource = {
	displayName: 'Campaign',
	value: 'campaign',
	operations: [
		assignTo(kind, {
			option: {
				name: 'Assign Link',
				value: 'assignLink',
				action: 'Assign link to campaign',
				description: 'Add a link to a campaign',
			},
			properties: [required(linkLocator)],
			output: { linkId: 'integer' },
			read({ parameters }) {
				const link = parameters.value('linkId');
				checkLinkLocator(link);
				return link;
			},
			find: async (client, link) => ({ linkId: await readLinkId(client, link) }),
			path: (id, { linkId }) => `/api/campaign/${id}/assign/${linkId}`,
		}),
		createOf(kind, {
			description: 'Create a campaign, a group of links with an optional rotator URL',
			required: [nameField('Summer Sale')],
			additional: campaignFields,
		}),
		deleteOf(kind, { description: 'Delete a campaign' }),
		listOf(kind, { description: 'List campaigns' }),
		update,
	],
	defaultOperation: 'getAll',
};
