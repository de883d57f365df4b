import jsQR from 'jsqr';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Service } from '../../../service/index.mts';
import { readExample } from '../../examples.mts';
import type { N8n } from '../../n8n.mts';
import { type MessageService, startMessageService } from '../../standIns/messages.mts';
import { type Execution, isUnderWay, type StoredWorkflow, type WorkflowFile } from '../../rest.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';
import { RUN_TIMEOUT_MS } from './byHand.mts';
import { outputOf } from './expectations.mts';
import { visit } from './visit.mts';

/** Where n8n's Docker image may write. */
const EXAMPLE_FOLDER = '/home/node/.n8n-files';

/** The account before anything happens. */
const LINK = 1;
const OTHER_LINK = 2;
const CHANNEL = 1;
const CAMPAIGN = 1;

/** n8n polls every minute. */
const POLL_TIMEOUT_MS = 150_000;
const QUIET_MS = 3_000;

interface Happening {
	/** What a person chooses in the example: the ids of its locators. */
	chosen: Record<string, number>;
	happens: (service: Service) => void | Promise<void>;
	/** It happens once more, to another link. The example has a message, which is lost the first time. */
	again?: (service: Service) => number;
	/** What is wrong with the run that follows; undefined when it is right. */
	fault: (execution: Execution, service: Service, filesFolder: string) => string | undefined;
}

interface Published {
	file: string;
	happening: Happening;
	workflow: StoredWorkflow;
	/** Where its message goes. */
	chat?: MessageService;
}

/** What each example waits for and what it then has to do, by its file. A new example needs a line. */
export const happenings: Record<string, Happening> = {
	'trigger-new-link-message.json': {
		chosen: {},
		happens: (service) => {
			const news = { longurl: 'https://shop.example/new', title: 'Something new' };
			service.seed(
				'links',
				Array.from({ length: 12 }, () => news),
			);
		},
		again: (service) => {
			const [id = 0] = service.seed('links', [{ longurl: 'https://shop.example/later' }]);
			return id;
		},
		fault: (execution, service) => {
			const messages = outputOf(execution, 'Message');
			const text = String(messages[0]?.text);
			const named = newLinks(service).filter(({ shorturl }) => text.includes(shorturl));
			const isOne = messages.length === 1 && named.length === 10;
			const more = newLinks(service).length - 10;
			return isOne && text.endsWith(`\nand ${more} more`) ? undefined : text;
		},
	},
	'trigger-link-100-clicks.json': {
		chosen: {},
		happens: async (service) => {
			service.click(LINK, 99);
			const [link] = service.links().filter(({ id }) => id === LINK);
			await visit(String(link?.shorturl));
		},
		again: (service) => {
			service.click(OTHER_LINK, 100);
			return OTHER_LINK;
		},
		fault: (execution) => {
			const rows = outputOf(execution, 'Add Row');
			const messages = outputOf(execution, 'Message');
			const isRow = rows.length === 1 && rows[0]?.clicks === 100;
			const told = / 100 clicks, 2 of them unique\. Most come from news\.example\.$/;
			const isMessage = messages[0]?.linkId === LINK && told.test(String(messages[0].text));
			return isRow && isMessage ? undefined : JSON.stringify([rows, messages]);
		},
	},
	'new-link-to-qr-file.json': {
		chosen: {},
		happens: (service) => {
			const poster = { longurl: 'https://shop.example/poster', custom: 'poster' };
			service.seed('links', [poster]);
		},
		fault: (_execution, service, filesFolder) => {
			const links = newLinks(service);
			const files = links.map(({ id, title, alias }) =>
				join(filesFolder, `${id}-${title || alias}.png`),
			);
			const read = files.map((file) => (existsSync(file) ? scan(readFileSync(file)) : 'no file'));
			const made = links.map(({ shorturl }) => shorturl);
			return read.join() === made.join() ? undefined : `${read.join()} for ${made.join()}`;
		},
	},
	'trigger-channel-item-tag.json': {
		chosen: { channelId: CHANNEL, campaignId: CAMPAIGN },
		happens: (service) => {
			service.seed('channelItems', [{ channel: CHANNEL, type: 'links', item: LINK }]);
		},
		fault: (_execution, service) => {
			const campaign = service.links().find(({ id }) => id === LINK)?.campaign;
			return campaign === CAMPAIGN ? undefined : `campaign ${String(campaign)}`;
		},
	},
};

/** All examples of the trigger, published at the same time, on an account where something happens. */
export async function runTriggerExamples(
	n8n: N8n,
	files: string[],
	checks: Checks,
	stage: Stage,
): Promise<void> {
	const service = await stage.service();
	const filesFolder = join(stage.folder, 'files');
	service.seed(
		'links',
		['old', 'older'].map((page) => ({ longurl: `https://shop.example/${page}` })),
	);
	service.seed('channels', [{ name: 'Bio page' }]);
	service.seed('campaigns', [{ name: 'Social' }]);
	const linkShortenerApi = await putServiceCredential(n8n, service, 'Polled service');

	const published: Published[] = [];
	for (const file of files) {
		const happening = happenings[file];
		checks.check(`${file}: it is known what it waits for`, happening !== undefined);
		if (!happening) continue;
		const example = withChoices(
			inFolder(await readExample(file, { linkShortenerApi }), filesFolder),
			happening.chosen,
		);
		const chat = happening.again && (await startMessageService());
		if (chat) {
			stage.atEnd(chat.stop);
			chat.room = 0;
		}
		const workflow = await n8n.rest.putWorkflow(chat?.in(example) ?? example);
		await n8n.rest.activate(workflow);
		published.push({ file, happening, workflow, ...(chat && { chat }) });
	}
	await untilQuiet(service);
	for (const { happening } of published) await happening.happens(service);
	for (const { file, happening, workflow, chat } of published) {
		const first = await nextExecution(n8n, workflow.id);
		const execution = chat && first ? await retried(n8n, file, first, chat, checks) : first;
		checks.same(`${file}: it runs and succeeds`, execution?.status, 'success');
		const fault = execution && happening.fault(execution, service, filesFolder);
		checks.check(`${file}: it does what it is for`, fault === undefined, fault);
	}
	for (const { file, workflow, chat } of published) {
		const executions = await n8n.rest.executionsOf(workflow.id);
		const what = chat ? 'it runs once, and once more by the retry' : 'it runs once';
		checks.same(`${file}: ${what}`, executions.length, chat ? 2 : 1);
	}
	const again = published.map((each) => ({ ...each, link: each.happening.again?.(service) }));
	for (const { file, workflow, chat, link } of again) {
		if (!chat) continue;
		const next = await nextExecution(n8n, workflow.id, 2);
		const named = chat.texts.map((text) =>
			service.links().flatMap(({ id, shorturl }) => (text.includes(shorturl) ? [id] : [])),
		);
		checks.same(
			`${file}: the next message tells what is new by then, and nothing twice`,
			[next?.status, named.slice(1)],
			['success', [[link]]],
		);
	}
}

/** The message service was down. The trigger has moved on, so only Retry brings the message. */
async function retried(
	n8n: N8n,
	file: string,
	failed: Execution,
	chat: MessageService,
	checks: Checks,
): Promise<Execution> {
	checks.same(
		`${file}: its run fails while the message service is down`,
		[failed.status, chat.texts],
		['error', []],
	);
	chat.room = Infinity;
	const id = await n8n.rest.retryExecution(failed.id);
	await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
	checks.same(`${file}: Retry sends the message, once`, chat.texts.length, 1);
	return await n8n.rest.readExecution(id);
}

/** Those that came after the two the account began with; more than one example waits for them. */
function newLinks(service: Service) {
	return service.links().slice(2);
}

/** The example with the folder that this n8n may write to. */
function inFolder(example: WorkflowFile, folder: string): WorkflowFile {
	const text = JSON.stringify(example).replaceAll(EXAMPLE_FOLDER, folder);
	return JSON.parse(text) as WorkflowFile;
}

/** What a phone reads from a picture. */
function scan(png: Buffer): string | undefined {
	const { data, width, height } = PNG.sync.read(png);
	return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

function withChoices(example: WorkflowFile, chosen: Record<string, number>): WorkflowFile {
	const locators = Object.fromEntries(
		Object.entries(chosen).map(([name, id]) => [name, { __rl: true, mode: 'id', value: id }]),
	);
	const nodes = example.nodes.map((node) => {
		const own = Object.entries(locators).filter(([name]) => name in node.parameters);
		return { ...node, parameters: { ...node.parameters, ...Object.fromEntries(own) } };
	});
	return { ...example, nodes };
}

/** Waits until every published trigger has read what there is. */
export async function untilQuiet(service: Service): Promise<void> {
	for (let seen = 0; seen === 0 || seen < service.requests.length;) {
		seen = service.requests.length;
		await pause(QUIET_MS);
	}
}

/** The execution of a workflow that polls after so many others, once it has ended; undefined when none comes. */
export async function nextExecution(
	n8n: N8n,
	workflowId: string,
	others = 0,
): Promise<Execution | undefined> {
	const deadline = Date.now() + POLL_TIMEOUT_MS;
	while (Date.now() < deadline) {
		const [execution, ...before] = await n8n.rest.executionsOf(workflowId);
		if (execution && before.length >= others && !isUnderWay(execution.status)) {
			return await n8n.rest.readExecution(execution.id);
		}
		await pause(500);
	}
	return undefined;
}

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
