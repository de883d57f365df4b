import type { INodeProperties } from 'n8n-workflow';

import { LINKS_BY_DATE, endpoints } from '../../api/records/list';
import { campaignRecord } from '../../api/records/records';
import type { Parameters } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import { channelItemAdded } from './channelItemAdded';
import type { TriggerEvent, Watch } from '../pages';
import { linkClicked } from './linkClicked';
import { linkClicksReached } from './linkClicksReached';
import { newRecordEvent } from './newRecord';

/** In alphabetical order, as n8n wants it; `default` says where one starts. */
const events: readonly TriggerEvent[] = [
	newRecordEvent('Campaign', 'campaignCreated', endpoints.campaigns, { record: campaignRecord }),
	newRecordEvent('Channel', 'channelCreated', endpoints.channels),
	channelItemAdded,
	newRecordEvent('CTA Overlay', 'ctaOverlayCreated', endpoints.ctaOverlays),
	newRecordEvent('Domain', 'domainCreated', endpoints.domains),
	linkClicksReached,
	newRecordEvent('Link', 'linkCreated', LINKS_BY_DATE, { hasKeyword: true }),
	// Not every product can sort, and all list the newest first.
	newRecordEvent('Pixel', 'pixelCreated', endpoints.pixels),
	newRecordEvent('QR Code', 'qrCodeCreated', endpoints.qrCodes),
	newRecordEvent('Splash Page', 'splashPageCreated', endpoints.splashPages),
	linkClicked,
];

/** @throws {UserFacingError} that names the field that is wrong */
export function readWatch(parameters: Parameters): Watch {
	const chosen = parameters.text('event');
	for (const event of events) if (event.option.value === chosen) return event.watch(parameters);
	throw new UserFacingError(
		`The Link Shortener Trigger has no event "${chosen}"`,
		'Choose an event under Trigger On.',
	);
}

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

/** In words instead of `linkCreated`. */
export const eventSubtitle = `={{ (${JSON.stringify(
	Object.fromEntries(events.map(({ option }) => [option.value, option.name])),
)})[$parameter["event"]] }}`;
