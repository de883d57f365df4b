import { expect, it } from 'vitest';

import { Gate, type Sent } from '../../../../nodes/LinkShortener/api/gate/gate';

const LOST: Sent = { parsed: { kind: 'noAnswer', code: 'ECONNRESET', detail: '' }, isLost: true };
const DONE: Sent = { parsed: { kind: 'success', body: {} }, isLost: false };
const BUSY: Sent = { parsed: { kind: 'busy', status: 508, title: '' }, isLost: false };
const LIMITED: Sent = { parsed: { kind: 'rateLimited' }, isLost: false };
/** Also what a service says of a look-up that it lacks. */
const PAGE: Sent = {
	parsed: { kind: 'page', status: 404, found: 'webPage', title: '' },
	isLost: false,
};

type Step = ['change' | 'read', Sent];
const LOSSES: Step[] = [
	['change', LOST],
	['change', PAGE],
];

it.each<[what: string, then: Step[], count: number]>([
	['as many', [], 2],
	['none after one that was answered', [['change', DONE]], 0],
	['none after a read that was lost as well', [['read', LOST]], 0],
	['as many after a read that was answered', [['read', DONE]], 2],
	['as many after a read of what the service lacks', [['read', PAGE]], 2],
	['as many after a page of a busy host', [['change', BUSY]], 2],
	['as many after the rate limit', [['read', LIMITED]], 2],
])('of two changes without an answer, there are in a row %s', async (_, then, count) => {
	const gate = new Gate();
	const run = gate.openRun({ caller: 'person' });
	for (const [what, sent] of [...LOSSES, ...then])
		await gate.pass(run, what === 'change', async () => await Promise.resolve(sent));
	expect(run.lostChanges).toBe(count);
});
