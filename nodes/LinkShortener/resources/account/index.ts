import type { IDataObject } from 'n8n-workflow';

import { readAccount, tidyRecord } from '../../api/records/records';
import { toEmail, toUntrimmedText } from '../../shared/values/convert';
import { updateFieldsProperty, type Field } from '../../operations/fields';
import { readChanges } from '../../operations/reading';
import type { Operation, Resource } from '../../operations/operation';
import { check } from './check';

const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account',
		description: 'Get the account that the API key belongs to',
	},
	writes: false,
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
		typeOptions: { password: true },
		default: '',
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
	read: async (call) => await readChanges(call, fields),
	async execute({ client }, changes) {
		await client.request({
			method: 'PUT',
			path: '/api/account/update',
			json: changes,
			safety: 'idempotent',
		});
		const { email } = changes;
		return [{ updated: true, ...(email === undefined ? {} : { email }) }];
	},
};

export const account: Resource = {
	displayName: 'Account',
	value: 'account',
	operations: [check, get, update],
	defaultOperation: 'get',
};
