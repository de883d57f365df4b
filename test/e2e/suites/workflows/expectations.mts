import type { Service } from '../../../service/index.mts';
import type { Execution } from '../../rest.mts';
import type { Checks } from '../checks.mts';

/** A run of an example workflow, and the account it ran on; the second run finds what the first left. */
export interface Ran {
	run: 'first' | 'second';
	/** For the lines of the checks. */
	name: string;
	execution: Execution;
	service: Service;
	checks: Checks;
}

/** What each example has to do at the service, by its file. A new example needs a line here. */
export const expectations: Record<string, (ran: Ran) => void> = {
	'campaigns.json': ({ name, run, execution, service, checks }) => {
		const campaigns = service.table('campaigns');
		const campaign = campaigns.at(-1);
		checks.same(`${name}: each run has a campaign of its own`, campaigns.length, times(run));
		checks.same(`${name}: it is public`, campaign?.public, 1);
		const inIt = service.links().filter((link) => link.campaign === campaign?.id);
		checks.same(
			`${name}: each of three places has its link in it`,
			// Side by side, so in any order.
			inIt.map(({ longurl }) => new URL(longurl).searchParams.get('utm_source')).sort(),
			['flyer', 'instagram', 'newsletter'],
		);
		const [overview] = outputOf(execution, 'Overview');
		checks.same(
			`${name}: the overview names the links`,
			Array.isArray(overview?.links) ? overview.links.map(String).sort() : overview?.links,
			shortUrls(inIt).sort(),
		);
	},
	'channels.json': ({ name, run, service, checks }) => {
		const channels = service.table('channels');
		checks.same(`${name}: each run has a channel of its own`, channels.length, times(run));
		const { color, starred, description } = channels.at(-1) ?? {};
		checks.same(
			`${name}: color, star and description`,
			{ color, starred, description },
			{ color: '#0F766E', starred: 1, description: '3 links of one issue' },
		);
		checks.same(
			`${name}: the three links are in it, and no second ones were made`,
			[service.table('channel_items').length, service.links().length],
			[3 * times(run), 3],
		);
	},
	'domains.json': ({ name, run, service, checks }) => {
		const domains = service.table('domains').filter(({ host }) => /^go-/.test(String(host)));
		checks.same(`${name}: each run has a domain of its own`, domains.length, times(run));
		const { redirectroot, redirect404 } = domains.at(-1) ?? {};
		checks.same(
			`${name}: both redirects are set`,
			[redirectroot, redirect404],
			['https://shop.example/', 'https://shop.example/not-found'],
		);
		checks.same(
			`${name}: the first link is on the domain`,
			service.links().at(-1)?.shorturl,
			`${String(domains.at(-1)?.domain)}/welcome`,
		);
	},
	'overlays-and-splash-pages.json': ({ name, service, checks }) => {
		const types = service.links().map((link) => link.type);
		const overlays = service.table('overlays').map(({ id }) => `overlay-${String(id)}`);
		const splashPages = service.table('splash').map(({ id }) => String(id));
		checks.same(
			`${name}: a link for every splash page and overlay, however often it runs`,
			types.sort(),
			[...splashPages, ...overlays].sort(),
		);
	},
	'pixels.json': ({ name, run, service, checks }) => {
		const all = service.table('pixels');
		const pixels = all.slice(-2);
		checks.same(`${name}: each run has pixels of its own`, all.length, 2 * times(run));
		checks.same(
			`${name}: they are of two platforms`,
			pixels.map(({ type }) => String(type)).sort(),
			['facebook', 'google-analytics'],
		);
		checks.check(
			`${name}: their names carry the date`,
			pixels.every((pixel) => /, \d{4}-\d{2}-\d{2}$/.test(String(pixel.name))),
		);
		checks.same(
			`${name}: the new link fires both`,
			service.links().at(-1)?.pixels.sort(),
			pixels.map(({ id }) => id),
		);
	},
};

/** How many runs there were. */
function times(run: Ran['run']): number {
	return run === 'first' ? 1 : 2;
}

/** The items a node has handed out. */
export function outputOf({ runs }: Execution, node: string): Array<Record<string, unknown>> {
	const items = runs[node]?.flatMap((attempt) => attempt.data?.main?.[0] ?? []) ?? [];
	return items.map(({ json }) => json);
}

function shortUrls(links: Array<{ shorturl: string }>): string[] {
	return links.map(({ shorturl }) => shorturl);
}
