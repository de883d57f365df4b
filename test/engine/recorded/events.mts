import type { INodeParameters } from 'n8n-workflow';
import type { SeedKind, Service } from '../../service/index.mts';
import { pick } from '../operations/row.mts';

/** One event of the trigger: ways of filling in its fields, and what then starts a workflow. */
export interface EventRow {
	event: string;
	/** Fields besides the event, by what the case is called. */
	cases: Record<string, INodeParameters>;
	/** On top of what `seedFixtures` puts in. */
	happens: (service: Service) => void;
}

function created(event: string, kind: SeedKind): EventRow {
	return { event, cases: { minimal: {} }, happens: (service) => service.seed(kind, [{}]) };
}

/** Every event of the trigger. */
export const eventRows: EventRow[] = [
	{
		event: 'linkCreated',
		cases: { minimal: {}, 'with a keyword': { filters: { keyword: 'newsletter' } } },
		happens: (service) => service.seed('links', [{ title: 'Newsletter of May' }, {}]),
	},
	{
		event: 'linkClicked',
		cases: {
			minimal: {},
			'ten links': { numberOfLinks: 10 },
			'chosen links': {
				linksToWatch: 'chosen',
				links: {
					link: [
						{ linkId: pick('list', '101') },
						{ linkId: pick('id', '102') },
						{ linkId: pick('shortUrl', 'https://go.example.com/branded') },
					],
				},
			},
		},
		happens: (service) => {
			for (const link of [101, 102, 103]) service.click(link, 3);
		},
	},
	{
		event: 'linkClicksReached',
		cases: { minimal: {}, '35 clicks': { clicks: 35 } },
		happens: (service) => {
			service.click(101, 30);
			service.click(102, 90);
		},
	},
	{
		event: 'channelItemAdded',
		cases: {
			minimal: { channelId: pick('list', '21') },
			'by ID': { channelId: pick('id', '21') },
		},
		happens: (service) => service.seed('channelItems', [{ channel: 21, type: 'links', item: 103 }]),
	},
	created('campaignCreated', 'campaigns'),
	created('channelCreated', 'channels'),
	created('domainCreated', 'domains'),
	created('pixelCreated', 'pixels'),
	created('qrCodeCreated', 'qrs'),
	created('ctaOverlayCreated', 'overlays'),
	created('splashPageCreated', 'splash'),
];
