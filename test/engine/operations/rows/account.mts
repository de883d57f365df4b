import { textLike } from '../../support/matchers.mts';
import {
	firstPage,
	type OperationCase,
	type OperationUses,
	puts,
	reads,
	refused,
	type SentRequest,
	rowsOf,
} from '../row.mts';

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

const get: OperationUses = {
	minimal: {
		parameters: {},
		sends: [reads('/api/account')],
		gives: () => [account],
	},
	full: {
		parameters: { options: { batching: { maxInFlight: 2, maxWait: 5, timeout: 20 } } },
		sends: [reads('/api/account')],
		gives: () => [account],
	},
};

/** A password never comes out of the node. */
function updated(email: string) {
	return { updated: true, email };
}

const update: OperationUses = {
	minimal: {
		parameters: { updateFields: { email: 'new@example.com' } },
		sends: [puts('/api/account/update', { email: 'new@example.com' })],
		gives: () => [updated('new@example.com')],
	},
	full: {
		parameters: { updateFields: { email: ' new@example.com ', password: ' blanks stay ' } },
		sends: [puts('/api/account/update', { email: 'new@example.com', password: ' blanks stay ' })],
		gives: () => [updated('new@example.com')],
	},
	more: {
		'password only': {
			parameters: { updateFields: { email: '', password: 'secret-word' } },
			sends: [puts('/api/account/update', { password: 'secret-word' })],
			gives: () => [{ updated: true }],
		},
	},
	unknown: [
		refused(
			{ updateFields: { email: 'taken@example.com' } },
			'An account is already associated with this email.',
		),
	],
};

const PIXELS: SentRequest = reads('/api/v1/pixels', { per_page: '10', page: '1' });
const PIXELS_OF_LINKS: SentRequest = reads('/api/pixels', firstPage(10));

function readsOfCheck(pixels: SentRequest): SentRequest[] {
	const lists = ['urls', 'campaigns', 'channels', 'domains', 'qr', 'files', 'overlay', 'splash'];
	return [
		...lists.map((list) => reads(`/api/${list}`, firstPage(10))),
		pixels,
		// It is the first one, and the one by which a run fails.
		reads('/api/account'),
	];
}

const found = (part: string) => ({ part, available: true, says: 'Read; changes not tried' });

const service = [
	{ part: 'Verdict', available: true, says: 'Every list was read; changes were not tried' },
	...['Campaigns', 'Channels', 'CTA overlays', 'Domains', 'Files'].map(found),
	...['Links', 'Pixels', 'QR codes', 'Splash pages'].map(found),
];

const checked: OperationCase = {
	parameters: {},
	isProductKnown: true,
	inAnyOrder: true,
	sends: readsOfCheck(PIXELS),
	onLinks: { sends: readsOfCheck(PIXELS_OF_LINKS) },
	gives: () => service,
};

/** What it finds elsewhere has tests in test/engine/contract/. */
const check: OperationUses = {
	minimal: checked,
	full: checked,
};

export const accountRows = rowsOf('account', { check, get, update });
