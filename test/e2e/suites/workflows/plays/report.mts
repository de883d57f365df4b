import { readExample, withCredentials } from '../../../examples.mts';
import { type MailServer, startMailServer } from '../../../standIns/mailServer.mts';
import { execute, stopWhen, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import type { WorkflowFile } from '../../../rest.mts';
import { putServiceCredential } from '../../stage.mts';
import { daysLater, type Play, type Scene } from '../scene.mts';

const SCHEDULE = 'Every Monday at 8';
const BY_HAND = 'When clicking ‘Execute workflow’';
const PERIOD = 'from \\w+ \\d+ to \\w+ \\d+';

export const reportPlays: Record<string, Play> = {
	'weekly-click-report.json': async (scene) => {
		const { file, n8n, service, checks } = scene;
		await withMailServer(scene, async (server, workflow) => {
			const [tents = 0, sale = 0, ...others] = service.seed('links', [
				{ longurl: 'https://shop.example/tents', title: 'Tents & <b>more</b>' },
				...Array.from({ length: 150 }, (_, page) => ({ longurl: `https://shop.example/${page}` })),
			]);
			const { run, count } = await onDays(scene, workflow, server);
			for (const link of others) service.click(link, 1_000);
			service.click(tents, 10);
			service.click(sale, 5);
			await count(0);
			const first = await run('the first report', 0);
			checks.check(
				`${file}: the first one counts all clicks of all links`,
				/^Your short links: 149015 clicks so far, up to \w+ \d+$/.test(first?.subject ?? ''),
				first?.subject,
			);

			service.click(sale, 8);
			service.click(tents, 2);
			const [late = 0] = service.seed('links', [{ longurl: 'https://shop.example/late' }]);
			service.click(late, 6);
			await count(6);
			const second = await run('the report a week later', 7);
			checks.check(
				`${file}: it counts what is new, on links beyond the top 100 too, and a new one from 0`,
				new RegExp(`^Your short links: 16 clicks ${PERIOD}$`).test(second?.subject ?? ''),
				second?.subject,
			);
			checks.same(`${file}: the most clicked comes first`, barsIn(second?.html), [100, 75, 25]);
			checks.check(
				`${file}: titles are text, not HTML`,
				second?.html?.includes('Tents &#38; &#60;b&#62;more') === true,
				second?.html,
			);

			service.click(sale, 3);
			await count(13);
			server.isRefusing = true;
			const refused = await execute(n8n, daysLater(workflow, 14), SCHEDULE);
			checks.same(`${file}: a mail that is refused is an error`, refused.status, 'error');
			server.isRefusing = false;
			await stopWhileSending(scene, workflow, server, 14);
			service.click(sale, 4);
			await count(20);
			const third = await run('the report after it', 21);
			checks.check(
				`${file}: it covers both weeks`,
				third?.subject?.startsWith('Your short links: 7 clicks from ') === true,
				third?.subject,
			);

			const byHand = await run('one by hand', 21, BY_HAND);
			checks.same(
				`${file}: by hand it is the last days again`,
				byHand?.subject?.split(' to')[1],
				third?.subject?.split(' to')[1],
			);
			await count(27);
			const quiet = await run('a report without clicks', 28);
			checks.same(
				`${file}: it says so`,
				[barsIn(quiet?.html), quiet?.html?.includes('None of your links was clicked')],
				[[], true],
			);
			const again = await execute(n8n, daysLater(workflow, 28), SCHEDULE);
			checks.check(
				`${file}: without a new count it fails and says why`,
				whyNot(again).includes('Is clicks-over-time published?'),
				whyNot(again),
			);
			checks.same(`${file}: no mail is sent twice`, server.mails.length, 5);
			const table = await DataTable.named(n8n, 'Click reports');
			const rows = (await table.rows()).filter(({ report }) => report === 'weekly-click-report');
			checks.same(`${file}: one row keeps the last report`, rows.length, 1);
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
			const { run, count } = await onDays(scene, workflow, server);
			for (const [id, clicks] of [
				[flyer, 3],
				[letter, 5],
				[second, 4],
				[plain, 7],
			] as const) {
				service.click(id, clicks);
			}
			await count(0);
			const first = await run('the first report', 0);
			checks.check(
				`${file}: the first one counts all clicks`,
				first?.subject?.startsWith('Clicks by UTM: 19 clicks so far, up to ') === true,
				first?.subject,
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
			await count(6);
			server.isRefusing = true;
			const refused = await execute(n8n, daysLater(workflow, 7), SCHEDULE);
			checks.same(`${file}: a mail that is refused is an error`, refused.status, 'error');
			server.isRefusing = false;
			await stopWhileSending(scene, workflow, server, 7);
			const next = await run('the report after it', 7);
			checks.check(
				`${file}: it counts since the last one that was sent`,
				new RegExp(`^Clicks by UTM: 3 clicks ${PERIOD}$`).test(next?.subject ?? ''),
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
			const table = await DataTable.named(n8n, 'Click reports');
			const rows = (await table.rows()).filter(({ report }) => report === 'clicks-by-utm');
			checks.same(`${file}: one row keeps the last report`, rows.length, 1);
		});
	},
};

/** Counts the clicks as clicks-over-time does, and reports them, on later and later days. */
async function onDays(
	{ file, n8n, service, checks }: Scene,
	workflow: WorkflowFile,
	server: MailServer,
) {
	const linkShortenerApi = await putServiceCredential(n8n, service);
	const counter = await readExample('clicks-over-time.json', { linkShortenerApi });
	const play = async (what: string, example: WorkflowFile, trigger?: string) => {
		const execution = await execute(n8n, example, trigger);
		checks.check(`${file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
	};
	// Another example may have counted before.
	await play('a count', counter);
	const table = await DataTable.named(n8n, 'Clicks over time');
	await table.clear('day');
	const isToldWhatToDo = async (what: string) => {
		const why = whyNot(await execute(n8n, workflow, SCHEDULE));
		const isTold = why.includes('Run clicks-over-time once, then publish it.');
		checks.check(`${file}: ${what} it says what to do first`, isTold, why);
	};
	await isToldWhatToDo('before the first count');
	await table.remove();
	await isToldWhatToDo('without the table of counts');
	await play('the count that makes the table', counter);
	await (await DataTable.named(n8n, 'Clicks over time')).clear('day');
	return {
		count: async (day: number) => {
			await play(`the count of day ${day}`, daysLater(counter, day));
		},
		run: async (what: string, day: number, trigger = SCHEDULE) => {
			await play(what, daysLater(workflow, day), trigger);
			return server.mails.at(-1);
		},
	};
}

/** Stops a run in the middle of its mail, which then does not arrive. */
async function stopWhileSending(
	{ file, n8n, checks }: Scene,
	workflow: WorkflowFile,
	server: MailServer,
	day: number,
): Promise<void> {
	const before = server.mails.length;
	server.hold.begin();
	const isThere = () => server.hold.isHolding;
	const end = await stopWhen(n8n, daysLater(workflow, day), isThere, SCHEDULE);
	server.hold.end();
	checks.same(
		`${file}: a run that is stopped in the middle of its mail sends none`,
		[end, server.mails.length],
		['canceled', before],
	);
}

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
