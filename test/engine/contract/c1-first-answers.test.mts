import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { expectOfEach } from '../support/matchers.mts';
import {
	createOf,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	rows,
	wordsOf,
} from '../support/runs.mts';
import { createBodies, credentialsOf, serviceWith } from '../support/service.mts';
import { PAGE } from '../support/sheet.mts';

type Loss = Pick<Fault, 'kind' | 'work'>;

/** The ways in which answers are lost, with the work done and without; how many are, and of how many rows. */
const LOSSES: Record<string, { loss: Loss; lost: number; count: number }> = {
	'closed before the work': { loss: { kind: 'closeBefore' }, lost: 11, count: 60 },
	'closed after the work': { loss: { kind: 'closeAfter' }, lost: 1, count: 5 },
	'cut off': { loss: { kind: 'cutOff' }, lost: 11, count: 60 },
	'a page with 502, without the work': {
		...{ loss: { kind: 'status502Html', work: false }, lost: 1, count: 5 },
	},
	'a page with 502, and the work': {
		...{ loss: { kind: 'status502Html', work: true }, lost: 11, count: 60 },
	},
	'an empty answer, without the work': {
		...{ loss: { kind: 'empty', work: false }, lost: 11, count: 60 },
	},
	'an empty answer, and the work': {
		...{ loss: { kind: 'empty', work: true }, lost: 1, count: 10 },
	},
};

/** Loses the first answers to creates. */
async function losing(times: number, loss: Loss) {
	const service = await serviceWith();
	service.addFault({ ...loss, match: { method: 'POST', times } });
	return service;
}

it('C1: the first answers of a run that are lost cost no item', async () => {
	await expectOfEach(LOSSES, async ({ loss, lost, count }) => {
		const service = await losing(lost, loss);
		expectLinkEach(service, await createRows(service, rows(count)), rows(count));
	});
});

describe('C1: the first create of all, whose answer is lost', () => {
	/** Whether aliases are taken is not known before one was. */
	async function onPageWithLink(kind: Fault['kind']) {
		const service = await losing(1, { kind });
		service.seed('links', [{ url: PAGE, custom: 'old-link' }]);
		const run = await createRows(service, [{ url: PAGE }], { onError: ON_ERROR.Continue });
		return { service, run };
	}

	it('has its link where that is found', async () => {
		const { service, run } = await onPageWithLink('closeAfter');
		expect(goodItems(run)).toHaveLength(1);
		expect(service.links()).toHaveLength(2);
	});

	it('is not sent again where another link leads to its page, and names that', async () => {
		const { service, run } = await onPageWithLink('closeBefore');
		expect(failedItems(run).map(wordsOf)).toEqual([expect.stringContaining('/old-link.')]);
		expect(createBodies(service)).toHaveLength(1);
	});
});

describe('C1: the alias of a row whose answer was lost', () => {
	/** Twelve rows with an alias each; the first one's belongs to an older link to the same page. */
	async function withOldLink(more: INodeParameters) {
		const service = await losing(1, { kind: 'closeBefore' });
		service.seed('links', [{ url: PAGE, custom: 'alias-1' }]);
		const items = rows(12).map((row, index) => ({
			...(index === 0 ? { url: PAGE } : row),
			alias: `alias-${String(index + 1)}`,
		}));
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}', { custom: '={{ $json.alias }}', ...more }),
			items,
			onError: ON_ERROR.Continue,
		});
		return { service, run };
	}

	it('is no open link that was there, if the row has a password', async () => {
		const { service, run } = await withOldLink({ additionalFields: { password: 'secret' } });

		const [failed = {}, ...more] = failedItems(run);
		expect(more).toEqual([]);
		expect(wordsOf(failed)).toContain('alias-1');
		expect(goodItems(run)).toHaveLength(11);
		expect(service.links()).toHaveLength(12);
	});
});

describe('C2: Retry On Fail after a lost answer that could not be looked for', () => {
	const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;
	/** What a look reads, refused so often. */
	const cannotLook = (times?: number): Fault => ({
		match: { path: '/api/urls', ...(times !== undefined && { times }) },
		kind: 'failureOn200',
		message: 'No access.',
	});

	it.each(['closeAfter', 'closeBefore'] as const)(
		'goes on with the same alias, and makes one link: %s',
		async (kind) => {
			const service = await losing(1, { kind });
			// Both looks of the first try.
			service.addFault(cannotLook(2));
			const run = await createRows(service, rows(1), RETRY);

			expectLinkEach(service, run, rows(1));
			const aliases = service.requests
				.filter(({ method }) => method === 'POST')
				.map(({ body }) => (body as { custom?: string }).custom);
			expect(new Set(aliases).size).toBe(1);
			expect(aliases).toHaveLength(kind === 'closeAfter' ? 1 : 2);
		},
	);

	it('stays in doubt while nothing can be looked for, and sends nothing', async () => {
		const service = await losing(1, { kind: 'closeAfter' });
		service.addFault(cannotLook());
		const run = await createRows(service, rows(1), RETRY);

		expect(errorOf(run).message).toContain('may have been created');
		expect(createBodies(service)).toHaveLength(1);
	});
});
