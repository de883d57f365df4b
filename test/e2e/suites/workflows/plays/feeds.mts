import { startFeed } from '../../../standIns/feed.mts';
import { execute, wentWell, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import { type Play, withParameters } from '../scene.mts';

const MESSAGES = 'Message';
const SCHEDULE = 'Every Hour';

export const feedPlays: Record<string, Play> = {
	'rss-to-links.json': async ({ file, example, n8n, service, checks }) => {
		const feed = await startFeed();
		try {
			const workflow = withParameters(example, 'Read Feed', { url: feed.url });
			const posts = ['packing', 'tents', 'maps'].map((name) => `https://blog.example/${name}`);
			for (const post of posts) feed.publish(`About ${post}`, post);
			const run = async (what: string, trigger?: string) => {
				const execution = await execute(n8n, workflow, trigger);
				checks.check(`${file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
				return outputOf(execution, MESSAGES).map(({ text }) => text);
			};
			const first = await run('the run');
			const links = service.links().map(({ longurl, shorturl }) => {
				const [post = '', query] = longurl.split('?');
				return { post, query, shorturl };
			});
			checks.same(
				`${file}: each post gets a link with the UTM values`,
				links.map(({ post, query }) => `${post} ${String(query)}`).sort(),
				posts.map((post) => `${post} utm_source=rss&utm_medium=social`).sort(),
			);
			checks.same(
				`${file}: and a message`,
				[...first].sort(),
				links.map(({ post, shorturl }) => `About ${post} ${shorturl}`).sort(),
			);
			checks.same(`${file}: a second run has no message`, await run('a second run', SCHEDULE), []);
			checks.same(`${file}: and makes no link`, service.links().length, 3);
			feed.publish('News', 'https://blog.example/news');
			checks.same(`${file}: a new post gets one message`, await run('a later run', SCHEDULE), [
				`News ${String(service.links().at(-1)?.shorturl)}`,
			]);
			checks.same(`${file}: and one link`, service.links().length, 4);
		} finally {
			await feed.stop();
		}
	},
};
