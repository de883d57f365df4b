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
	'campaigns.json': ({ name, execution, service, checks }) => {
		const [campaign, ...campaigns] = service.table('campaigns');
		const [channel, ...channels] = service.table('channels');
		checks.same(`${name}: one campaign and one channel`, [campaigns, channels], [[], []]);
		checks.same(`${name}: the campaign is public`, campaign?.public, 1);
		const links = service.links();
		checks.same(
			`${name}: each of three places has one link`,
			// Side by side, so in any order.
			links.map(({ longurl }) => new URL(longurl).searchParams.get('utm_source')).sort(),
			['flyer', 'instagram', 'newsletter'],
		);
		checks.check(
			`${name}: all are in the campaign and the channel`,
			links.every((link) => link.campaign === campaign?.id && link.channel === channel?.id),
		);
		const [overview] = outputOf(execution, 'Overview');
		checks.same(
			`${name}: the overview names the links`,
			Array.isArray(overview?.links) ? overview.links.map(String).sort() : overview?.links,
			links.map(({ shorturl }) => shorturl).sort(),
		);
	},
};

/** The items a node has handed out. */
export function outputOf({ runs }: Execution, node: string): Array<Record<string, unknown>> {
	const items = runs[node]?.flatMap((attempt) => attempt.data?.main?.[0] ?? []) ?? [];
	return items.map(({ json }) => json);
}
