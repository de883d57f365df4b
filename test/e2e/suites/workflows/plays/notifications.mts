import axios from 'axios';
import { isUnderWay, type StoredWorkflow } from '../../../rest.mts';
import { startMessageService } from '../../../standIns/messages.mts';
import type { Play } from '../scene.mts';
import { until, untilPublished } from '../until.mts';

const TIMEOUT_MS = 30_000;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BOUNDARY = 'part';

interface Notification {
	what: string;
	method?: 'GET' | 'POST';
	type?: string;
	body?: string;
	query?: string;
	/** Its message, after the name of the webhook. */
	told: string;
}

const LINK = JSON.stringify({ id: 7, short: 'https://go.example/a?b=1&c=2', tags: ['"x"', 2] });
const LINK_TOLD = ':\nid: 7\nshort: https://go.example/a?b=1&c=2\ntags: ["\\"x\\"",2]';
const PART = 'Content-Disposition: form-data; name="title"';
const TEXT = 'Sale "{{ 1 + 1 }}" \\ 🎉\nclicked';
const NOTHING = ': the notification came without content.';

const NOTIFICATIONS: readonly Notification[] = [
	{ what: 'JSON', type: JSON_TYPE, body: LINK, told: LINK_TOLD },
	{
		what: 'a form',
		type: FORM,
		body: 'id=7&title=A+sale&a%5Bb%5D=1',
		told: ':\nid: 7\ntitle: A sale\na[b]: 1',
	},
	{ what: 'a text', type: 'text/plain', body: TEXT, told: `:\n${TEXT}` },
	{ what: 'nothing', told: NOTHING },
	{ what: 'an empty object', type: JSON_TYPE, body: '{}', told: NOTHING },
	{
		what: 'a GET with fields',
		method: 'GET',
		query: '?id=7&title=A%20sale',
		told: ':\nid: 7\ntitle: A sale',
	},
	{ what: 'a GET without any', method: 'GET', told: NOTHING },
	{ what: 'JSON as text', type: 'text/plain; charset=utf-8', body: LINK, told: LINK_TOLD },
	{ what: 'JSON under the type of a form', type: FORM, body: LINK, told: LINK_TOLD },
	{ what: 'JSON without a type', body: LINK, told: LINK_TOLD },
	{ what: 'a text without a type', body: 'A click', told: ':\nA click' },
	{
		what: 'a form in parts',
		type: `multipart/form-data; boundary=${BOUNDARY}`,
		body: `--${BOUNDARY}\r\n${PART}\r\n\r\nA sale\r\n--${BOUNDARY}--\r\n`,
		told: ':\ntitle: A sale',
	},
	{
		what: '100 kB',
		type: JSON_TYPE,
		body: JSON.stringify({ a: 'x'.repeat(100_000), id: 7 }),
		told: `:\na: ${'x'.repeat(297)}…\nid: 7`,
	},
];

const HOOKS = ['New Link', 'Click on a Link'] as const;

export const notificationPlays: Record<string, Play> = {
	'instant-notifications.json': async ({ file, example, n8n, service, checks }) => {
		const chat = await startMessageService();
		try {
			const workflow = await n8n.rest.putWorkflow(chat.in(example));
			await n8n.rest.activate(workflow);
			const send = async (hook: string, notification: Notification) => {
				const url = `${n8n.url}/webhook/${pathOf(workflow, hook)}${notification.query ?? ''}`;
				return await untilPublished(async () => await request(url, notification));
			};
			const executions = async () => await n8n.rest.executionsOf(workflow.id);
			/** Until n8n has done all that it was told to. */
			const untilDone = async (count: number) => {
				await until(async () => {
					const all = await executions();
					return all.length === count && all.every(({ status }) => !isUnderWay(status));
				});
			};

			const paths = HOOKS.map((hook) => pathOf(workflow, hook));
			checks.check(
				`${file}: n8n makes a random address for each webhook`,
				new Set(paths).size === paths.length && paths.every((path) => UUID.test(path)),
				paths.join(),
			);
			let sent = 0;
			for (const hook of HOOKS) {
				for (const notification of NOTIFICATIONS) {
					chat.texts.length = 0;
					const { status } = await send(hook, notification);
					sent += 1;
					await untilDone(sent);
					checks.same(
						`${file}: ${notification.what} at ${hook} is answered, and told once`,
						[status, chat.texts],
						[200, [`${hook}${notification.told}`]],
					);
				}
			}

			const [json] = NOTIFICATIONS;
			if (!json) throw new Error('There is no notification.');
			const told = HOOKS.map((hook) => `${hook}${json.told}`);
			chat.texts.length = 0;
			let answer = (): void => undefined;
			chat.pause = new Promise<void>((resolve) => {
				answer = resolve;
			});
			const statuses = [];
			for (const hook of HOOKS) statuses.push((await send(hook, json)).status);
			checks.same(
				`${file}: the caller is answered before the message is`,
				[statuses, chat.texts],
				[[200, 200], []],
			);
			answer();
			sent += HOOKS.length;
			await untilDone(sent);
			checks.same(`${file}: which then arrives, once`, [...chat.texts].sort(), [...told].sort());

			chat.texts.length = 0;
			chat.room = 0;
			for (const hook of HOOKS) {
				const { status } = await send(hook, json);
				checks.same(`${file}: ${hook} answers while the chat is down`, status, 200);
				sent += 1;
				await untilDone(sent);
			}
			const failed = (await executions()).filter(({ status }) => status !== 'success');
			checks.same(
				`${file}: the executions that failed stand in the list`,
				[failed.map(({ status }) => status), chat.texts],
				[['error', 'error'], []],
			);
			chat.room = Infinity;
			for (const { id } of failed.toReversed()) {
				await n8n.rest.retryExecution(id);
				sent += 1;
				await untilDone(sent);
			}
			checks.same(`${file}: Retry hands each on, once`, chat.texts, told);
			checks.same(`${file}: it makes no request to the service`, service.requests.length, 0);
		} finally {
			await chat.stop();
		}
	},
};

/** The example leaves it to n8n, which takes the ID that it makes for the node. */
function pathOf({ nodes }: StoredWorkflow, hook: string): string {
	return String(nodes.find(({ name }) => name === hook)?.webhookId);
}

async function request(url: string, { method = 'POST', type, body }: Notification) {
	const headers = { 'content-type': type ?? false };
	return await axios.request({
		...{ method, url, headers, timeout: TIMEOUT_MS },
		...(body === undefined ? {} : { data: Buffer.from(body) }),
		proxy: false,
		validateStatus: () => true,
	});
}
