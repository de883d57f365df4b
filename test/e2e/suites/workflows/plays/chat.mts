import { withCredentials } from '../../../examples.mts';
import { type ChatModel, startChatModel } from '../../../standIns/chatModel.mts';
import { RUN_TIMEOUT_MS, wentWell, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import type { Play } from '../scene.mts';

const LONG_URL = 'https://shop.example/chat';

/** A message in the chat; a model that calls each tool once and then says what the last one said. */
export const chatPlays: Record<string, Play> = {
	'chat-agent-links.json': async ({ file, example, n8n, service, checks }) => {
		service.seed('links', [{ longurl: 'https://shop.example/old' }]);
		const answers: string[] = [];
		const heard = (answer: string) => {
			answers.push(answer);
			return answer;
		};
		const model = await startChatModel([
			() => ({ tool: 'Create_a_Link', args: { Long_URL: LONG_URL, Custom_Alias: 'chat' } }),
			(answer) => ({ tool: 'Get_a_Link', args: { Short_URL: shortUrlIn(heard(answer)) } }),
			(answer) => {
				heard(answer);
				return { tool: 'Get_Many_Links', args: { Limit: 5, Order: 'click', Search: '' } };
			},
			(answer) => ({ say: `Here they are: ${heard(answer)}` }),
		]);
		try {
			const openAiApi = await n8n.rest.putCredential('Stand-in model', 'openAiApi', {
				apiKey: model.apiKey,
				url: model.url,
			});
			const workflow = await n8n.rest.putWorkflow(withCredentials(example, { openAiApi }));
			const id = await n8n.rest.chat(workflow.id, 'Chat Message', `Shorten ${LONG_URL} as chat`);
			await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
			const execution = await n8n.rest.readExecution(id);
			checks.check(`${file}: it answers`, wentWell(execution), whyNot(execution));

			const link = service.links().find(({ longurl }) => longurl === LONG_URL);
			checks.same(`${file}: the first tool makes the link`, link?.alias, 'chat');
			checks.same(`${file}: the second one reads it`, answers[1]?.includes(LONG_URL), true);
			checks.same(
				`${file}: the third one lists all links`,
				answers[2]?.includes('https://shop.example/old'),
				true,
			);
			const [said] = outputOf(execution, 'Assistant');
			checks.check(
				`${file}: the assistant says it`,
				String(said?.output).includes(String(link?.shorturl)),
				JSON.stringify(said),
			);
			checkTools(file, model, checks);
		} finally {
			await model.stop();
		}
	},
};

function checkTools(file: string, model: ChatModel, checks: Parameters<Play>[0]['checks']): void {
	checks.same(
		`${file}: the model is shown three tools, and what each of them needs`,
		model.tools.map(({ name, parameters }) => [name, ...(parameters.required ?? [])]).sort(),
		[['Create_a_Link', 'Long_URL'], ['Get_Many_Links'], ['Get_a_Link', 'Short_URL']],
	);
	checks.check(
		`${file}: each with a description`,
		model.tools.every(({ description }) => description.length > 20),
	);
}

function shortUrlIn(answer: string): string {
	return /https?:\/\/[^"\s\\]+\/chat\b/.exec(answer)?.[0] ?? '';
}
