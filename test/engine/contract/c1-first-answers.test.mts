import { expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { expectOfEach } from '../support/matchers.mts';
import { errorOf, failedItems, ON_ERROR, rows, wordsOf } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import { PAGE } from '../support/sheet.mts';

async function losing(kind: Fault['kind']) {
	const service = await serviceWith();
	service.addFault({ kind, match: { method: 'POST', times: 1 } });
	return service;
}

// Whether aliases are taken is not known before one was.
it('C1: the first create of all, whose answer is lost, is not sent again where another link leads to its page', async () => {
	const service = await losing('closeBefore');
	service.seed('links', [{ url: PAGE, custom: 'old-link' }]);
	const run = await createRows(service, [{ url: PAGE }], { onError: ON_ERROR.Continue });

	expect(failedItems(run).map(wordsOf)).toEqual([expect.stringContaining('/old-link.')]);
	expect(createBodies(service)).toHaveLength(1);
});

/** How the first answer is lost, how many looks are refused, and what comes of it. */
const RETRIED: Record<string, { kind: Fault['kind']; refused?: number; sent: number }> = {
	// Both looks of the first try.
	'a link that was made': { kind: 'closeAfter', refused: 2, sent: 1 },
	'a link that was not': { kind: 'closeBefore', refused: 2, sent: 2 },
	'a link that cannot be looked for': { kind: 'closeAfter', sent: 1 },
};

it('C2: Retry On Fail goes on with the alias whose answer was lost, or stays in doubt', async () => {
	await expectOfEach(RETRIED, async ({ kind, refused, sent }) => {
		const service = await losing(kind);
		const match = { path: '/api/urls', ...(refused !== undefined && { times: refused }) };
		service.addFault({ kind: 'failureOn200', match, message: 'No access.' });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const run = await createRows(service, rows(1), settings);

		if (refused !== undefined) expectLinkEach(service, run, rows(1));
		else expect(errorOf(run).message).toContain('may have been created');
		const aliases = createBodies(service).map((body) => (body as { custom?: string }).custom);
		expect(aliases).toHaveLength(sent);
		expect(new Set(aliases).size).toBe(1);
	});
});
