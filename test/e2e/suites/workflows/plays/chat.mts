import type { LinkRow } from '../../../../service/index.mts';
import { withCredentials } from '../../../examples.mts';
import { type Move, startChatModel } from '../../../standIns/chatModel.mts';
import { RUN_TIMEOUT_MS, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import type { Play, Scene } from '../scene.mts';

const LONG_URL = 'https://shop.example/chat';
const MISTYPED = 'https://shop.example/chta';
const CAMPAIGNS = ['Spring Sale', 'Summer Sale'];

/** Each tool of the example, and what a model has to fill in. */
const TOOLS = [
	['Create_a_Link', 'Long_URL'],
	['Get_Many_Links'],
	['Get_a_Link', 'Short_URL'],
	['Update_a_Link', 'Short_URL'],
];

export const chatPlays: Record<string, Play> = {
	'chat-agent-links.json': async (scene) => {
		const [spring = 0, summer = 0] = scene.service.seed(
			'campaigns',
			CAMPAIGNS.map((name) => ({ name })),
		);
		await makesAndCorrects(scene, summer);
		await learnsFromAMessage(scene, spring);
	},
};

/** A link into a campaign by its name; the page was mistyped; then its clicks and the list of all. */
async function makesAndCorrects(scene: Scene, campaign: number): Promise<void> {
	const { file, service, checks } = scene;
	service.seed('links', [{ longurl: 'https://shop.example/old' }]);
	const made = () => linkAs(service.links(), 'chat');
	const answers: string[] = [];
	const said = await converse(scene, answers, `Shorten ${MISTYPED} as chat in summer sale`, [
		() => ({
			tool: 'Create_a_Link',
			args: { Long_URL: MISTYPED, Custom_Alias: 'chat', Campaign: 'summer sale' },
		}),
		(created) => ({
			tool: 'Update_a_Link',
			args: { Short_URL: shortUrlIn(created), Long_URL: LONG_URL, Campaign: '' },
		}),
		(updated) => {
			service.click(made()?.id ?? 0, 42);
			return { tool: 'Get_a_Link', args: { Short_URL: shortUrlIn(updated) } };
		},
		() => ({
			tool: 'Get_Many_Links',
			args: { Limit: 5, Order: 'click', Search: '' },
		}),
		() => ({ say: `The link has ${clicksIn(answers[2])} clicks: ${shortUrlIn(answers[2])}` }),
	]);

	const link = made();
	checks.same(`${file}: the link is in the campaign of that name`, link?.campaign, campaign);
	checks.same(`${file}: it leads where the correction says`, link?.longurl, LONG_URL);
	checks.same(
		`${file}: the third tool reads the corrected link`,
		answers[2]?.includes(LONG_URL),
		true,
	);
	checks.check(
		`${file}: the fourth one lists all links`,
		answers[3]?.includes('https://shop.example/old') === true,
		answers[3],
	);
	checks.same(
		`${file}: the assistant says short URL and clicks`,
		said,
		`The link has 42 clicks: ${String(link?.shorturl)}`,
	);
}

/** A campaign that is not there: the message is all the model sees, and has to be enough. */
async function learnsFromAMessage(scene: Scene, campaign: number): Promise<void> {
	const { file, service, checks } = scene;
	const create = (name: string) => ({
		tool: 'Create_a_Link',
		args: { Long_URL: LONG_URL, Custom_Alias: 'again', Campaign: name },
	});
	const before = service.links().length;
	let madeAtFirst = 0;
	const answers: string[] = [];
	const said = await converse(scene, answers, `Shorten ${LONG_URL} as again in Sprign Sale`, [
		() => create('Sprign Sale'),
		(message) => {
			madeAtFirst = service.links().length - before;
			return create(CAMPAIGNS.find((name) => message.includes(name)) ?? '');
		},
		(created) => ({ say: shortUrlIn(created) }),
	]);

	checks.check(
		`${file}: a campaign that is not there is named, with one that is`,
		answers[0]?.includes('There is no campaign') === true,
		answers[0],
	);
	checks.same(`${file}: nothing was made of it`, madeAtFirst, 0);
	const link = linkAs(service.links(), 'again');
	checks.same(`${file}: the second try is in the right campaign`, link?.campaign, campaign);
	checks.same(`${file}: the assistant says that link`, said, link?.shorturl);
}

/**
 * One message in the chat, to a model that makes these moves.
 *
 * @param answers is filled with what each tool answered
 * @returns the assistant's last word
 */
async function converse(
	{ file, example, n8n, checks }: Scene,
	answers: string[],
	message: string,
	moves: Array<(answer: string) => Move>,
): Promise<unknown> {
	const model = await startChatModel(
		moves.map((move, index) => (answer: string) => {
			if (index > 0) answers.push(answer);
			return move(answer);
		}),
	);
	try {
		const openAiApi = await n8n.rest.putCredential('Stand-in model', 'openAiApi', {
			apiKey: model.apiKey,
			url: model.url,
		});
		const workflow = await n8n.rest.putWorkflow(withCredentials(example, { openAiApi }));
		const id = await n8n.rest.chat(workflow.id, 'Chat Message', message);
		await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
		const execution = await n8n.rest.readExecution(id);
		// A tool that says what is wrong is no failure.
		const isAnswered = execution.status === 'success';
		checks.check(`${file}: "${message}" is answered`, isAnswered, whyNot(execution));
		checks.same(
			`${file}: the model is shown each tool, and what it needs`,
			model.tools.map((tool) => [tool.name, ...(tool.parameters.required ?? [])]).sort(),
			TOOLS,
		);
		checks.check(
			`${file}: each with a description`,
			model.tools.every(({ description }) => description.length > 20),
		);
		return outputOf(execution, 'Assistant')[0]?.output;
	} finally {
		await model.stop();
	}
}

function linkAs(links: LinkRow[], alias: string): LinkRow | undefined {
	return links.find((link) => link.alias === alias);
}

function shortUrlIn(answer = ''): string {
	return /https?:\/\/[^"\s\\]+\/(?:chat|again)\b/.exec(answer)?.[0] ?? '';
}

function clicksIn(answer = ''): string {
	return /"clicks\\*":(\d+)/.exec(answer)?.[1] ?? '';
}
