import type { Service } from '../../../service/index.ts';
import { readExample } from '../../examples.ts';
import type { N8n } from '../../n8n.ts';
import { type Execution, isUnderWay, type StoredWorkflow, type WorkflowFile } from '../../rest.ts';
import type { Checks } from '../checks.ts';
import { putServiceCredential, type Stage } from '../stage.ts';
import { outputOf } from './expectations.ts';

/** The account before anything happens. */
const LINK = 1;
const CHANNEL = 1;
const CAMPAIGN = 1;

/** n8n polls every minute. */
const POLL_TIMEOUT_MS = 150_000;
const QUIET_MS = 3_000;

interface Happening {
	/** What a person chooses in the example: the ids of its locators. */
	chosen: Record<string, number>;
	happens: (service: Service) => void;
	/** What is wrong with the run that follows; undefined when it is right. */
	fault: (execution: Execution, service: Service) => string | undefined;
}

/** What each example waits for and what it then has to do, by its file. A new example needs a line. */
export const happenings: Record<string, Happening> = {
	'trigger-new-link-message.json': {
		chosen: {},
		happens: (service) => {
			service.seed('links', [{ longurl: 'https://shop.example/new', title: 'Something new' }]);
		},
		fault: (execution, service) => {
			const messages = outputOf(execution, 'Message');
			const fresh = service.links().at(-1);
			const right = messages.length === 1 && messages[0]?.shorturl === fresh?.shorturl;
			return right ? undefined : JSON.stringify(messages);
		},
	},
	'trigger-link-100-clicks.json': {
		chosen: {},
		happens: (service) => {
			service.click(LINK, 100);
		},
		fault: (execution) => {
			const rows = outputOf(execution, 'Add Row');
			const messages = outputOf(execution, 'Message');
			const right = rows.length === 1 && rows[0]?.clicks === 100 && messages[0]?.linkId === LINK;
			return right ? undefined : JSON.stringify([rows, messages]);
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
	service.seed('links', [{ longurl: 'https://shop.example/old' }]);
	service.seed('channels', [{ name: 'Bio page' }]);
	service.seed('campaigns', [{ name: 'Social' }]);
	const linkShortenerApi = await putServiceCredential(n8n, service, 'Polled service');

	const published: Array<{ file: string; happening: Happening; workflow: StoredWorkflow }> = [];
	for (const file of files) {
		const happening = happenings[file];
		checks.check(`${file}: it is known what it waits for`, happening !== undefined);
		if (!happening) continue;
		const example = withChoices(await readExample(file, { linkShortenerApi }), happening.chosen);
		const workflow = await n8n.rest.putWorkflow(example);
		await n8n.rest.activate(workflow);
		published.push({ file, happening, workflow });
	}
	await untilQuiet(service);
	for (const { happening } of published) happening.happens(service);
	for (const { file, happening, workflow } of published) {
		const execution = await firstExecution(n8n, workflow.id);
		checks.same(`${file}: it runs and succeeds`, execution?.status, 'success');
		const fault = execution && happening.fault(execution, service);
		checks.check(`${file}: it does what it is for`, fault === undefined, fault);
	}
	for (const { file, workflow } of published) {
		const executions = await n8n.rest.executionsOf(workflow.id);
		checks.same(`${file}: it runs once`, executions.length, 1);
	}
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
async function untilQuiet(service: Service): Promise<void> {
	for (let seen = 0; seen === 0 || seen < service.requests.length;) {
		seen = service.requests.length;
		await pause(QUIET_MS);
	}
}

async function firstExecution(n8n: N8n, workflowId: string): Promise<Execution | undefined> {
	const deadline = Date.now() + POLL_TIMEOUT_MS;
	while (Date.now() < deadline) {
		const [execution] = await n8n.rest.executionsOf(workflowId);
		if (execution && !isUnderWay(execution.status)) {
			return await n8n.rest.readExecution(execution.id);
		}
		await pause(500);
	}
	return undefined;
}

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
