import axios from 'axios';
import { type MessageService, startMessageService } from '../../../standIns/messages.mts';
import type { N8n } from '../../../n8n.mts';
import type { StoredWorkflow } from '../../../rest.mts';
import { execute, stopWhen, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import { daysLater, type Play, type Scene } from '../scene.mts';
import { until } from '../until.mts';

const SCHEDULE = 'Every Day at 8';
const MONTH = 30;

export const alertPlays: Record<string, Play> = {
	'alert-on-problems.json': async (scene) => {
		const { file, n8n, checks } = scene;
		await withChat(scene, async (run, chat) => {
			checks.same(
				`${file}: with nothing to tell there is no message`,
				await run('a first run'),
				[],
			);
			const failing = await failingWorkflow(n8n, scene.example.name);
			const links = await DataTable.named(n8n, 'Short link list');
			const problems = await DataTable.named(n8n, 'Problems to tell');
			const noted = async (times: number) => {
				await until(async () => (await problems.rows()).some((row) => row.times === times));
			};
			await failing();
			await noted(1);
			await failing();
			await noted(2);
			await links.insert([
				{ longUrl: 'https://shop.example/tents' },
				{ longUrl: 'https://shop.example/sale', alias: 'x', problem: 'Too short.' },
			]);
			const first = await run('the first digest');
			checks.check(
				`${file}: it names the workflow that failed, and how often`,
				/^Workflows that failed:\n- A workflow that fails, 2 times, the last time: On purpose http\S+$/m.test(
					String(first),
				),
				String(first),
			);
			checks.check(
				`${file}: and the row with its problem`,
				first.length === 1 &&
					first[0]?.endsWith('\n- https://shop.example/sale (x): Too short.') === true,
				String(first),
			);
			checks.same(`${file}: a second run tells nothing twice`, await run('a second run', 1), []);

			await failing();
			await noted(3);
			await links.update('alias', 'x', { problem: 'Taken.' });
			chat.room = 0;
			checks.same(
				`${file}: nothing arrives while the chat is down`,
				await run('a run without the chat', 2, /503/),
				[],
			);
			chat.room = Infinity;
			await stopWhileSending(scene, chat, 2);
			const later = await run('the run of the next day', 3);
			checks.same(`${file}: what is not told by then is told the next day, once`, later.length, 1);
			checks.check(
				`${file}: with what is new`,
				/fails: On purpose.*x\): Taken\.$/s.test(String(later)),
				String(later),
			);

			const told: string[] = [];
			for (let day = 4; day < MONTH; day++) {
				const problem = day % 10 === 0 ? `Reason ${day}.` : '';
				await links.update('alias', 'x', { problem });
				told.push(...(await run(`day ${day}`, day)));
			}
			checks.same(`${file}: in a month, each problem is told once`, told.length, 2);
			checks.same(
				`${file}: and the table has nothing that is over`,
				(await problems.rows()).map(({ what }) => String(what).split(' ')[0]),
				['workflow'],
			);
			await run('a run after two months', 70);
			checks.same(`${file}: an old failure is forgotten`, await problems.rows(), []);
			await links.clear('longUrl');
		});
	},
	'expiring-links.json': async (scene) => {
		const { file, n8n, checks } = scene;
		await withChat(scene, async (run, chat) => {
			checks.same(`${file}: with no dates there is no message`, await run('a first run'), []);
			const links = await DataTable.named(n8n, 'Short link list');
			const reminders = await DataTable.named(n8n, 'Expiry reminders');
			const dayAfter = (days: number) =>
				new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
			await links.insert([
				{ longUrl: 'https://shop.example/never', shortUrl: 'https://go.example/never' },
				{
					longUrl: 'https://shop.example/a',
					shortUrl: 'https://go.example/a',
					expiry: dayAfter(5),
				},
				{
					longUrl: 'https://shop.example/b',
					shortUrl: 'https://go.example/b',
					expiry: `${dayAfter(15)} 18:00:00`,
				},
				{
					longUrl: 'https://shop.example/c',
					shortUrl: 'https://go.example/c',
					expiry: dayAfter(20),
				},
			]);
			checks.same(`${file}: it names the link that expires within a week`, await run('a run'), [
				`A short link expires:\n- https://go.example/a on ${dayAfter(5)}`,
			]);
			checks.same(`${file}: a second run tells nothing twice`, await run('a second run'), []);

			chat.room = 0;
			checks.same(
				`${file}: nothing arrives while the chat is down`,
				await run('a run without the chat', 14, /503/),
				[],
			);
			chat.room = Infinity;
			await stopWhileSending(scene, chat, 14);
			const told: string[] = [];
			for (let day = 1; day <= MONTH; day++) {
				if (day === 11)
					await links.update('shortUrl', 'https://go.example/a', { expiry: dayAfter(14) });
				told.push(...(await run(`day ${day}`, day)));
			}
			checks.same(
				`${file}: in a month each link is told once, a new date again`,
				told.map((text) => text.match(/(?<=go.example\/)./g)?.join()),
				['b', 'a', 'c'],
			);
			await run('a run after two months', 70);
			checks.same(`${file}: old notes are gone`, await reminders.rows(), []);
			await links.clear('longUrl');
		});
	},
};

type Run = (what: string, day?: number, fault?: RegExp) => Promise<string[]>;

/** Runs the example on later and later days, and gives the messages of each run. */
async function withChat(
	{ file, example, n8n, checks }: Scene,
	play: (run: Run, chat: MessageService) => Promise<void>,
): Promise<void> {
	const chat = await startMessageService();
	try {
		const workflow = chat.in(example);
		const run: Run = async (what, day = 0, fault) => {
			chat.texts.length = 0;
			const execution = await execute(n8n, daysLater(workflow, day), SCHEDULE);
			const why = whyNot(execution);
			const isRight = fault ? fault.test(why) : wentWell(execution);
			checks.check(`${file}: ${what} ${fault ? 'fails' : 'succeeds'}`, isRight, why);
			return [...chat.texts];
		};
		await play(run, chat);
	} finally {
		await chat.stop();
	}
}

/** Stops a run in the middle of its message, which then does not arrive. */
async function stopWhileSending(
	{ file, example, n8n, checks }: Scene,
	chat: MessageService,
	day: number,
): Promise<void> {
	chat.texts.length = 0;
	chat.hold.begin();
	const workflow = daysLater(chat.in(example), day);
	const end = await stopWhen(n8n, workflow, () => chat.hold.isHolding, SCHEDULE);
	chat.hold.end();
	checks.same(
		`${file}: a run that is stopped in the middle of its message tells nothing`,
		[end, chat.texts],
		['canceled', []],
	);
}

/** A published workflow that fails when it is called and names the example as its error workflow. */
async function failingWorkflow(n8n: N8n, errorWorkflow: string): Promise<() => Promise<void>> {
	const known = await n8n.rest.call<Array<{ id: string; name: string }>>('GET', '/workflows');
	const alert = known.find(({ name }) => name === errorWorkflow);
	const stored = await n8n.rest.call<StoredWorkflow>('GET', `/workflows/${alert?.id}`);
	await n8n.rest.activate(stored);
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		...{ id: name, name, type, typeVersion },
		position: [0, 0],
		parameters: { ...parameters },
	});
	const workflow = await n8n.rest.putWorkflow({
		name: 'A workflow that fails',
		nodes: [
			{ ...node('Call', 'n8n-nodes-base.webhook', 2.1, { path: 'fails' }), webhookId: 'fails' },
			node('Fail', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'On purpose' }),
		],
		connections: { Call: { main: [[{ node: 'Fail', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', ...(alert && { errorWorkflow: alert.id }) },
	});
	await n8n.rest.activate(workflow);
	return async () => {
		await until(async () => {
			const options = { proxy: false as const, validateStatus: () => true };
			return (await axios.get(`${n8n.url}/webhook/fails`, options)).status !== 404;
		});
	};
}
