import { RATE_LIMIT } from '../../../../service/index.mts';
import type { WorkflowFile } from '../../../rest.mts';
import { startChatModel } from '../../../standIns/chatModel.mts';
import { NODE_TYPE } from '../../bulk.mts';
import { CREDENTIAL_TYPE, putServiceCredential } from '../../stage.mts';
import { execute, MANUAL_TRIGGER, wentWell, whyNot } from '../../workflows/byHand.mts';
import { outputOf } from '../../workflows/expectations.mts';
import type { Scene, Step } from '../step.mts';
import { type Credential, node, to } from '../workflows.mts';

/** Version 2 calls a tool like a function, version 3 has the engine run it as a node. */
const AGENT_VERSIONS = [2.2, 3];
const LONG_URL = 'https://shop.example/from-the-agent';
/** A tool does not wait that long. */
const WINDOW_MS = 600_000;
/** Beyond what a run by an agent sends for one link: it reads the newest links first. */
const LIMIT = 4;
const AGENT = 'Agent';

/** An AI agent creates a link; when the limit is used up, it is told so instead of kept waiting. */
export const tool: Step = async (scene) => {
	for (const version of AGENT_VERSIONS) {
		await runAgent({ ...scene, name: `${scene.name}, agent ${version}` }, version);
	}
};

async function runAgent({ n8n, name, checks, stage }: Scene, version: number): Promise<void> {
	const service = await stage.service({
		rateLimit: {
			...RATE_LIMIT,
			limit: LIMIT,
			windowMs: WINDOW_MS,
		},
	});
	const answers: string[] = [];
	const call = (index: number) => (answer: string) => {
		if (index > 0) answers.push(answer);
		return { tool: 'Create_a_Link', args: { Long_URL: `${LONG_URL}/${index}` } };
	};
	const calls = Array.from({ length: LIMIT + 1 }, (_, index) => call(index));
	const model = await startChatModel([
		...calls,
		(answer) => {
			answers.push(answer);
			return { say: 'Done.' };
		},
	]);
	stage.atEnd(model.stop);
	const openAiApi = await n8n.rest.putCredential(name, 'openAiApi', {
		apiKey: model.apiKey,
		url: model.url,
	});
	const linkShortenerApi = await putServiceCredential(n8n, service, name);
	const execution = await execute(n8n, agentWorkflow(name, version, linkShortenerApi, openAiApi));
	checks.check(`${name}: it answers`, wentWell(execution), whyNot(execution));
	checks.same(`${name}: its last word`, outputOf(execution, AGENT)[0]?.output, 'Done.');
	const [link] = service.links();
	checks.same(`${name}: the tool makes the link`, link?.longurl, `${LONG_URL}/0`);
	checks.check(
		`${name}: the model reads the short URL`,
		link !== undefined && answers[0]?.includes(link.shorturl) === true,
		answers[0],
	);
	checks.check(
		`${name}: the model is told when to try again`,
		/rate limit.*Try again in/s.test(answers.at(-1) ?? ''),
		JSON.stringify(answers),
	);
}

function agentWorkflow(
	name: string,
	agentVersion: number,
	linkShortenerApi: Credential,
	openAiApi: Credential,
): WorkflowFile {
	return {
		name,
		nodes: [
			node('Start', MANUAL_TRIGGER, 1),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', agentVersion, {
				promptType: 'define',
				text: 'Shorten it.',
				options: { maxIterations: 2 * LIMIT },
			}),
			{
				...node('Chat Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
					model: { __rl: true, mode: 'id', value: 'stand-in' },
					options: {},
				}),
				credentials: { openAiApi },
			},
			{
				...node('Create a Link', `${NODE_TYPE}Tool`, 1, {
					descriptionType: 'manual',
					toolDescription: 'Makes a short link.',
					resource: 'link',
					operation: 'create',
					url: "={{ $fromAI('Long_URL', 'The full address of the page', 'string') }}",
				}),
				credentials: { [CREDENTIAL_TYPE]: linkShortenerApi },
				// In n8n 1.x a tool that fails ends the run of an agent of version 3.
				onError: 'continueRegularOutput',
			},
		],
		connections: {
			Start: { main: [[to(AGENT)]] },
			'Chat Model': { ai_languageModel: [[to(AGENT, 'ai_languageModel')]] },
			'Create a Link': { ai_tool: [[to(AGENT, 'ai_tool')]] },
		},
		settings: { executionOrder: 'v1' },
	};
}
