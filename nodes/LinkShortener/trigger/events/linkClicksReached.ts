import { LINKS_BY_CLICKS } from '../../api/records/listings';
import { toCount } from '../../shared/values/convert';
import { readClicksReached, type ClicksReachedState } from '../cursors/clicks';
import { clicksOf, pagesOf } from '../cursors/pages';
import type { TriggerEvent } from './event';

export const linkClicksReached: TriggerEvent = {
	option: {
		name: 'Link Clicks Reached',
		value: 'linkClicksReached',
		action: 'On link clicks reached',
		description: 'Triggers the first time a link reaches a number of clicks',
	},
	properties: [
		{
			displayName: 'Clicks',
			name: 'clicks',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			required: true,
			default: 100,
			description:
				'The number of clicks a link has to reach. Links that already have that many when you publish the workflow do not start it. If no link has, a test event is the most clicked one.',
		},
	],
	watch: (parameters) => {
		const clicks = toCount(parameters.value('clicks'), 'Clicks');
		return {
			settings: { clicks },
			poll: async (send, saved) =>
				await readClicksReached(
					pagesOf(send, LINKS_BY_CLICKS, { needs: 'clicks' }),
					saved as ClicksReachedState | undefined,
					clicks,
				),
			sample: async (client) => {
				const { records } = await client.page(LINKS_BY_CLICKS, { number: 1, size: 100 });
				return records.findLast((record) => (clicksOf(record) ?? 0) >= clicks) ?? records[0];
			},
			noun: 'link',
		};
	},
};
