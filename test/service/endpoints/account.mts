import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { isDuplicate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { fields, text } from '../validation.mts';

interface AccountUpdate {
	email?: string;
	password?: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const accountEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/account',
		family: 'api',
		work({ db, account, variations }) {
			const data = db.all<Fields>(
				'SELECT id, email, username, avatar, status, expires, registered FROM accounts WHERE id = ?',
				account,
			)[0];
			return record({ data: variations.accountHasPlan ? { ...data, planid: 4 } : data });
		},
	}),
	endpoint<AccountUpdate>({
		method: 'PUT',
		path: '/api/account/update',
		family: 'api',
		body: fields({ email: text, password: text }),
		work({ db, account, body: { email, password } }) {
			if (email === undefined && password === undefined) {
				throw new Failure('Please enter an email or a password.');
			}
			if (email !== undefined && !EMAIL.test(email)) {
				throw new Failure('Please enter a valid email.');
			}
			if (password !== undefined && (password.length < 8 || password.length > 64)) {
				throw new Failure('Password must be at least 8 and at most 64 characters.');
			}
			try {
				db.update('accounts', account, { email, password });
			} catch (error) {
				if (!isDuplicate(error)) throw error;
				throw new Failure('An account is already associated with this email.');
			}
			return done('Account has been successfully updated.');
		},
	}),
];
