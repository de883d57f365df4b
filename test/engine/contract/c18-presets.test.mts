import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../../service/index.mts';
import { PRESET_NAMES, PRESETS } from '../../service/presets/index.mts';
import { listSearch, runNode, testCredential } from '../harness/index.mts';
import {
	byItem,
	expectOutput,
	expectSchema,
	expectSent,
	runCase,
	runOperation,
} from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import {
	isLacking,
	messageOn,
	outputOn,
	presetInstalls,
	requestsOn,
	type Install,
} from '../operations/installs.mts';
import { casesOf } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { FIRST, watchedEvents, watching } from '../support/cursors.mts';
import { answerJson, listen } from '../support/listener.mts';
import { textLike } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';
import { credentialsOf, KEY, longUrls, serviceWith } from '../support/service.mts';

const named = operationRows.map((row) => ({ name: nameOf(row), row }));

/** What these services add to the records of links, QR codes and the account. */
const MORE = [
	...['uniqueclicks', 'domain', 'campaign', 'channel', 'title', 'description', 'clicks', 'date'],
	...['planid', 'scans', 'name'],
];

const LACKING = {
	message: textLike(/^(Trigger: )?This service does not support /),
	description: textLike(/\w{3}/),
};

/** Any answer tells that the base URL is right. */
async function accountOf(service: Service): Promise<void> {
	await runOperation(service, { resource: 'account', operation: 'get' }, {});
	service.clearRequests();
}

describe.each(presetInstalls)('a service like $name', (install) => {
	it.each(named.filter(({ name }) => name !== 'account.check'))('$name', async ({ row }) => {
		for (const [what, example] of casesOf(row)) {
			const service = await seededService(install.options);
			const lacks = isLacking(install, example);
			if (lacks) await accountOf(service);
			const run = await runCase(service, row, example);

			const message = messageOn(install, example);
			if (lacks) expect(errorOf(run), what).toEqual(LACKING);
			else if (message !== undefined) expect(errorOf(run).message).toBe(message);
			else {
				expectOutput(run, byItem(example, outputOn(install, example, service.url)));
				expectSent(service, example, requestsOn(install, row, example));
				expectSchema(row, run.items, [...(example.beyondSchema ?? []), ...MORE]);
			}
			await service.stop();
		}
	});

	it('account.check names what it lacks', async () => {
		const service = await seededService(install.options);
		const run = await runOperation(service, { resource: 'account', operation: 'check' }, {});
		const { lacks = [] } = install.options;
		const parts = [lacks.includes('qrCodes') && 'QR codes', lacks.includes('files') && 'files'];
		const missing = parts.filter((part) => part !== false).join(', ');
		expect(run.items[0]?.says).toBe(
			missing === '' ? 'Compatible.' : `Compatible. Missing: ${missing}.`,
		);
	});

	it('the credential is tested', async () => {
		const service = await seededService(install.options);
		expect(await testCredential(credentialsOf(service))).toMatchObject({ status: 'OK' });
		const wrong = await testCredential(credentialsOf(service, { apiKey: 'wrong' }));
		expect(wrong.status).toBe('Error');
	});

	it('pickers show what there is', async () => {
		const service = await seededService(install.options);
		await accountOf(service);
		for (const [method, ids] of Object.entries(PICKERS)) {
			const search = listSearch({ method, credentials: credentialsOf(service) });
			if (method === 'searchQrCodes' && install.options.lacks?.includes('qrCodes')) {
				await expect(search, method).rejects.toMatchObject({ message: LACKING.message });
			} else {
				const { results } = await search;
				expect(
					results.slice(0, ids.length).map(({ value }) => value),
					method,
				).toEqual(ids);
				expect(results.every(({ name }) => name !== '')).toBe(true);
			}
		}
	});

	it.each(watchedEvents)('$name', async (event) => {
		const trigger = await watching(event, install.options);
		if (event.name === 'qrCodeCreated' && install.options.lacks?.includes('qrCodes')) {
			await accountOf(trigger.service);
			await expect(trigger.poll()).rejects.toMatchObject({ message: LACKING.message });
			return;
		}
		expect(await trigger.poll()).toBeUndefined();
		const told = event.happen(trigger.service, FIRST);
		expect((await trigger.poll())?.map(event.nameOf)).toEqual([told]);
		expect(await trigger.poll()).toBeUndefined();
	});

	describe.each(['kept', 'refused', 'ignored'] as const)('aliases are %s', (customAliases) => {
		const options = withVariations(install, { customAliases });
		const link = (operation: string) => ({ resource: 'link', operation });

		it.each(['create', 'upsert'])('%s makes one link for each row', async (operation) => {
			const service = await serviceWith(options);
			const items = ['a', 'b', 'c', 'd'].map((name) => ({ url: `https://example.com/${name}` }));
			const parameters = { dataToSend: 'autoMapInputData' };
			const run = await runOperation(service, link(operation), parameters, { items });

			expect(errorOf(run).message).toBe('');
			expect(run.items.map(({ action, longurl }) => [action, longurl])).toEqual(
				items.map(({ url }) => ['created', url]),
			);
			expect(longUrls(service)).toEqual(items.map(({ url }) => url));
			const shown = service.links().map(({ shorturl }) => shorturl);
			expect(run.items.map(({ shorturl }) => shorturl).sort()).toEqual(shown.sort());
		});

		it("a user's alias is kept, refused in the service's words, or another one", async () => {
			const service = await serviceWith(options);
			const url = 'https://example.com/page';
			const parameters = { url, custom: 'summer' };
			const run = await runOperation(service, link('create'), parameters);

			if (customAliases === 'refused') {
				expect(errorOf(run).message).toBe('Custom aliases are not available in your plan.');
				expect(service.links()).toEqual([]);
			} else {
				const alias = service.links()[0]?.alias;
				expect(run.items).toMatchObject([{ action: 'created', longurl: url, alias }]);
				expect(alias === 'summer').toBe(customAliases === 'kept');
			}
		});
	});
});

/** What each picker shows first. */
const PICKERS: Readonly<Record<string, readonly number[]>> = {
	searchCampaigns: [13, 12, 11],
	searchChannels: [23, 22, 21],
	searchCtaOverlays: [71, 3],
	searchDomains: [33, 32, 31],
	searchLinks: [103, 102, 101],
	searchPixels: [43, 42, 41],
	searchQrCodes: [53, 52, 51],
	searchSplashPages: [81, 2],
};

function withVariations(
	{ options }: Install,
	variations: ServiceOptions['variations'],
): Partial<ServiceOptions> {
	return { ...options, variations: { ...options.variations, ...variations } };
}

it('every preset is played', () => {
	expect(presetInstalls.map(({ name }) => name)).toEqual(PRESET_NAMES);
});

it('answers of all presets within one run', async () => {
	const service = await seededService(PRESETS.urlbae.options);
	const turns = PRESET_NAMES.map((name) => {
		return { ...PRESETS[name].options.variations, authorizationScheme: 'Bearer' as const };
	});
	let turn = 0;
	Object.defineProperty(service.options, 'variations', { get: () => turns[turn++ % 4] });
	const items = Array.from({ length: 40 }, (_, index) => ({ url: `https://example.com/${index}` }));
	const parameters = { dataToSend: 'autoMapInputData' };
	const row = { resource: 'link', operation: 'upsert' };
	const credentials = { ...credentialsOf(service), apiKey: KEY };
	const made = await runOperation(service, row, parameters, { items, credentials });
	const again = await runOperation(service, row, parameters, { items, credentials });

	expect(errorOf(made).message).toBe('');
	expect(made.items.map(({ action }) => action)).toEqual(items.map(() => 'created'));
	expect(again.items.map(({ action }) => action)).toEqual(items.map(() => 'unchanged'));
	expect(service.links()).toHaveLength(43);
	const links = { resource: 'link', operation: 'getAll' };
	const { items: listed } = await runOperation(
		service,
		links,
		{ returnAll: true },
		{ credentials },
	);
	for (const { id, clicks } of listed)
		expect([typeof id, typeof clicks]).toEqual(['number', 'number']);
});

// An empty response is asked for again, after a pause.
describe.concurrent('a list', () => {
	const listOf = async (head: object) => {
		const campaigns = [{ id: '7', name: 2026, public: '1' }];
		const { url } = await listen((response) => {
			answerJson(response, { ...head, data: { maxpage: '1', campaigns } });
		});
		return await runNode({
			credentials: { baseUrl: url, apiKey: KEY },
			parameters: { resource: 'campaign', operation: 'getAll' },
		});
	};

	it.each(['0', 0, false])('whose error is %j is one', async (error) => {
		expectOutput(await listOf({ error }), [[{ id: 7, name: '2026', public: true }]]);
	});

	it('without error is no list of this API', async () => {
		expect(errorOf(await listOf({})).message).toMatch(/responds, but not like a link shortener$/);
	});

	const BODIES = ['{}', '[]', '{"error":1,"message":"No."}', '<html></html>'];
	const told = [200, 201, 202, 400, 401, 403, 404, 409, 422].flatMap((status) =>
		[...BODIES, ...(status === 200 || status >= 400 ? ['', 'null'] : [])].map(
			(body) => [status, body] as const,
		),
	);
	it.each([...told, [204, ''] as const])(
		'that comes with %s and %j is told as none',
		async (status, body) => {
			const { url } = await listen((response) => {
				response.writeHead(status, { 'content-type': 'application/json' }).end(body);
			});
			const run = await runNode({
				credentials: { baseUrl: url, apiKey: KEY },
				parameters: { resource: 'campaign', operation: 'getAll' },
			});
			expect(run.items).toEqual([]);
			expect(errorOf(run)).toEqual({ message: textLike(/\w{2}/), description: textLike(/\w{3}/) });
		},
	);
});
