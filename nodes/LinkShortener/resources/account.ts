import type { IDataObject } from 'n8n-workflow';

import { readAccount, tidyRecord } from '../api/records/records';
import { toEmail, toUntrimmedText } from '../shared/values/convert';
import { type Field, updateFieldsProperty } from '../operations/fields';
import { readChanges } from '../operations/reading';
import type { Operation, Resource } from '../operations/operation';
import type { Client } from '../api/client';
import { type ListEndpoint, endpoints, SMALLEST_PAGE } from '../api/records/list';
import { capitalized, defined, inSentence } from '../shared/text';
import { settle, UserFacingError } from '../shared/userFacingError';

export const check: Operation = {
	option: {
		name: 'Check Service',
		value: 'check',
		action: 'Check service',
		description: 'Check which features your service supports. Returns no account data.',
	},
	properties: [],
	output: { part: 'string', available: 'boolean', says: 'string' },
	read: () => undefined,
	async execute({ client }) {
		await readAccount(client, true);
		const lists = Object.values(endpoints);
		const parts = await Promise.all(lists.map((list) => partOf(client, list)));
		const failed = parts.filter(({ available }) => !available).map(({ part }) => inSentence(part));
		const says =
			failed.length === 0
				? 'Every list was read; changes were not tried'
				: `Not read: ${failed.join(', ')}. Their items say why. Changes were not tried.`;
		return [{ part: 'Verdict', available: !failed.includes('links'), says }, ...parts];
	},
};

/** Whether it responds, and else why not. */
async function partOf(client: Client, list: ListEndpoint): Promise<IDataObject & { part: string }> {
	const page = await settle(client.page(list, SMALLEST_PAGE));
	const part = capitalized(`${list.noun}s`);
	if (page instanceof UserFacingError) return { part, available: false, says: page.message };
	return { part, available: true, says: 'Read; changes not tried' };
}

const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account',
		description: 'Get the account that the API key belongs to',
	},
	properties: [],
	output: {
		id: 'integer',
		email: 'string',
		username: 'string',
		avatar: 'string',
		status: 'string',
		expires: 'string',
		registered: 'string',
	},
	read: () => undefined,
	execute: async ({ client }) => [tidyRecord(await readAccount(client))],
};

const fields: Field[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@example.com',
		read: toEmail,
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		default: '',
		typeOptions: { password: true },
		read: toUntrimmedText,
	},
];

const update: Operation<IDataObject> = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update account',
		description: 'Change the email address or the password of the account',
	},
	writes: true,
	properties: [updateFieldsProperty(fields)],
	output: { updated: 'boolean', email: 'string' },
	read: (call) => readChanges(call, fields),
	async execute({ client }, changes) {
		await client.request({
			method: 'PUT',
			path: '/api/account/update',
			json: changes,
		});
		return [defined({ updated: true, email: changes.email })];
	},
};

export const account: Resource = {
	displayName: 'Account',
	value: 'account',
	operations: [check, get, update],
	defaultOperation: 'get',
};
