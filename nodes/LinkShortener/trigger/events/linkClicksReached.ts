import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/records/listings';
import { wrongValue } from '../../shared/userFacingError';
import type { Parameters } from '../../shared/n8n/parameters';
import { clicksOf } from '../cursors/clicks';
import { readClicksReached, type ClicksReachedState } from '../cursors/clicksReached';
import { noneYet, pagesOf, type TriggerEvent } from './event';
import { quoted, words } from '../../shared/words';

const MOST_CLICKED = { ...LISTS.links, query: { order: 'click' } };

function readClicks(parameters: Parameters): number {
	const text = parameters.text('clicks');
	if (/^\d{1,12}$/.test(text) && Number(text) > 0) return Number(text);
	throw wrongValue('Clicks', words`${quoted(text)} is not a whole number of at least 1`, '100');
}

export const linkClicksReached: TriggerEvent = {
	option: {
		name: 'Link Clicks Reached',
		value: 'linkClicksReached',
		action: 'On link reaching a number of clicks',
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
				const clicksIn = (record: IDataObject) => clicksOf(record) ?? 0;
				const reached = records.findLast((record) => clicksIn(record) >= clicks);
				// Where none has reached it yet, the one that is nearest shows what will come.
				return reached ?? records.toSorted((one, other) => clicksIn(other) - clicksIn(one))[0];
			},
			nothingYet: noneYet('a link'),
		};
	},
};
