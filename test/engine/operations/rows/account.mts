import { textLike } from '../../support/matchers.mts';
import { oneEach, type OperationRow, puts, reads } from '../row.mts';

const moment = textLike(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

const account = {
	id: 1,
	email: 'demo@example.com',
	username: 'demo',
	avatar: 'https://avatars.example.com/1.png',
	status: 'pro',
	expires: moment,
	registered: moment,
};

const get: OperationRow = {
	resource: 'account',
	operation: 'get',
	minimal: {
		parameters: {},
		sends: [reads('/api/account')],
		gives: () => [account],
	},
	full: {
		parameters: { options: { timeout: 20, batching: { maxInFlight: 2, maxWait: 5 } } },
		sends: [reads('/api/account')],
		gives: () => [account],
	},
	perItem: {
		parameters: {},
		items: [{ n: 1 }, { n: 2 }, { n: 3 }],
		gives: () => oneEach(account, account, account),
	},
};

const update: OperationRow = {
	resource: 'account',
	operation: 'update',
	minimal: {
		parameters: { updateFields: { email: 'new@example.com' } },
		sends: [puts('/api/account/update', { email: 'new@example.com' })],
		gives: () => [{ updated: true, email: 'new@example.com' }],
	},
	full: {
		parameters: { updateFields: { email: ' new@example.com ', password: ' blanks stay ' } },
		sends: [puts('/api/account/update', { email: 'new@example.com', password: ' blanks stay ' })],
		// A password never comes out of the node.
		gives: () => [{ updated: true, email: 'new@example.com' }],
	},
	more: {
		'password only': {
			parameters: { updateFields: { email: '', password: 'secret-word' } },
			sends: [puts('/api/account/update', { password: 'secret-word' })],
			gives: () => [{ updated: true }],
		},
	},
	perItem: {
		parameters: { updateFields: { email: '={{ $json.email }}' } },
		items: [{ email: 'a@example.com' }, { email: 'b@example.com' }, { email: 'c@example.com' }],
		gives: () =>
			oneEach(
				{ updated: true, email: 'a@example.com' },
				{ updated: true, email: 'b@example.com' },
				{ updated: true, email: 'c@example.com' },
			),
	},
	unknown: [
		{
			parameters: { updateFields: { email: 'taken@example.com' } },
			message: 'An account is already associated with this email.',
		},
	],
};

export const accountRows = [get, update];
