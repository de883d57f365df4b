import type { IDataObject } from 'n8n-workflow';

import { LINKS_BY_CLICKS } from '../../api/records/list';
import { idOf } from '../../api/records/records';
import { UserFacingError } from '../../shared/userFacingError';
import { toCount } from '../../shared/values/convert';
import {
	areFalling,
	clicksOf,
	pagesOf,
	type PollOutcome,
	type ReadPage,
	readPages,
	type TriggerEvent,
} from '../pages';

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
				'The number of clicks a link has to reach. Links that have that many when you publish the workflow do not start it. If no link has that many, the test event is the most clicked link.',
		},
	],
	watch: (parameters) => {
		const clicks = toCount(parameters.value('clicks'), 'Clicks');
		return {
			settings: { clicks },
			poll: (send, saved) =>
				readClicksReached(
					pagesOf(send, LINKS_BY_CLICKS, 'clicks'),
					saved as ClicksReachedState | undefined,
					clicks,
				),
			sample: async (client) => {
				const { records } = await client.page(LINKS_BY_CLICKS);
				return records.findLast((record) => (clicksOf(record) ?? 0) >= clicks) ?? records[0];
			},
			noun: 'link',
		};
	},
};

export interface ClicksReachedState {
	announced: number[];
	/** Where a reading that was cut continues. */
	page?: number;
	/** The first reading is not complete yet: what it shows is old. */
	isFirst?: true;
}

export const MAX_ANNOUNCED = 5_000;

/**
 * The most clicked come first, so they are read down to the number; if clicks do not fall, all links are read.
 * @throws {UserFacingError} when too many links have reached it; else what `read` throws
 */
export async function readClicksReached(
	read: ReadPage,
	saved: ClicksReachedState = { announced: [], isFirst: true },
	threshold: number,
): Promise<PollOutcome<ClicksReachedState>> {
	const { page = 1, isFirst } = saved;
	const announced = new Set(saved.announced);
	const found: IDataObject[] = [];
	const cutAt = await readPages(read, page, ({ records }) => {
		const counts: number[] = [];
		for (const record of records) {
			const id = idOf(record);
			const clicks = clicksOf(record);
			if (id === undefined || clicks === undefined) continue;
			counts.push(clicks);
			if (clicks < threshold || announced.has(id)) continue;
			announced.add(id);
			if (!isFirst) found.push({ ...record, clicks });
		}
		if (announced.size > MAX_ANNOUNCED) {
			throw new UserFacingError(
				`More than ${MAX_ANNOUNCED.toLocaleString('en')} links have reached ${threshold.toLocaleString('en')} clicks, which is more than this trigger can remember`,
				'Enter a higher number in Clicks.',
			);
		}
		return areFalling(counts) && (counts.at(-1) ?? 0) < threshold;
	});
	found.sort((one, other) => Number(one.id) - Number(other.id));
	return {
		records: found,
		state: { announced: [...announced], ...(cutAt !== undefined && { page: cutAt, isFirst }) },
	};
}
