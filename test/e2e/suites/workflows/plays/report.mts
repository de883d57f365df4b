import { withCredentials } from '../../../examples.mts';
import { type MailServer, startMailServer } from '../../../standIns/mailServer.mts';
import { execute, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import type { WorkflowFile } from '../../../rest.mts';
import type { Play, Scene } from '../scene.mts';

const SCHEDULE = 'Every Monday at 8';

export const reportPlays: Record<string, Play> = {
	'weekly-click-report.json': async (scene) => {
		const { file, n8n, service, checks } = scene;
		await withMailServer(scene, async (server, workflow) => {
			const [tents = 0, sale = 0] = service.seed('links', [
				{ longurl: 'https://shop.example/tents', title: 'Tents & <b>more</b>' },
				{ longurl: 'https://shop.example/sale', title: 'Sale' },
				{ longurl: 'https://shop.example/stoves', title: 'Stoves' },
			]);
			const run = async (what: string, trigger?: string) => {
				const execution = await execute(n8n, workflow, trigger);
				checks.check(`${file}: ${what} is sent`, wentWell(execution), whyNot(execution));
				return server.mails.at(-1);
			};
			service.click(tents, 10);
			service.click(sale, 5);
			const first = await run('the first report');
			checks.same(
				`${file}: the first one counts all clicks`,
				first?.subject,
				'Your short links: 15 clicks so far',
			);
			checks.same(
				`${file}: it has a bar for each link that was clicked`,
				barsIn(first?.html),
				[100, 50],
			);
			checks.check(
				`${file}: titles are text, not HTML`,
				first?.html?.includes('Tents &#38; &#60;b&#62;more') === true,
				first?.html,
			);

			service.click(sale, 8);
			service.click(tents, 2);
			server.isRefusing = true;
			const refused = await execute(n8n, workflow, SCHEDULE);
			checks.same(`${file}: a mail that is refused is an error`, refused.status, 'error');
			server.isRefusing = false;
			const second = await run('the report after it', SCHEDULE);
			checks.check(
				`${file}: it counts since the last one that was sent`,
				/^Your short links: 10 clicks since \w+ \d+$/.test(second?.subject ?? ''),
				second?.subject,
			);
			checks.same(
				`${file}: the most clicked since then comes first`,
				barsIn(second?.html),
				[100, 25],
			);

			const quiet = await run('a report without clicks', SCHEDULE);
			checks.same(
				`${file}: it says so`,
				[barsIn(quiet?.html), quiet?.html?.includes('None of your links was clicked')],
				[[], true],
			);
			checks.same(`${file}: three mails in all`, server.mails.length, 3);
		});
	},
	'clicks-by-utm.json': async (scene) => {
		const { file, n8n, service, checks } = scene;
		await withMailServer(scene, async (server, workflow) => {
			const page = 'https://shop.example/tents';
			const [flyer = 0, letter = 0, second = 0, plain = 0, moved = 0] = service.seed('links', [
				{ longurl: `${page}?utm_source=flyer&utm_medium=print&utm_campaign=Summer%20%26+more` },
				{ longurl: `${page}?utm_source=letter&utm_medium=email&utm_campaign=Spring` },
				{ longurl: `${page}?id=2&utm_campaign=Spring&utm_medium=email&utm_source=letter#top` },
				{ longurl: page },
				{ longurl: `${page}?utm_source=%3Cb%3E&utm_campaign=` },
			]);
			const run = async (what: string, trigger?: string) => {
				const execution = await execute(n8n, workflow, trigger);
				checks.check(`${file}: ${what} is sent`, wentWell(execution), whyNot(execution));
				return server.mails.at(-1);
			};
			for (const [id, clicks] of [
				[flyer, 3],
				[letter, 5],
				[second, 4],
				[plain, 7],
			] as const) {
				service.click(id, clicks);
			}
			const first = await run('the first report');
			checks.same(
				`${file}: the first one counts all clicks`,
				first?.subject,
				'Clicks by UTM: 19 clicks so far',
			);
			checks.same(
				`${file}: it has a row for each campaign, source and medium, the most clicked first`,
				rowsIn(first?.html),
				[
					'Spring | letter | email | 2 | 9 | 9',
					'(none) | (none) | (none) | 1 | 7 | 7',
					'Summer & more | flyer | print | 1 | 3 | 3',
					'(none) | <b> | (none) | 1 | 0 | 0',
				],
			);

			service.click(flyer, 2);
			service.click(moved, 1);
			service.deleteLinks([letter]);
			server.isRefusing = true;
			const refused = await execute(n8n, workflow, SCHEDULE);
			checks.same(`${file}: a mail that is refused is an error`, refused.status, 'error');
			server.isRefusing = false;
			const next = await run('the report after it', SCHEDULE);
			checks.check(
				`${file}: it counts since the last one that was sent`,
				/^Clicks by UTM: 3 clicks since \w+ \d+$/.test(next?.subject ?? ''),
				next?.subject,
			);
			checks.same(
				`${file}: new clicks come first; those of a link that is gone are not taken off`,
				rowsIn(next?.html),
				[
					'Summer & more | flyer | print | 1 | 2 | 5',
					'(none) | <b> | (none) | 1 | 1 | 1',
					'(none) | (none) | (none) | 1 | 0 | 7',
					'Spring | letter | email | 1 | 0 | 4',
				],
			);
			const table = await DataTable.named(n8n, 'Clicks by UTM');
			checks.same(`${file}: one row keeps the clicks`, (await table.rows()).length, 1);
		});
	},
};

/** Plays an example whose mails go to a server that keeps them. */
async function withMailServer(
	{ example, n8n }: Scene,
	play: (server: MailServer, workflow: WorkflowFile) => Promise<void>,
): Promise<void> {
	const server = await startMailServer();
	try {
		const smtp = await n8n.rest.putCredential('Stand-in mail server', 'smtp', {
			host: '127.0.0.1',
			port: server.port,
			secure: false,
			disableStartTls: true,
			user: '',
			password: '',
		});
		await play(server, withCredentials(example, { smtp }));
	} finally {
		await server.stop();
	}
}

/** The rows of the table below its head, as they are read. */
function rowsIn(html = ''): string[] {
	return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)]
		.slice(1)
		.map(([, row = '']) =>
			[...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)]
				.map(([, cell = '']) =>
					cell.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
				)
				.join(' | '),
		);
}

/** The widths of the bars, in percent. */
function barsIn(html = ''): number[] {
	return [...html.matchAll(/width: (\d+)%"><\/div>/g)].map(([, width]) => Number(width));
}
