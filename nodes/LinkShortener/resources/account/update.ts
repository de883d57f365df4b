import type { INodeProperties } from 'n8n-workflow';

import { wrongValue } from '../../shared/userFacingError';
import { readUpdateFields, updateFieldsProperty } from '../common/collections';
import type { Operation } from '../common/operation';
import { toText } from '../../shared/json';
import { optionsProperty } from '../common/runOptions';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 64;

const properties: INodeProperties[] = [
	updateFieldsProperty([
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. name@example.com',
			description: 'The new e-mail address of the account',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The new password of the account, 8 to 64 characters',
		},
	]),
	optionsProperty(),
];

function checkEmail(email: string): void {
	if (!/^[^\s@]+@[^\s@]+$/.test(email))
		throw wrongValue('Email', `"${email}" is not an e-mail address`, 'name@example.com');
}

/** Spaces at its ends belong to a password. */
function readPassword(value: unknown): string {
	return typeof value === 'string' ? value : toText(value);
}

/** The message shows the length only, never the password. */
function checkPassword(password: string): void {
	if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD) {
		throw wrongValue(
			'Password',
			`has ${password.length} characters where the service wants ${MIN_PASSWORD} to ${MAX_PASSWORD}`,
			'one with at least 8 characters',
		);
	}
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update the account',
		description: 'Change the e-mail address or the password of the account',
	},
	endpoints: ['PUT /api/account/update'],
	writes: true,
	properties,
	async execute({ parameters, client }) {
		const fields = readUpdateFields(parameters, 'Email or Password');
		const email = toText(fields.email);
		const password = readPassword(fields.password);
		if (email !== '') checkEmail(email);
		if (password !== '') checkPassword(password);
		await client.request({
			method: 'PUT',
			path: '/api/account/update',
			json: { ...(email === '' ? {} : { email }), ...(password === '' ? {} : { password }) },
			safety: 'idempotent',
		});
		return [{ updated: true, ...(email === '' ? {} : { email }) }];
	},
};
