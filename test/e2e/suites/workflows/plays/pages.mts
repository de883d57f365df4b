import { type Page, startSite } from '../../../standIns/site.mts';
import { execute, wentWell, whyNot } from '../byHand.mts';
import { DataTable } from '../dataTable.mts';
import { outputOf } from '../expectations.mts';
import { type Play, withParameters } from '../scene.mts';

const SCHEDULE = 'Every Monday at 7';

/** Those that a visitor can open, whatever a robot is told. */
const WORKING: Record<string, Page> = {
	'/tents': {},
	'/moved': { status: 301, location: '/tents' },
	'/no-head': { head: 405 },
	'/lost-to-head': { head: 404 },
	'/members': { status: 401 },
	'/no-robots': { status: 403 },
	'/too-many': { status: 429 },
	'/own-status': { status: 999 },
	'/breaks': {},
};
const BROKEN: Record<string, Page> = {
	'/circle': { status: 302, location: '/circle' },
	'/fault': { status: 503 },
	'/gone': { status: 410 },
	'/silent': { isSilent: true },
};
/** Asked a second time, with GET. */
const IN_DOUBT = ['/no-head', '/lost-to-head', ...Object.keys(BROKEN)];

export const pagePlays: Record<string, Play> = {
	'broken-link-check.json': async ({ file, example, n8n, service, checks }) => {
		const site = await startSite({ ...WORKING, ...BROKEN, '/gr%C3%B6%C3%9Fe': {} });
		try {
			const workflow = withParameters(example, 'A Minute Later', { amount: 1, unit: 'seconds' });
			const paths = [...Object.keys({ ...WORKING, ...BROKEN }), '/größe'];
			const [deleted = 0] = service.seed('links', [
				{ longurl: `${site.url}/deleted` },
				...paths.map((path) => ({ longurl: `${site.url}${path}` })),
			]);
			service.seed('links', [
				{ longurl: `${site.url}/gone?utm_source=flyer&utm_medium=print`, alias: 'flyer' },
				{ longurl: `${site.url}/gone#prices`, alias: 'prices' },
				{ longurl: 'mailto:shop@shop.example' },
			]);
			/** Runs it and gives the pages that are told, with their problem, and those in the table. */
			const run = async (what: string, trigger?: string) => {
				site.requests.length = 0;
				const execution = await execute(n8n, workflow, trigger);
				checks.check(`${file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
				const [text = ''] = outputOf(execution, 'Message').map((message) => String(message.text));
				const table = await DataTable.named(n8n, 'Broken links');
				return {
					text,
					told: toldIn(text, site.url),
					kept: (await table.rows()).map(({ page }) => String(page).replace(site.url, '')).sort(),
				};
			};

			const startedAt = Date.now();
			const first = await run('the first check');
			const seconds = (Date.now() - startedAt) / 1_000;
			checks.same(`${file}: it tells which pages are broken, and why`, first.told, [
				'/circle (cannot be opened: Maximum number of redirects exceeded)',
				'/deleted (404 Not Found)',
				'/fault (503 Service Unavailable)',
				'/gone (410 Gone)',
				'/silent (cannot be opened: socket hang up)',
			]);
			checks.same(`${file}: it keeps them`, first.kept, [
				'/circle',
				'/deleted',
				'/fault',
				'/gone',
				'/silent',
			]);
			const linksToGone = service.links().filter(({ longurl }) => longurl.includes('/gone'));
			checks.check(
				`${file}: it names every short link to a page`,
				linksToGone.length === 3 &&
					linksToGone.every(({ shorturl }) => first.text.includes(shorturl)),
				first.text,
			);
			checks.same(
				`${file}: three links to one page are asked about once`,
				site.requests.filter((line) => line.includes('/gone')),
				['HEAD /gone', 'GET /gone'],
			);
			checks.same(
				`${file}: only what is in doubt is asked again`,
				[...new Set(site.requests.filter((line) => line.startsWith('GET ')))].sort(),
				[...IN_DOUBT, '/deleted'].map((path) => `GET ${path}`).sort(),
			);
			// Three at once, then a second of rest; those in doubt one by one.
			const atLeast = Math.floor(paths.length / 3) + IN_DOUBT.length;
			checks.check(`${file}: it takes its time`, seconds > atLeast, `${seconds} s of ${atLeast} s`);

			site.pages.set('/breaks', { status: 404 });
			site.pages.set('/fault', {});
			service.deleteLinks([deleted]);
			const second = await run('the check a week later', SCHEDULE);
			checks.same(`${file}: it tells only what is new`, second.told, ['/breaks (404 Not Found)']);
			checks.same(
				`${file}: what works again, or has no link any more, leaves the table`,
				second.kept,
				['/breaks', '/circle', '/gone', '/silent'],
			);

			const third = await run('a check that finds nothing new', SCHEDULE);
			checks.same(`${file}: it says nothing`, [third.text, third.kept], ['', second.kept]);
			checks.same(
				`${file}: no check counts a click`,
				service.links().filter(({ clicks }) => clicks > 0),
				[],
			);
		} finally {
			await site.stop();
		}
	},
};

/** The pages of a message with their problem, in the order of the alphabet. */
function toldIn(text: string, site: string): string[] {
	const [, ...lines] = text.split(`→ ${site}`);
	return lines.map((line) => line.replace(/\n.*/s, '')).sort();
}
