import axios from 'axios';
import { withCredentials } from '../../../examples.mts';
import { execute, wentWell, whyNot } from '../byHand.mts';
import type { Play } from '../scene.mts';
import { untilPublished } from '../until.mts';

const ADDRESS = 'webhook/short-link';
const KEY = { name: 'X-Api-Key', value: 'open-sesame' };
const KEY_HEADER = { [KEY.name]: KEY.value };

export const calledPlays: Record<string, Play> = {
	'first-short-link.json': async ({ file, example, n8n, service, checks }) => {
		const execution = await execute(n8n, example);
		checks.check(`${file}: it succeeds`, wentWell(execution), whyNot(execution));
		checks.same(
			`${file}: it makes the link`,
			service.links().map(({ longurl }) => longurl),
			['https://example.com/a-page-with-a-long-address'],
		);
	},
	'webhook-to-short-link.json': async ({ file, example, n8n, service, checks }) => {
		const httpHeaderAuth = await n8n.rest.putCredential('Webhook key', 'httpHeaderAuth', KEY);
		const workflow = await n8n.rest.putWorkflow(withCredentials(example, { httpHeaderAuth }));
		await n8n.rest.activate(workflow);

		const send = async (body: unknown, headers: Record<string, string> = KEY_HEADER) => {
			const { status, data } = await axios.post<Record<string, unknown>>(
				`${n8n.url}/${ADDRESS}`,
				body,
				{ headers, proxy: false, validateStatus: () => true },
			);
			return Object.assign({ status }, data);
		};
		const url = 'https://shop.example/webhook';
		const first = await untilPublished(async () => await send({ url }));
		const [link] = service.links();
		checks.same(`${file}: it answers with the short URL`, first, {
			status: 200,
			shortUrl: link?.shorturl,
			longUrl: url,
		});
		checks.same(`${file}: the same URL gets the same link`, await send({ url }), first);
		await send({ url: 'https://shop.example/other', alias: 'other' });
		checks.same(
			`${file}: an alias is used`,
			service.links().map(({ alias }) => alias),
			[link?.alias, 'other'],
		);
		for (const body of [{ url: 'shop' }, { url: 42 }, { url: 'ftp://shop.example/' }, {}, '']) {
			const { status, message } = await send(body);
			checks.same(
				`${file}: ${JSON.stringify(body)} is answered with 400 and an example`,
				[status, /https:\/\/shop\.example/.test(String(message))],
				[400, true],
			);
		}
		const taken = await send({ url: 'https://shop.example/third', alias: 'other' });
		checks.same(`${file}: a taken alias is answered with 422`, taken.status, 422);
		checks.check(
			`${file}: and the reason`,
			/taken/.test(String(taken.message)),
			String(taken.message),
		);
		checks.same(`${file}: without the key it is 403`, (await send({ url }, {})).status, 403);
		checks.same(
			`${file}: what is no JSON is refused`,
			(await send('{"url"', { ...KEY_HEADER, 'content-type': 'text/plain' })).status,
			400,
		);
		checks.same(
			`${file}: called twice at once, it makes one link`,
			(
				await Promise.all(
					['twice', 'twice'].map(
						async (page) => await send({ url: `https://shop.example/${page}` }),
					),
				)
			)
				.map(({ shortUrl }) => shortUrl)
				.filter((shortUrl, place, all) => all.indexOf(shortUrl) === place).length,
			1,
		);

		const inTrouble = async (what: string) => {
			const sentAt = Date.now();
			const url = `https://shop.example/${what.replaceAll(' ', '-')}`;
			const { status, message } = await send({ url });
			checks.same(`${file}: ${what} is answered with 502`, status, 502);
			checks.check(
				`${file}: without a word about keys`,
				!/key|credential/i.test(String(message)),
				String(message),
			);
			const seconds = (Date.now() - sentAt) / 1_000;
			checks.check(`${file}: within seconds`, seconds < 20, `${seconds} s`);
		};
		service.addFault({ kind: 'status503', retryAfter: 600, match: {} });
		await inTrouble('an outage');
		service.clearFaults();
		service.set({ apiKeys: ['another'] });
		await inTrouble('a refused key');
		await service.stop();
		await inTrouble('a service that is down');
	},
};
