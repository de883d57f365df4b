import type { INodeProperties } from 'n8n-workflow';

import { campaignRecord } from '../../api/records/records';
import { toText } from '../../shared/json';
import { LISTS } from '../../api/records/listings';
import type { Parameters } from '../../shared/n8n/parameters';
import type { TriggerEvent } from './event';
import { channelItemAdded } from './channelItemAdded';
import { linkClicked } from './linkClicked';
import { linkClicksReached } from './linkClicksReached';
import { newRecordEvent } from './newRecord';

const keywordFilter: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Keyword',
			name: 'keyword',
			type: 'string',
			default: '',
			placeholder: 'e.g. newsletter',
			description:
				'Only links with this text in their title, alias, URLs, or description (not case-sensitive)',
		},
	],
};

function readKeyword(parameters: Parameters): string | undefined {
	const keyword = toText(parameters.fields('filters').keyword);
	return keyword === '' ? undefined : keyword;
}

/** Every event, in alphabetical order, as n8n wants it; `default` says where one starts. */
export const events: readonly TriggerEvent[] = byName([
	newRecordEvent({
		title: 'Link',
		value: 'linkCreated',
		noun: 'a link',
		listing: { ...LISTS.links, query: { order: 'date' } },
		properties: [keywordFilter],
		keyword: readKeyword,
	}),
	linkClicked,
	linkClicksReached,
	channelItemAdded,
	newRecordEvent({
		title: 'Campaign',
		value: 'campaignCreated',
		noun: 'a campaign',
		listing: LISTS.campaigns,
		record: campaignRecord,
	}),
	newRecordEvent({
		title: 'Channel',
		value: 'channelCreated',
		noun: 'a channel',
		listing: LISTS.channels,
	}),
	newRecordEvent({
		title: 'Domain',
		value: 'domainCreated',
		noun: 'a domain',
		listing: LISTS.domains,
	}),
	newRecordEvent({
		title: 'Pixel',
		value: 'pixelCreated',
		noun: 'a pixel',
		// No order is asked for, since the list is newest first anyway, and a product that cannot sort would have
		// to be read whole.
		listing: LISTS.pixels,
	}),
	newRecordEvent({
		title: 'QR Code',
		value: 'qrCodeCreated',
		noun: 'a QR code',
		listing: LISTS.qrCodes,
	}),
	newRecordEvent({
		title: 'CTA Overlay',
		value: 'ctaOverlayCreated',
		noun: 'a CTA overlay',
		listing: LISTS.ctaOverlays,
	}),
	newRecordEvent({
		title: 'Splash Page',
		value: 'splashPageCreated',
		noun: 'a splash page',
		listing: LISTS.splashPages,
	}),
]);

function byName(all: readonly TriggerEvent[]): TriggerEvent[] {
	return all.toSorted((one, other) => one.option.name.localeCompare(other.option.name, 'en'));
}

export function findEvent(value: string): TriggerEvent | undefined {
	return events.find(({ option }) => option.value === value);
}

/** The trigger's fields: which event, then the fields of each one, shown for it alone. */
export function eventProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Trigger On',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			options: events.map(({ option }) => option),
			default: 'linkCreated',
		},
		...events.flatMap(({ option, properties }) =>
			properties.map((property) => ({
				...property,
				displayOptions: {
					...property.displayOptions,
					show: { event: [option.value], ...property.displayOptions?.show },
				},
			})),
		),
	];
}

/** The event as the line under the node's name on the canvas, in words instead of `linkCreated`. */
export const eventSubtitle = `={{ (${JSON.stringify(
	Object.fromEntries(events.map(({ option }) => [option.value, option.name])),
)})[$parameter["event"]] }}`;
