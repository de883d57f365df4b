import type { Service } from '../../../../service/index.mts';
import { execute, start, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import type { Play, Scene } from '../scene.mts';

const SET_UP = 'Set Up (Run Once)';
const SCHEDULE = 'Every Hour';
const TWO_HOURS_MS = 2 * 60 * 60 * 1_000;
const POLL_MS = 50;
const CANCEL_TIMEOUT_MS = 30_000;

export const tablePlays: Record<string, Play> = {
	'data-table-links.json': async (scene) => {
		const { file, n8n, checks, service } = scene;
		await run(scene, SET_UP, 'the set-up');
		await run(scene, SET_UP, 'the set-up a second time');
		const table = await DataTable.named(n8n, 'Links to shorten');
		checks.same(`${file}: there is one sample row`, (await table.rows()).length, 1);

		await table.insert([
			{ longUrl: 'https://shop.example/tents' },
			{ longUrl: 'https://shop.example/sale', alias: 'sale' },
			{ longUrl: 'https://shop.example/stoves', alias: 'x' },
			{ longUrl: 'not a URL' },
			{ longUrl: '' },
		]);
		await run(scene, SCHEDULE, 'the run');
		const rows = await table.rows();
		checks.same(
			`${file}: a short link in each good row`,
			rows
				.filter(({ shortUrl }) => shortUrl)
				.map(({ longUrl, shortUrl }) => [longUrl, shortUrl])
				.sort(),
			// Made side by side, so in any order.
			service
				.links()
				.map(({ longurl, shorturl }) => [longurl, shorturl])
				.sort(),
		);
		checks.same(
			`${file}: the reason in each bad one, and nothing in the empty one`,
			rows.map(({ shortUrl, problem }) => (shortUrl ? 'link' : problem ? 'problem' : 'empty')),
			['link', 'link', 'link', 'problem', 'problem', 'empty'],
		);

		service.clearRequests();
		await run(scene, SCHEDULE, 'a second run');
		checks.same(`${file}: a second run sends nothing`, service.requests.length, 0);
		checks.same(`${file}: and changes nothing`, await table.rows(), rows);

		await table.update('alias', 'x', { problem: '', alias: 'stoves' });
		await run(scene, SCHEDULE, 'a run after a correction');
		checks.same(
			`${file}: a corrected row gets its link`,
			(await table.rows())[3]?.shortUrl,
			service.links().find(({ alias }) => alias === 'stoves')?.shorturl,
		);

		await stopHalfWay(scene, table);
	},
};

/** Cancels a run while it makes links; nothing has been written back by then. */
async function stopHalfWay(scene: Scene, table: DataTable): Promise<void> {
	const { file, example, n8n, service, checks } = scene;
	const pages = Array.from({ length: 30 }, (_, page) => `https://shop.example/page-${page}`);
	await table.insert(pages.map((longUrl) => ({ longUrl })));
	const before = service.links().length;
	service.set({ latencyMs: 300 });
	const id = await start(n8n, example, SCHEDULE);
	await untilLinks(service, before + 5);
	await n8n.rest.cancelExecution(id);
	await n8n.rest.waitForEnd(id, CANCEL_TIMEOUT_MS);
	service.set({ latencyMs: 0 });
	const made = service.links().length - before;
	checks.check(`${file}: a run is stopped half-way`, made > 0 && made < 30, `${made} links`);

	service.clearRequests();
	await run(scene, SCHEDULE, 'the next run');
	checks.same(`${file}: and leaves the rows of another run alone`, service.requests.length, 0);
	const startedAt = new Date(Date.now() - TWO_HOURS_MS).toISOString();
	for (const longUrl of pages) await table.update('longUrl', longUrl, { startedAt });
	await run(scene, SCHEDULE, 'a run an hour later');
	const rows = (await table.rows()).filter(({ longUrl }) => pages.includes(String(longUrl)));
	const links = service.links().slice(before);
	checks.same(
		`${file}: in the end there is one link for each row, and it is in its row`,
		rows.map(({ longUrl, shortUrl }) => `${String(longUrl)} ${String(shortUrl)}`).sort(),
		links.map(({ longurl, shorturl }) => `${longurl} ${shorturl}`).sort(),
	);
}

async function run(scene: Scene, trigger: string, what: string): Promise<void> {
	const execution = await execute(scene.n8n, scene.example, trigger);
	scene.checks.check(`${scene.file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
}

async function untilLinks(service: Service, number: number): Promise<void> {
	const deadline = Date.now() + CANCEL_TIMEOUT_MS;
	while (service.links().length < number) {
		if (Date.now() > deadline) throw new Error(`There are still fewer than ${number} links.`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}
