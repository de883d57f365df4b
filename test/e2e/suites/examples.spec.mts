import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LinkRow, RATE_LIMIT, type Service } from '../../service/index.mts';
import { DataTable } from '../dataTable.mts';
import { BULK_EXAMPLE, exampleFiles, readExample, withCredentials } from '../examples.mts';
import { type FormPage, submitForm } from '../formPages.mts';
import type { N8n } from '../n8n.mts';
import type { Execution, WorkflowFile } from '../rest.mts';
import { ROOT } from '../paths.mts';
import { type Move, startChatModel } from '../standIns/chatModel.mts';
import { withoutAccounts } from '../standIns/accounts.mts';
import { untilQuiet } from '../waiting.mts';
import { callWebhook } from '../webhook.mts';
import {
	type Credential,
	CREDENTIAL_TYPE,
	execute,
	nextExecution,
	outputOf,
	putServiceCredential,
	whyNot,
} from '../workflows.mts';
import { openStage, type Stage } from './stage.mts';

/** n8n polls every minute. */
const POLL_TIMEOUT_MS = 150_000;
const SAMPLES = join(ROOT, 'workflows/samples');

/** Where an example does not touch a link. */
const NOT_THIS_LINK = 'not tried: the service did not return this link';

/** An example about to run: on an empty account of its own, its credential chosen. */
interface Scene {
	example: WorkflowFile;
	n8n: N8n;
	service: Service;
	credential: Credential;
	stage: Stage;
	/** Checks that two values are the same, as JSON writes them. */
	same: (what: string, found: unknown, expected: unknown) => void;
	/** Runs a workflow to its end by hand; it has to succeed. */
	run: (workflow: WorkflowFile) => Promise<Execution>;
}

/** What each example is given and what has to be there at the end, by its file. */
const EXAMPLES: Record<string, (scene: Scene) => Promise<void>> = {
	'first-short-link.json': async ({ example, service, same, run }) => {
		await run(example);
		same('it makes the link', pagesOf(service), ['https://example.com/a-page-with-a-long-address']);
	},
	'try-your-service.json': async ({ example, service, same, run }) => {
		const [result] = outputOf(await run(example), 'Result');
		const all = ['Create', 'Get', 'Update', 'QR code', 'List', 'Delete'];
		same('each feature works', result, Object.fromEntries(all.map((what) => [what, 'works'])));
		same('its link is gone', service.links(), []);
		service.set({ variations: { customAliases: 'ignored' } });
		const [other] = outputOf(await run(example), 'Result');
		same('another link than was asked for is left alone', other?.Delete, NOT_THIS_LINK);
		same('in the account, too', service.links().length, 1);
		service.set({ variations: {} });
	},
	'campaigns.json': async ({ example, service, same, run }) => {
		// Another spelling of the plan's name.
		service.seed('campaigns', [{ name: 'Summer Sale' }]);
		await run(example);
		const second = await run(example);
		same(
			'it shows each place with its short URL',
			outputOf(second, 'Create or Update Links')
				.map(({ Place, shorturl, link_action }) => [Place, shorturl, link_action])
				.sort(),
			service
				.links()
				.map((link) => [parameterOf(link, 'utm_source'), link.shorturl, 'unchanged'])
				.sort(),
		);
		const [campaign, ...others] = service.table('campaigns');
		const [channel, ...otherChannels] = service.table('channels');
		same('run twice: one campaign, which is public', [campaign?.public, others], [1, []]);
		same('and one channel', otherChannels, []);
		same(
			'each of three places has one link, in the campaign and in the channel',
			service
				.links()
				.map((link) => [parameterOf(link, 'utm_source'), link.campaign, link.channel])
				.sort(),
			['flyer', 'instagram', 'newsletter'].map((place) => [place, campaign?.id, channel?.id]),
		);
	},
	'sync-data-table.json': async ({ example, n8n, service, same, run }) => {
		await run(example);
		const table = await DataTable.named(n8n, 'Short link list');
		await table.clear('longUrl');
		await table.insert([
			{ longUrl: 'https://shop.example/tents' },
			{ longUrl: 'https://shop.example/sale', alias: 'sale' },
			{ longUrl: 'not a URL' },
		]);
		await run(example);
		const rows = await table.rows();
		same(
			'a short link in each good row, the reason in the bad one',
			rows.map(({ longUrl, shortUrl, linkAction, linkError }) => [
				longUrl,
				shortUrl ?? '',
				linkAction,
				Boolean(linkError),
			]),
			[
				...['tents', 'sale'].map((page) => {
					const longUrl = `https://shop.example/${page}`;
					// Both are sent at once.
					const link = service.links().find(({ longurl }) => longurl === longUrl);
					return [longUrl, link?.shorturl, 'created', false];
				}),
				['not a URL', '', 'failed', true],
			],
		);
		await run(example);
		const again = await table.rows();
		const linksOf = (some: typeof rows) =>
			some.map(({ id, shortUrl, linkError }) => [id, shortUrl, linkError]);
		same('a second run changes no link', linksOf(again), linksOf(rows));
		same(
			'and says so',
			again.map(({ linkAction }) => linkAction),
			['unchanged', 'unchanged', 'failed'],
		);
		await table.clear('longUrl');
	},
	'sync-google-sheet.json': async ({ example, service, same, run }) => {
		const empty = { 'Custom Alias': '', shorturl: '', link_clicks: '', link_error: '' };
		const rows = [
			{ row_number: 2, 'Long URL': 'https://shop.example/tents', ...empty },
			{ row_number: 3, 'Long URL': 'not a URL', ...empty },
			{ row_number: 4, 'Long URL': '', ...empty },
		];
		const pinData = { 'Read Rows': rows.map((json) => ({ json })) };
		const written = outputOf(await run({ ...example, pinData }), 'Write Result');
		same(
			'the short link or the reason is written, into its row',
			written.map((row) => [row.row_number, row.shorturl, Boolean(row.link_error)]),
			[
				[2, service.links()[0]?.shorturl, false],
				[3, '', true],
			],
		);
	},
	'personal-link-for-each-guest.json': async ({ example, service, same, run }) => {
		const guest = (row_number: number, Name: string) => ({
			...{ row_number, Name, Email: Name && `${Name}@mail.example` },
			...{ shorturl: '', link_clicks: '', link_error: '' },
		});
		const guests = [guest(2, 'Ann'), guest(3, ''), guest(4, 'Bo')];
		const runOver = async (rows: Array<Record<string, unknown>>) =>
			await run({ ...example, pinData: { 'Read Guests': rows.map((json) => ({ json })) } });
		const first = await runOver(guests);
		const written = outputOf(first, 'Write Short URL');
		const mails = outputOf(first, 'Email Guest');
		// They are created side by side, in either order.
		const [ofAnn, ofBo] = ['Ann', 'Bo'].map(
			(name) => service.links().find(({ longurl }) => longurl.includes(`=${name}`))?.shorturl,
		);
		same(
			'each guest has a link, and a blank row none',
			written.map((row) => [row.row_number, row.shorturl]),
			[
				[2, ofAnn],
				[3, ''],
				[4, ofBo],
			],
		);
		same(
			'each guest gets an email with it',
			mails.map(({ sendTo, message }) => [sendTo, String(message).includes('/') ? message : '']),
			[
				['Ann', ofAnn],
				['Bo', ofBo],
			].map(([name, short]) => [
				`${String(name)}@mail.example`,
				`Hello ${String(name)},\n\nHere is your personal invitation: ${String(short)}`,
			]),
		);
		const again = await runOver([...guests, guest(5, 'Cy')]);
		same(
			'a second run writes to new guests only',
			outputOf(again, 'Email Guest').map(({ sendTo }) => sendTo),
			['Cy@mail.example'],
		);
		same(
			'each to the same page',
			new Set(pagesOf(service).map((page) => page.split('?')[0])).size,
			1,
		);
	},
	'webhook-to-short-link.json': async ({ example, n8n, service, same }) => {
		const key = { name: 'X-Api-Key', value: 'open-sesame' };
		const httpHeaderAuth = await n8n.rest.putCredential('Webhook key', 'httpHeaderAuth', key);
		await n8n.rest.publish(withCredentials(example, { httpHeaderAuth }));
		const post = sender(`${n8n.url}/webhook/short-link`, { [key.name]: key.value });
		const url = 'https://shop.example/webhook';
		const { status, data } = await post({ url });
		const shortUrl = service.links()[0]?.shorturl;
		same(
			'it answers with the short URL',
			{ status, ...data },
			{ status: 200, shortUrl, longUrl: url },
		);
		same('the same URL gets the same link', (await post({ url })).data, data);
		same('what is no URL is refused', (await post({ url: 'shop' })).status, 400);
		const stranger = sender(`${n8n.url}/webhook/short-link`, {});
		same('so is a caller without the key', (await stranger({ url })).status, 403);
		service.set({ apiKeys: ['another'] });
		same('trouble with the service is told', (await post({ url: `${url}/2` })).status, 502);
	},
	'spreadsheet-to-links.json': async (scene) => {
		const submit = await publishForm(scene, 'links-from-spreadsheet');
		const shown = await submit({ 'field-0': semicolonsInWindows1252(SHEET) });
		says(scene, shown, '2 created, 1 failed.');
		// The two rows are sent at once, so that either may arrive first.
		scene.same('no letter is lost', pagesOf(scene.service).sort(), [
			'https://shop.example/größe',
			'https://shop.example/sale',
		]);
		const again = await submit({ 'field-0': shown.file() });
		says(scene, again, '2 unchanged, 1 failed.');
		const sample = new File([await readFile(join(SAMPLES, 'links.csv'))], 'links.csv');
		says(scene, await submit({ 'field-0': sample }), '5 created.');
		says(scene, await submit({ 'field-0': new File([''], 'links.csv') }), 'No rows.');
	},
	'import-from-another-shortener.json': async (scene) => {
		const submit = await publishForm(scene, 'import-links');
		for (const [name, links] of Object.entries(EXPORTED)) {
			const before = scene.service.links().length;
			const file = `export-${name}.csv`;
			const text = await readFile(join(SAMPLES, file));
			const shown = await submit({ 'field-0': new File([text], file) });
			says(scene, shown, '2 created.');
			scene.same(
				`the links of ${name} keep their page, alias, and title`,
				// All are sent at once, so that any may arrive first.
				scene.service
					.links()
					.slice(before)
					.map(({ longurl, alias, title }) => [longurl, alias, title])
					.sort(),
				links.map(([page, ...others]) => [`https://shop.example/${page}`, ...others]).sort(),
			);
			const again = await submit({ 'field-0': shown.file() });
			says(scene, again, '2 unchanged.');
		}
	},
	'clicks-over-time.json': async ({ example, n8n, service, same, run }) => {
		const pages = Array.from({ length: 150 }, (_, page) => `https://shop.example/${page}`);
		const [first = 0] = service.seed(
			'links',
			pages.map((longurl) => ({ longurl })),
		);
		service.click(first, 3);
		await run(example);
		service.click(first, 4);
		await run(example);
		const rows = await (await DataTable.named(n8n, 'Clicks over time')).rows();
		same(
			'each link has one row for the day, with the newest count',
			[rows.length, rows.find(({ linkId }) => linkId === first)?.clicks],
			[150, 7],
		);
	},
	'weekly-click-report.json': async (scene) => {
		const [tents = 0, sale = 0] = scene.service.seed(
			'links',
			['tents', 'sale'].map((page) => ({ longurl: `https://shop.example/${page}` })),
		);
		const { count, report } = await clickReports(scene);
		scene.service.click(tents, 10);
		await count(0);
		const first = await report(0);
		scene.same('after one count there is nothing to compare', first?.subject, clicksTold(0));
		scene.service.click(sale, 8);
		const [later = 0] = scene.service.seed('links', [{ longurl: 'https://shop.example/later' }]);
		scene.service.click(later, 4);
		await count(6);
		const second = await report(7);
		scene.same(
			'the mail counts what is new, a new link from 0, the most clicked first',
			[second?.subject, [...String(second?.message).matchAll(/width: (\d+)%"/g)].map(([, w]) => w)],
			[clicksTold(12), ['100', '50']],
		);
	},
	'qr-codes-for-a-sheet.json': async ({ example, service, same, run }) => {
		const rows = [
			{ row_number: 2, 'Long URL': 'https://shop.example/tents', 'Custom Alias': 'tents' },
			{ row_number: 3, 'Long URL': 'not a URL', 'Custom Alias': '' },
		];
		const pinData = { 'Read Rows': rows.map((json) => ({ json })) };
		for (const time of ['first', 'second']) {
			const execution = await run({ ...example, pinData });
			same(
				`a file is saved for the good row, the ${time} time`,
				outputOf(execution, 'Save to Drive'),
				[{ name: 'tents-1.png' }],
			);
		}
		same('and one link is there', service.links().length, 1);
	},
	'form-to-utm-link.json': async (scene) => {
		const submit = await publishForm(scene, 'create-a-utm-link');
		const fields = {
			'field-0': 'https://shop.example/sale',
			'field-1': ' Newsletter',
			'field-2': 'email',
			'field-3': 'Summer Sale',
		};
		const first = await submit(fields);
		const [link] = scene.service.links();
		says(scene, first, String(link?.shorturl));
		scene.same(
			'the page has the parameters, in lowercase',
			['utm_source', 'utm_medium', 'utm_campaign'].map((name) => link && parameterOf(link, name)),
			['newsletter', 'email', 'summer sale'],
		);
		says(scene, await submit(fields), String(link?.shorturl));
		scene.same('the same values get the same link', scene.service.links().length, 1);
		says(scene, await submit({ ...fields, 'field-0': 'shop' }), 'No link was created');
	},
	'chat-agent-links.json': async ({ example, n8n, service, same, stage }) => {
		const [campaign] = service.seed('campaigns', [{ name: 'Summer Sale' }]);
		const longUrl = 'https://shop.example/chat';
		const moves: Move[] = [];
		const model = await startChatModel(moves);
		stage.atEnd(model.stop);
		const { apiKey, url } = model;
		const openAiApi = await n8n.rest.putCredential('Stand-in model', 'openAiApi', { apiKey, url });
		const workflow = await n8n.rest.putWorkflow(withCredentials(example, { openAiApi }));
		/** What the tools return to the model in a conversation with these calls. */
		const chat = async (message: string, calls: Move[]) => {
			const first = moves.length + 1;
			moves.push(...calls, { say: `Done: ${message}` });
			const id = await n8n.rest.chat(workflow.id, 'Chat Message', message);
			await n8n.rest.waitForEnd(id, POLL_TIMEOUT_MS);
			const [last] = outputOf(await n8n.rest.readExecution(id), 'Assistant');
			same('the assistant responds', last?.output, `Done: ${message}`);
			return model.answers.slice(first);
		};

		const create = (Campaign: string) => ({
			tool: 'Create_a_Link',
			args: { Long_URL: longUrl, Custom_Alias: 'chat', Campaign },
		});
		const namedIn = (told?: string) =>
			/Existing campaigns: ([^.]+)\./.exec(String(firstOf(told).error))?.[1] ?? '';
		const [rejected, ...created] = await chat('Shorten it for the Sumer Sale', [
			create('Sumer Sale'),
			(told) => create(namedIn(told)),
			create('summer sale'),
		]);
		same('a mistyped campaign is told, with the right one', namedIn(rejected), 'Summer Sale');
		const [link, ...others] = service.links();
		const { id = 0, shorturl } = link ?? {};
		same(
			'the link is there once, in the campaign of that name',
			[link?.alias, link?.longurl, link?.campaign, others],
			['chat', longUrl, campaign, []],
		);
		same(
			'both calls return it',
			created.map((told) => firstOf(told).shorturl),
			[shorturl, shorturl],
		);

		service.click(id, 3);
		const get = (Short_URL: unknown) => ({ tool: 'Get_a_Link', args: { Short_URL } });
		const [, found] = await chat('How many clicks does chat have?', [
			{ tool: 'Get_Many_Links', args: { Limit: 5, Order: 'click', Search: 'chat' } },
			(told) => get(firstOf(told).shorturl),
		]);
		const { shorturl: foundUrl, clicks } = firstOf(found);
		same('it is found in the list, and looked up there', [foundUrl, clicks], [shorturl, 3]);

		// A tool does not wait that long.
		service.set({ rateLimit: { ...RATE_LIMIT, limit: 1, windowMs: 600_000 } });
		const [, limited] = await chat('And now?', [get(shorturl), get(shorturl)]);
		const isTold = /rate limit.*Try again in/.test(String(firstOf(limited).error));
		same('a rate limit is told, with the time', isTold || limited, true);

		const seen = model.seen.join();
		same(
			'the model reads the link, and no key',
			[String(shorturl), service.apiKey, apiKey].map((text) => seen.includes(text)),
			[true, false, false],
		);
	},
};

type Fault = string | undefined;

/** An example of the trigger: what happens, and what comes of it. */
interface Polled {
	happens: (service: Service) => void;
	/** Undefined when the run that follows has done what it is for. */
	fault: (execution: Execution, service: Service) => Fault;
}

/** The account before anything happens. */
const LINK = 1;

const POLLED: Record<string, Polled> = {
	'trigger-new-link-message.json': {
		happens: (service) => {
			const page = { longurl: 'https://shop.example/new' };
			service.seed(
				'links',
				Array.from({ length: 12 }, () => page),
			);
		},
		fault: (execution, service) => {
			const texts = outputOf(execution, 'Send Message').map(({ text }) => String(text));
			// Beyond the old one and the ten that it names; another example may have made one, too.
			const more = `\nand ${service.links().length - 11} more`;
			return texts.length === 1 && texts[0]?.endsWith(more) ? undefined : texts.join();
		},
	},
	'trigger-link-100-clicks.json': {
		happens: (service) => {
			service.click(LINK, 100);
		},
		fault: (execution) => {
			const texts = outputOf(execution, 'Send Message').map(({ text }) => String(text));
			const isTold = texts.length === 1 && texts.join().includes(' 100 clicks');
			return isTold ? undefined : texts.join();
		},
	},
};

/** An example as its user has set it up, but for accounts at other services. */
async function exampleWith(file: string, credential: Credential): Promise<WorkflowFile> {
	return withoutAccounts(await readExample(file, { [CREDENTIAL_TYPE]: credential }));
}

async function playExample(
	n8n: N8n,
	file: string,
	play: (scene: Scene) => Promise<void>,
): Promise<void> {
	const service = await stage.service();
	const credential = await putServiceCredential(n8n, service);
	const run = async (workflow: WorkflowFile) => {
		const execution = await execute(n8n, workflow);
		expect.soft(whyNot(execution), 'it succeeds').toBe('');
		return execution;
	};
	const same = (what: string, found: unknown, expected: unknown) => {
		expect.soft(found, what).toEqual(expected);
	};
	const example = await exampleWith(file, credential);
	await play({ example, n8n, service, credential, stage, same, run });
}

/** All examples of the trigger, published at the same time, on an account where something happens. */
async function playPolled(
	n8n: N8n,
	examples: Array<[file: string, polled: Polled]>,
): Promise<void> {
	const service = await stage.service();
	service.seed('links', [{ longurl: 'https://shop.example/old' }]);
	const credential = await putServiceCredential(n8n, service, 'Polled service');
	const ids = new Map<string, string>();
	for (const [file] of examples) {
		const example = await exampleWith(file, credential);
		ids.set(file, (await n8n.rest.publish(example)).id);
	}
	await untilQuiet(service);
	for (const [, { happens }] of examples) happens(service);
	for (const [file, { fault }] of examples) {
		const execution = await ended(n8n, ids.get(file) ?? '');
		expect.soft(execution?.status, `${file}: it runs and succeeds`).toEqual('success');
		const found = execution && fault(execution, service);
		expect.soft(found, `${file}: it does what it is for`).toBeUndefined();
	}
	for (const [file, id] of ids) {
		expect.soft((await n8n.rest.executionsOf(id)).length, `${file}: it runs once`).toEqual(1);
	}
}

/** The execution of a workflow after so many others, once it has ended; undefined when none comes. */
async function ended(n8n: N8n, workflow: string, others = 0): Promise<Execution | undefined> {
	const id = await nextExecution(n8n, workflow, others, POLL_TIMEOUT_MS);
	if (id === undefined) return undefined;
	await n8n.rest.waitForEnd(id, POLL_TIMEOUT_MS);
	return await n8n.rest.readExecution(id);
}

type Submit = (fields: Record<string, string | File>, url?: string) => Promise<FormPage>;

async function publishForm({ n8n, example }: Scene, path: string): Promise<Submit> {
	await n8n.rest.publish(example);
	const form = `${n8n.url}/form/${path}`;
	await callWebhook(form, { method: 'GET' });
	return async (fields, url = form) => await submitForm(url, fields);
}

/** Posts JSON to a webhook. */
function sender(url: string, headers: Record<string, string>) {
	return async (data: object) => await callWebhook(url, { method: 'POST', headers, data });
}

function says(scene: Scene, { words }: FormPage, expected: string): void {
	scene.same(`the page says "${expected}"`, words.includes(expected) || words, true);
}

/** Counts the clicks as clicks-over-time does, and reports them, on later and later days. */
async function clickReports(scene: Scene) {
	const { example, n8n, run } = scene;
	const counter = await exampleWith('clicks-over-time.json', scene.credential);
	await run(counter);
	await (await DataTable.named(n8n, 'Clicks over time')).clear('day');
	return {
		count: async (day: number) => await run(daysLater(counter, day)),
		report: async (day: number) => outputOf(await run(daysLater(example, day)), 'Send Report')[0],
	};
}

function clicksTold(clicks: number): string {
	return `Your short links: ${clicks} clicks in the last week`;
}

/** The same workflow on another day: all that asks for the time is told a later one. */
function daysLater(example: WorkflowFile, days: number): WorkflowFile {
	const text = JSON.stringify(example).replaceAll('$now', `$now.plus({ days: ${days} })`);
	return JSON.parse(text) as WorkflowFile;
}

/** The page, alias, and title of each link in the samples of other services' exports. */
const EXPORTED: Record<string, Array<[page: string, alias: string, title: string]>> = {
	bitly: [
		['catalog?season=spring', 'spring-catalog', 'Spring catalog'],
		['stores', '3xYz12b', 'Store finder'],
	],
	dub: [
		['launch', 'launch', 'Launch'],
		['cafe', 'café', 'Café'],
	],
	rebrandly: [
		['menu.pdf', 'menu', 'Menu'],
		['jobs', 'jobs', 'Jobs'],
	],
	shlink: [
		['docs', 'docs', 'Docs'],
		['ticket/4599', '4599', ''],
	],
	'short-io': [
		['vip', 'vip', 'VIP'],
		['deal', 'deal', 'Deal'],
	],
	yourls: [
		['news', 'news', 'News'],
		['2024', '2024', 'Review'],
	],
};

/** As they stand in a sheet, one of them bad. */
const SHEET = [
	['Long URL', 'Custom Alias', 'Owner'],
	['https://shop.example/größe', '', 'Jürgen'],
	['kein url', '', 'Jürgen'],
	['https://shop.example/sale', 'sale', 'Jürgen'],
];

/** As Excel saves "CSV" where commas are in numbers. */
function semicolonsInWindows1252(rows: string[][]): File {
	const text = rows.map((row) => `${row.join(';')}\r\n`).join('');
	return new File([Buffer.from(text, 'latin1')], 'links.csv', { type: 'text/csv' });
}

function pagesOf(service: Service): string[] {
	return service.links().map(({ longurl }) => longurl);
}

/** The first record that a tool has returned to the model. */
function firstOf(told = ''): Record<string, unknown> {
	return (JSON.parse(told) as Array<Record<string, unknown>>)[0] ?? {};
}

function parameterOf({ longurl }: LinkRow, name: string): string {
	return new URL(longurl).searchParams.get(name) ?? '';
}

/**
 * Every example workflow is imported into a real n8n and run as it is meant to be: by hand, on its
 * schedule, by a form, by a webhook, in a chat; those of the trigger when something happens. The bulk
 * example is the demo's, which judges each of its rows.
 */
const stage = openStage('examples');
let n8n: N8n;

test.beforeAll(async () => {
	n8n = await stage.n8n();
});

test('it is known of every example what has to come of it', async () => {
	const files = [BULK_EXAMPLE, ...Object.keys(EXAMPLES), ...Object.keys(POLLED)];
	expect(files.sort()).toEqual(await exampleFiles());
});

for (const [file, play] of Object.entries(EXAMPLES)) {
	test(file, async () => await playExample(n8n, file, play));
}

test('the examples of the trigger', async () => await playPolled(n8n, Object.entries(POLLED)));
