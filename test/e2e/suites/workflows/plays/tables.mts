import type { Service } from '../../../../service/index.mts';
import { execute, RUN_TIMEOUT_MS, start, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import type { Play, Scene } from '../scene.mts';
import { visit } from '../visit.mts';

const SCHEDULE = 'Every Hour';
const POLL_MS = 50;
const CANCEL_TIMEOUT_MS = 30_000;

export const tablePlays: Record<string, Play> = {
	'sync-data-table.json': async (scene) => {
		const { file, n8n, checks, service } = scene;
		await run(scene, 'the first run');
		const table = await DataTable.named(n8n, 'Short link list');
		checks.same(`${file}: the first run makes an empty table`, await table.rows(), []);

		await table.insert([
			{ longUrl: 'https://shop.example/tents' },
			{ longUrl: 'https://shop.example/sale', alias: 'sale' },
			{ longUrl: 'https://shop.example/stoves', alias: 'x' },
			{ longUrl: 'not a URL' },
			{ longUrl: '' },
		]);
		await run(scene, 'the run', SCHEDULE);
		const rows = await table.rows();
		checks.same(`${file}: a short link in each good row`, filled(rows), linksOf(service));
		checks.same(
			`${file}: the reason in each bad one, and nothing in the empty one`,
			rows.map(({ shortUrl, problem }) => (shortUrl ? 'link' : problem ? 'problem' : 'empty')),
			['link', 'link', 'problem', 'problem', 'empty'],
		);

		await run(scene, 'a second run');
		checks.same(`${file}: a second run makes nothing`, service.links().length, 2);
		checks.same(`${file}: and changes no row`, await table.rows(), rows);

		const [clicked] = service.links();
		await visit(String(clicked?.shorturl));
		await run(scene, 'a run after a click');
		checks.same(
			`${file}: the clicks stand beside the links, and beside nothing else`,
			(await table.rows()).map(({ shortUrl, clicks }) => [shortUrl || '', clicks]),
			rows.map(({ shortUrl }) => {
				if (!shortUrl) return ['', null];
				return [shortUrl, shortUrl === clicked?.shorturl ? 1 : 0];
			}),
		);

		await table.update('alias', 'x', { alias: 'stoves' });
		await table.update('alias', 'sale', { longUrl: 'https://shop.example/big-sale' });
		await run(scene, 'a run after corrections');
		checks.same(
			`${file}: a corrected row gets its link, a changed one changes it`,
			filled(await table.rows()),
			linksOf(service),
		);
		checks.same(`${file}: and one link is new`, service.links().length, 3);

		await stopHalfWay(scene, table);
		await runTwoAtOnce(scene, table);
	},
};

/** Cancels a run while it makes links; nothing has been written back by then. */
async function stopHalfWay(scene: Scene, table: DataTable): Promise<void> {
	const { file, example, n8n, service, checks } = scene;
	const before = service.links().length;
	await table.insert(pages('stopped', 90));
	service.set({ latencyMs: 500 });
	const id = await start(n8n, example);
	await untilLinks(service, before + 5);
	await n8n.rest.cancelExecution(id);
	await n8n.rest.waitForEnd(id, CANCEL_TIMEOUT_MS);
	service.set({ latencyMs: 0 });
	const made = service.links().length - before;
	checks.check(`${file}: a run is stopped half-way`, made > 0 && made < 90, `${made} links`);

	await run(scene, 'the next run');
	const rows = filled(await table.rows());
	checks.same(
		`${file}: then there is one link for each row, and it is in its row`,
		rows,
		linksOf(service),
	);
	checks.same(`${file}: and none is left over`, service.links().length, before + 90);
}

/** The manual start while the hourly run is under way. */
async function runTwoAtOnce(scene: Scene, table: DataTable): Promise<void> {
	const { file, example, n8n, service, checks } = scene;
	const before = service.links().length;
	await table.insert(pages('at-once', 30));
	service.set({ latencyMs: 100 });
	const ids = [await start(n8n, example, SCHEDULE), await start(n8n, example)];
	for (const id of ids) {
		await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
		const execution = await n8n.rest.readExecution(id);
		checks.check(`${file}: two at once succeed`, wentWell(execution), whyNot(execution));
	}
	service.set({ latencyMs: 0 });
	checks.same(`${file}: two at once make nothing twice`, service.links().length, before + 30);
	checks.same(`${file}: and each row has its link`, filled(await table.rows()), linksOf(service));
}

/** Rows to do; every second one has an alias. */
function pages(name: string, length: number): Array<Record<string, unknown>> {
	return Array.from({ length }, (_, page) => ({
		longUrl: `https://shop.example/${name}-${page}`,
		...(page % 2 === 0 ? { alias: `${name}-${page}` } : {}),
	}));
}

function filled(rows: Array<Record<string, unknown>>): string[] {
	return rows
		.filter(({ shortUrl }) => shortUrl)
		.map(({ longUrl, shortUrl }) => `${String(longUrl)} ${String(shortUrl)}`)
		.sort();
}

function linksOf(service: Service): string[] {
	return service
		.links()
		.map(({ longurl, shorturl }) => `${longurl} ${shorturl}`)
		.sort();
}

async function run(scene: Scene, what: string, trigger?: string): Promise<void> {
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
