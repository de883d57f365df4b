import { LISTS } from '../../api/listings';
import { wrongValue } from '../../shared/userFacingError';
import { toText } from '../../shared/json';
import type { Parameters } from '../../shared/parameters';
import { clicksOf } from '../clicks';
import { readClicksReached, type ClicksReachedState } from '../clicksReached';
import { pagesOf, type TriggerEvent } from './event';

const MOST_CLICKED = { ...LISTS.links, query: { order: 'click' } };

function readClicks(parameters: Parameters): number {
	const text = parameters.text('clicks');
	if (/^\d{1,12}$/.test(text) && Number(text) > 0) return Number(text);
	throw wrongValue('Clicks', `"${text}" is not a whole number of at least 1`, '100');
}

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
				'The number of clicks a link has to reach. Links that already have that many when you publish the workflow do not start it.',
		},
	],
	watch: (parameters) => {
		const clicks = readClicks(parameters);
		return {
			settings: { clicks },
			poll: async (send, saved) =>
				await readClicksReached(
					pagesOf(send, MOST_CLICKED, { needs: 'clicks' }),
					saved as ClicksReachedState | undefined,
					clicks,
				),
			sample: async (client) => {
				const { records } = await client.page(MOST_CLICKED, { number: 1, size: 100 });
				return records.findLast((record) => (clicksOf(record) ?? 0) >= clicks);
			},
			nothingYet: {
				message: `No link has reached ${clicks.toLocaleString('en')} clicks yet, so there is none that could be shown`,
				remedy: `For the test, enter a number in Clicks that some link has reached. An active workflow waits for the first link to reach ${toText(clicks)}.`,
			},
		};
	},
};
