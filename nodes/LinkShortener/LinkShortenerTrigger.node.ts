import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { listSearch } from './names/search';
import { eventProperties, eventSubtitle } from './trigger/events';
import { pollService } from './trigger/poll';

export class LinkShortenerTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Shortener Trigger',
		name: 'linkShortenerTrigger',
		icon: {
			light: 'file:../../icons/linkShortener.svg',
			dark: 'file:../../icons/linkShortener.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		// The node panel shows one entry for the node and its trigger, with this description for both.
		description:
			'Create and manage short links, QR codes, campaigns, channels, domains, and pixels, or start a workflow when one is created or clicked',
		defaults: { name: 'Link Shortener Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Use to start a workflow when a short link, campaign, channel, domain, pixel or QR code is new, or a link is clicked or reaches a number of clicks. It polls and emits each record once: no Schedule Trigger and no removal of duplicates is needed.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-link-shortener.linkShortener',
					relationHint: 'Reads or changes what the trigger emits, by its id or shorturl',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="Start for every new link">
const newLink = trigger({
  type: 'n8n-nodes-link-shortener.linkShortenerTrigger',
  version: 1,
  config: {
    name: 'New Link',
    parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'linkCreated' },
    credentials: { linkShortenerApi: newCredential('Link Shortener') },
    output: [{ id: 1, shorturl: 'https://go.example.com/spring', longurl: 'https://example.com/sale' }]
  }
});
</pattern>
<pattern title="Start once when a link reaches 100 clicks">
const popularLink = trigger({
  type: 'n8n-nodes-link-shortener.linkShortenerTrigger',
  version: 1,
  config: {
    name: 'Link with 100 Clicks',
    parameters: { pollTimes: { item: [{ mode: 'everyHour' }] }, event: 'linkClicksReached', clicks: 100 },
    credentials: { linkShortenerApi: newCredential('Link Shortener') },
    output: [{ id: 1, shorturl: 'https://go.example.com/spring', longurl: 'https://example.com/sale', clicks: 104 }]
  }
});
</pattern>
</patterns>`,
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkShortenerApi', required: true }],
		properties: eventProperties(),
	};

	methods = { listSearch };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollService(this);
	}
}
