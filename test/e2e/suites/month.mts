import { readExample } from '../examples.mts';
import type { N8n } from '../n8n.mts';
import type { WorkflowFile } from '../rest.mts';
import { startFeed } from '../standIns/feed.mts';
import { startMessageService } from '../standIns/messages.mts';
import type { Checks } from './checks.mts';
import { putServiceCredential, type Stage } from './stage.mts';
import { execute, wentWell, whyNot } from './workflows/byHand.mts';
import { DataTable } from './workflows/dataTable.mts';
import { daysLater, withParameters } from './workflows/scene.mts';

const DAYS = 28;
const WEEK = 7;
const ROWS = 20;
/** A reminder comes so many days before a link expires. */
const REMINDED_BEFORE = 7;

/** Four weeks of the scheduled examples side by side, with n8n started again after each week. */
export async function runMonth(first: N8n, checks: Checks, stage: Stage): Promise<void> {
	const service = await stage.service();
	const credential = await putServiceCredential(first, service, 'A month');
	const feed = await startFeed();
	const posts = await startMessageService();
	const reminders = await startMessageService();
	stage.atEnd(feed.stop);
	stage.atEnd(posts.stop);
	stage.atEnd(reminders.stop);

	const read = async (file: string) => await readExample(file, { linkShortenerApi: credential });
	const rss = withParameters(await read('rss-to-links.json'), 'Read Feed', { url: feed.url });
	const examples: Array<[workflow: WorkflowFile, trigger: string]> = [
		[await read('sync-data-table.json'), 'Every Hour'],
		[posts.in(rss), 'Every Hour'],
		[await read('clicks-over-time.json'), 'Every Day at 23:50'],
		[reminders.in(await read('expiring-links.json')), 'Every Day at 8'],
	];
	let n8n = first;
	const failures: string[] = [];
	const runDay = async (day: number) => {
		for (const [workflow, trigger] of examples) {
			const execution = await execute(n8n, daysLater(workflow, day), trigger);
			if (!wentWell(execution)) failures.push(`day ${day}: ${whyNot(execution)}`);
		}
	};

	// The first runs make the tables.
	await runDay(0);
	const rows = async () => await DataTable.named(n8n, 'Short link list');
	const expiry = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
	await (
		await rows()
	).insert(
		Array.from({ length: ROWS }, (_, row) => ({
			longUrl: `https://shop.example/row-${row}`,
			alias: `row-${row}`,
			...(row === 0 ? { expiry } : {}),
		})),
	);
	const published: string[] = [];
	for (let day = 1; day <= DAYS; day++) {
		const title = `Post of day ${day}`;
		feed.publish(title, `https://blog.example/${day}`);
		published.push(title);
		const longUrl = `https://shop.example/moved-${day}`;
		await (await rows()).update('alias', `row-${(day % (ROWS - 1)) + 1}`, { longUrl });
		await runDay(day);
		if (day % WEEK === 0) {
			await n8n.stop();
			n8n = await stage.n8nIn(n8n.userFolder);
		}
	}

	checks.same('a month with a restart each week: every run succeeds', failures, []);
	checks.same(
		'a month with a restart each week: each post is announced once',
		posts.texts.map((text) => text.replace(/ https?:\/\/\S+$/, '')),
		published,
	);
	checks.same(
		'a month with a restart each week: one link for each row and post',
		service.links().length,
		ROWS + DAYS,
	);
	const wanted = (await (await rows()).rows()).map(({ longUrl }) => longUrl);
	const pages = service.links().map(({ longurl }) => longurl);
	checks.same(
		'a month with a restart each week: every change of a row is handed on',
		wanted.filter((longUrl) => !pages.includes(String(longUrl))),
		[],
	);
	checks.same(
		`a month with a restart each week: one reminder, ${REMINDED_BEFORE} days before`,
		reminders.texts.length,
		1,
	);
	const sizes = async (name: string) => await (await DataTable.named(n8n, name)).count();
	checks.same(
		'a month with a restart each week: what is kept is one row a post, and one a link and day',
		[await sizes('Announced posts'), await sizes('Clicks over time')],
		[1 + DAYS, countedClicks()],
	);
}

/** Each day all rows and the posts up to then. */
function countedClicks(): number {
	return Array.from({ length: DAYS }, (_, day) => ROWS + day + 1).reduce(
		(sum, links) => sum + links,
		0,
	);
}
