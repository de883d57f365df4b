import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { atLeastOne } from '../../lists.mts';
import { errorOf, hintsOf, ON_ERROR, RETRY, runOn, updateOf } from '../support/runs.mts';
import { createBodies, requestLines, serviceWith } from '../support/service.mts';
import { complaints, numbered, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

const CREATE_IT = { options: { ifMissing: 'create' } };

const plan = (names: readonly string[]) =>
	names.map((name, at) => ({ url: `${PAGE}/${at}`, 'Campaign Name': name }));

const SUMMER = plan(['Summer', 'Winter', 'summer', 'Summer']);

const made = (service: Service) =>
	service.requests.filter(
		({ method, path }) => method === 'POST' && /(campaign|channel)/.test(path),
	);

const namesMade = (service: Service) => made(service).map(({ body }) => (body as IDataObject).name);

const campaignsSent = (service: Service) =>
	service.requests
		.filter(({ path }) => path === '/api/url/add')
		.map(({ body }) => (body as IDataObject).campaign);

it('C14: a channel that a canceled run may have made is not made by another one', async () => {
	const service = await serviceWith({ latencyMs: 1_000 });
	const rowsOf = [{ url: PAGE, 'Channel Name': 'Summer' }];
	const canceled = sheetOn(service, CREATE_IT, { cancelAfterMs: 1_300 }).run(rowsOf);
	const [, other] = await Promise.all([canceled, sheetOn(service, CREATE_IT).run(rowsOf)]);

	expect(complaints(other)[0]).toContain('The channel "Summer" may have been created');
	expect(made(service)).toHaveLength(1);
});

describe.each(['create', 'upsert'])('C15: Missing Campaign or Channel, with %s', (operation) => {
	it('fails the rows unless it is set', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { operation }).run(SUMMER);

		expect(complaints(run)).toHaveLength(4);
		expect(made(service)).toEqual([]);
	});

	it('creates each once, whatever the case, before the first row that needs it', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { operation }).run(
			SUMMER.map((row) => ({ ...row, Channel: 'Mail' })),
			CREATE_IT,
		);

		expect(outcomes(run)).toEqual(['created', 'created', 'created', 'created']);
		expect(namesMade(service).sort()).toEqual(['Mail', 'Summer', 'Winter']);
		const ids = campaignsSent(service);
		const times = ids.map((id) => ids.filter((other) => other === id).length);
		expect(times.sort()).toEqual([1, 3, 3, 3]);
		const [line = ''] = run.hints.map(({ message }) => message);
		expect(line).toMatch(
			/^4 created, (2 campaigns created, 1 channel|1 channel created, 2 campaigns) created/,
		);
	});

	it('says in a dry run how many would be created', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { operation, dryRun: true }).run(SUMMER, CREATE_IT);

		expect(hintsOf(run)).toContain(
			'Dry run: nothing was changed. 4 would be created, 2 campaigns would be created. Requests without Dry Run: 6.',
		);
		expect(requestLines(service).filter((line) => !line.startsWith('GET'))).toEqual([]);
	});

	it('fails the rows of a name that is refused, which is sent once', async () => {
		const service = await serviceWith();
		const match = { method: 'POST', path: '/api/campaign/add', body: /Winter/ };
		service.addFault({ match, kind: 'failureOn200', message: 'This name is not allowed.' });
		const run = await sheetOn(service, { operation }).run(
			[...SUMMER, ...plan(['winter'])],
			CREATE_IT,
		);

		expect(outcomes(run)).toEqual(['created', 'failed', 'created', 'created', 'failed']);
		expect(complaints(run)[0]).toContain(
			'The campaign "Winter" was not created: This name is not allowed',
		);
		expect(namesMade(service)).toEqual(['Summer', 'Winter']);
	});

	it('ends for campaigns alone where the plan is used up', async () => {
		const service = await serviceWith();
		const match = { method: 'POST', path: '/api/campaign/add' };
		service.addFault({
			match,
			kind: 'failureOn400',
			message: 'You have reached your maximum limit. Please upgrade to another plan.',
		});
		const rows = [
			...plan(numbered(20, (number) => `Campaign ${number}`)),
			...numbered(10, (number) => ({ url: `${PAGE}/none-${number}` })),
		];
		const run = await sheetOn(service, { operation, options: { ...CREATE_IT.options } }).run(rows);

		expect(outcomes(run).filter((outcome) => outcome === 'failed')).toHaveLength(20);
		expect(service.links()).toHaveLength(10);
	});

	it.each(['Stop', 'Continue'] as const)(
		'makes nothing twice with Retry On Fail and %s',
		async (onError) => {
			const service = await serviceWith();
			service.addFault({
				match: { method: 'POST', path: '/api/campaign/add', times: 1 },
				kind: 'closeAfter',
			});
			service.addFault({
				match: { method: 'POST', path: '/api/url/add', times: 1 },
				kind: 'failureOn400',
				message: 'Not now.',
			});
			const settings = { ...RETRY, onError: ON_ERROR[onError] };
			await sheetOn(service, { operation }, settings).run(SUMMER, CREATE_IT);

			expect(namesMade(service).filter((name) => name === 'Summer')).toHaveLength(1);
			expect(namesMade(service).filter((name) => name === 'Winter').length).toBeLessThan(2);
		},
	);

	it('creates a name once for runs at once, and anew for a later run if it is gone', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, { operation });
		const runs = await Promise.all([sheet.run(SUMMER, CREATE_IT), sheet.run(SUMMER, CREATE_IT)]);

		expect(runs.flatMap(outcomes)).not.toContain('failed');
		expect(namesMade(service).sort()).toEqual(['Summer', 'Winter']);
		const deleted = {
			resource: 'campaign',
			operation: 'delete',
			campaignId: campaignsSent(service)[0],
		};
		await runOn(service, deleted as INodeParameters);
		await sheet.run(plan(['Summer', 'Winter']), CREATE_IT);
		expect(namesMade(service)).toHaveLength(3);
	});

	it('creates one after the other, since some hosts turn a crowd away', async () => {
		const service = await serviceWith({ hosting: { takesMs: { create: 300 } } });
		await sheetOn(service, { operation, ...CREATE_IT }).run(
			plan(numbered(5, (number) => `Campaign ${number}`)),
		);
		const [first, ...others] = made(service);

		expect(others).toHaveLength(4);
		let before = first?.finishedAt ?? Infinity;
		for (const { startedAt, finishedAt } of atLeastOne(others)) {
			expect(startedAt).toBeGreaterThanOrEqual(before);
			before = finishedAt;
		}
	});

	it('creates no name with a line break', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { operation }).run(plan(['Blog\nShop']), CREATE_IT);

		expect(complaints(run)[0]).toContain('Campaign Name has a line break in a new name');
		expect(made(service)).toEqual([]);
	});
});

it('C15: a campaign that is missing is created for an update as well', async () => {
	const service = await serviceWith();
	const { items } = await sheetOn(service).run([{ url: PAGE }]);
	const updateFields = { campaign: { __rl: true, mode: 'name', value: 'Summer' } };
	const parameters = updateOf('id', { ...CREATE_IT, updateFields });
	const [link] = items;
	await runOn(service, parameters, [{ link: link?.id ?? 0 }]);

	expect(namesMade(service)).toEqual(['Summer']);
});

/** A Domain that the account lacks is told before any link is made. */

const ROWS = numbered(60, (number) => ({
	url: `${PAGE}/${number}`,
	Domain: number > 30 ? 'dub.sh' : 'go.example.com',
}));

async function seeded() {
	const service = await serviceWith();
	service.seed('domains', [{ domain: 'https://go.example.com' }]);
	return service;
}

describe.each(['create', 'upsert'])(
	'C15: a domain that the account lacks, with %s',
	(operation) => {
		it('stops the run before anything is sent', async () => {
			const service = await seeded();
			const settings = { onError: ON_ERROR.Stop };
			const { message, description } = errorOf(
				await sheetOn(service, { operation }, settings).run(ROWS),
			);

			expect(message).toContain('There is no domain dub.sh');
			expect(description).toMatch(/Domains: .*go\.example\.com/);
			expect(service.links()).toEqual([]);
			expect(service.requests.length).toBeLessThanOrEqual(4);
		});

		it('fails its own rows where the run goes on, and in a dry run', async () => {
			const service = await seeded();
			const dry = await sheetOn(service, { operation, dryRun: true }).run(ROWS);
			const run = await sheetOn(service, { operation }).run(ROWS);

			expect(outcomes(dry).filter((outcome) => outcome === 'failed')).toHaveLength(30);
			expect(complaints(run)).toHaveLength(30);
			expect(service.links()).toHaveLength(30);
		});

		it('is sent where the form gives it, since a service may have domains that it does not list', async () => {
			const service = await seeded();
			const domain = { __rl: true, mode: 'address', value: 'https://own.example.com' };
			await sheetOn(service, { operation, additionalFields: { domain } }).run([{ url: PAGE }]);

			expect(createBodies(service)).toMatchObject([{ domain: 'https://own.example.com' }]);
		});

		it('is taken where a link of the account is on it, and where the list cannot be read', async () => {
			const row = { url: `${PAGE}/2`, Domain: 'own.example.com' };
			const withLink = await seeded();
			withLink.seed('links', [{ domain: 'https://own.example.com' }]);
			await sheetOn(withLink, { operation }).run([row]);
			const withoutList = await seeded();
			withoutList.addFault({
				match: { path: '/api/domains' },
				kind: 'failureOn400',
				message: 'No.',
			});
			await sheetOn(withoutList, { operation }).run([row]);

			for (const service of [withLink, withoutList]) {
				expect(createBodies(service)).toMatchObject([{ domain: 'https://own.example.com' }]);
			}
		});
	},
);
