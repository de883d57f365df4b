import { withCredentials } from '../../../examples.mts';
import { startFeed } from '../../../standIns/feed.mts';
import { startMessageService } from '../../../standIns/messages.mts';
import { execute, start, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import { CREDENTIAL_TYPE } from '../../stage.mts';
import { type Play, withParameters } from '../scene.mts';

const SCHEDULE = 'Every Hour';
const CANCEL_TIMEOUT_MS = 30_000;
const MONTH = 30;
const UTM = '?utm_source=rss&utm_medium=social';

export const feedPlays: Record<string, Play> = {
	'rss-to-links.json': async ({ file, example, n8n, service, checks }) => {
		const feed = await startFeed();
		const chat = await startMessageService();
		try {
			const workflow = chat.in(withParameters(example, 'Read Feed', { url: feed.url }));
			const post = (name: string) => {
				feed.publish(`About ${name}`, `https://blog.example/${name}`);
			};
			/** Runs it and gives the titles that went out, in their order. */
			const run = async (what: string, fault?: RegExp) => {
				chat.texts.length = 0;
				const execution = await execute(n8n, workflow, SCHEDULE);
				const why = whyNot(execution);
				const isRight = fault ? fault.test(why) : wentWell(execution);
				checks.check(`${file}: ${what} ${fault ? 'fails' : 'succeeds'}`, isRight, why);
				return chat.texts.map((text) => text.replace(/ https?:\/\/\S+$/, ''));
			};
			const noted = async () =>
				(await (await DataTable.named(n8n, 'Announced posts')).rows()).map((row) => row.post);

			checks.same(`${file}: an empty feed has no message`, await run('the very first run'), []);
			feed.publish('A note without an address');
			for (const name of ['packing', 'tents', 'maps']) post(name);
			checks.same(
				`${file}: new posts are announced, the oldest first`,
				await run('a run with three posts'),
				['About packing', 'About tents', 'About maps'],
			);
			checks.same(
				`${file}: each with a short link that has the UTM values`,
				chat.texts.map((text) => text.replace('About ', '')).sort(),
				service
					.links()
					.map(({ longurl, shorturl }) => {
						const name = longurl.slice('https://blog.example/'.length, -UTM.length);
						return `${name} ${shorturl}`;
					})
					.sort(),
			);
			checks.same(`${file}: a second run has no message`, await run('a second run'), []);

			for (let number = 1; number <= 8; number++) post(`walk-${number}`);
			const faultyRow = { method: 'POST', body: /walk-3/ };
			service.addFault({ match: faultyRow, kind: 'failureOn200', message: 'Not this one.' });
			chat.room = 2;
			checks.same(
				`${file}: of eight posts two are announced before the chat is down`,
				await run('a run whose third message is refused', /503/),
				['About walk-1', 'About walk-2'],
			);
			chat.room = Infinity;
			checks.same(
				`${file}: the next run announces the rest, and a refused post holds nothing up`,
				await run('the run after it', /1 of the new posts .*walk-3.*Not this one/),
				[4, 5, 6, 7, 8].map((number) => `About walk-${number}`),
			);
			service.clearFaults();
			checks.same(`${file}: the refused post comes later`, await run('a later run'), [
				'About walk-3',
			]);

			for (let number = 1; number <= 20; number++) post(`lake-${number}`);
			const before = service.links().length;
			service.set({ latencyMs: 300 });
			chat.texts.length = 0;
			const id = await start(n8n, workflow, SCHEDULE);
			while (service.links().length < before + 3) await pause(50);
			await n8n.rest.cancelExecution(id);
			await n8n.rest.waitForEnd(id, CANCEL_TIMEOUT_MS);
			// What was under way when it was stopped still arrives.
			await pause(1_000);
			service.set({ latencyMs: 0 });
			const early = chat.texts.length;
			const next = await run('the run after one that was stopped');
			checks.same(`${file}: what was stopped is announced once`, early + next.length, 20);
			checks.same(`${file}: and no link is made twice`, service.links().length, before + 20);

			checks.same(`${file}: every post is noted`, (await noted()).length, 1 + 3 + 8 + 20);
			const refused = await n8n.rest.putCredential('A refused key', CREDENTIAL_TYPE, {
				baseUrl: service.url,
				apiKey: 'refused',
			});
			post('key');
			chat.texts.length = 0;
			const without = withCredentials(workflow, { [CREDENTIAL_TYPE]: refused });
			const execution = await execute(n8n, without, SCHEDULE);
			checks.same(
				`${file}: with a refused key the run fails and nothing is announced`,
				[execution.status, chat.texts],
				['error', []],
			);
			checks.same(`${file}: it is told with the right one`, await run('the run after it'), [
				'About key',
			]);

			const told: string[] = [];
			for (let day = 1; day <= MONTH; day++) {
				if (day % 3 === 0) post(`day-${day}`);
				chat.room = day % 9 === 0 ? 0 : Infinity;
				told.push(...(await run(`day ${day}`, chat.room === 0 ? /503/ : undefined)));
			}
			checks.same(
				`${file}: a month of posts is told once each`,
				told,
				Array.from({ length: MONTH / 3 }, (_, third) => `About day-${3 * (third + 1)}`),
			);

			const table = await DataTable.named(n8n, 'Announced posts');
			await table.insert(Array.from({ length: 1_000 }, (_, old) => ({ post: `old ${old}` })));
			await run('a run with a long table');
			checks.same(`${file}: the table keeps the last 1,000`, (await noted())[0], 'old 0');
		} finally {
			await feed.stop();
			await chat.stop();
		}
	},
};

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
