import fc from 'fast-check';
import { test } from 'vitest';

import { runs } from '../../random.mts';
import { expectHonest, history, play, type History } from './histories.mts';

test('any run on any service makes one link for each item, or says that it may exist', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (plan) => {
			expectHonest(plan, await play(plan));
		}),
		{ numRuns: runs(2_000) },
	);
});

test('an item that was lost and cannot be sent again says that its link may exist', async () => {
	const url = 'https://Example.com/Ab';
	const item = { url, title: undefined, alias: undefined };
	const plan: History = {
		rewrite: (longUrl) => longUrl,
		understood: true,
		ascending: true,
		namesId: false,
		listsIds: false,
		latencyMs: 400,
		answerMs: 0,
		pageSize: 10,
		hides: false,
		items: [
			{ ...item, fates: [{ kind: 'unreadable' }] },
			{ ...item, alias: 'given', fates: [{ kind: 'lost', lateMs: 0 }] },
			{ ...item, fates: [] },
		],
		runLength: 500,
		inFlight: 3,
		tries: 1,
		outside: [{ atMs: 0, count: 4 }],
		outsideSame: [],
		away: [14_401, 400],
		old: true,
		stale: false,
		staleMs: 0,
		staleness: 'cache',
	};
	expectHonest(plan, await play(plan));
});
