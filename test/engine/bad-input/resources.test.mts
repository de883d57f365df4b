import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { pick } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { seededService } from '../operations/fixtures.mts';
import { listen } from '../support/listener.mts';
import { errorOf } from '../support/runs.mts';
import { type BadInput, campaign, channel, qrCode } from './resourceRow.mts';
import { FOUND_BY_NAME } from './nameRows.mts';
import { CHECK_SHORT_URL, FOUND_BEFORE, FOUND_BY_THE_SERVICE } from './resources.mts';

const TABLE: BadInput[] = [
	...FOUND_BEFORE.map((row) => ({ ...row, requests: 0 })),
	...FOUND_BY_NAME,
	...FOUND_BY_THE_SERVICE,
];

/** Sentences, each with one full stop behind it. */
const ONE_STOP = /^(?!.*[.!?][.!])[A-Z].*[^.]\.$/s;

async function check(row: BadInput) {
	const { name, parameters, value, message, description, requests } = row;
	const service = await seededService();
	const use = operationRows.find((candidate) => nameOf(candidate) === name);
	if (use === undefined) throw new Error(`There is no operation ${name}`);
	const items = [{ value } as IDataObject];

	const stopped = await runOperation(service, use, parameters, { items });
	expect(errorOf(stopped)).toEqual({ message, description });
	expect(description).toMatch(ONE_STOP);
	expect(stopped.error).toMatchObject({ context: { itemIndex: 0 } });
	expect(service.requests).toHaveLength(requests);
}

describe('bad input', () => {
	it.each(TABLE)('$name: $what', check);
});

describe('an answer without what was asked for', () => {
	const short = 'https://go.example.com/nobody';
	const nowhere = {
		message: `No link has the short URL ${short}`,
		description: CHECK_SHORT_URL,
	};
	const emptyList = { error: '0', data: { result: 0, maxpage: 1, urls: [] } };
	const without = (what: string) => ({
		message: `The service answered without ${what}`,
		description:
			'Check Base URL in the Link Shortener API credential: another program may answer there.',
	});
	it.each([
		{
			name: 'link.get',
			parameters: { linkId: pick('shortUrl', short) },
			body: emptyList,
			says: nowhere,
		},
		{
			name: 'campaign.assignLink',
			parameters: { campaignId: campaign, linkId: pick('shortUrl', short) },
			body: emptyList,
			says: nowhere,
		},
		{
			name: 'channel.assignItem',
			parameters: { channelId: channel, linkId: pick('shortUrl', short) },
			body: emptyList,
			says: nowhere,
		},
		{
			name: 'link.get',
			parameters: { linkId: pick('id', 101) },
			body: { error: 0 },
			says: without('a link'),
		},
		{ name: 'account.get', parameters: {}, body: { error: 0 }, says: without('an account') },
		{
			name: 'campaign.getAll',
			parameters: {},
			body: { error: 0 },
			says: without('a list of campaigns'),
		},
		{ name: 'pixel.getAll', parameters: {}, body: { id: 1 }, says: without('a list of pixels') },
		{
			name: 'qrCode.get',
			parameters: { qrCodeId: qrCode },
			body: { error: 0, data: {} },
			says: without('a QR code'),
		},
	])('$name says so: $says.message', async ({ name, parameters, body, says }) => {
		const other = await listen((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		});
		const [resource = '', operation = ''] = name.split('.');
		const run = await runNode({
			credentials: { baseUrl: other.url, apiKey: 'any' },
			parameters: { resource, operation, ...parameters },
		});
		expect(errorOf(run)).toEqual(says);
		// The look-up and the search for its alias.
		expect(other.requests).toHaveLength(says === nowhere ? 2 : 1);
	});
});

it('shows no password that is refused', async () => {
	const service = await seededService();
	const run = await runOperation(
		service,
		{ resource: 'account', operation: 'update' },
		{ updateFields: { password: 'hunter2' } },
	);
	expect(JSON.stringify(errorOf(run))).not.toContain('hunter2');
	expect(service.requests).toEqual([]);
});
