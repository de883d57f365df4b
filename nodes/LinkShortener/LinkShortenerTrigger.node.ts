import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { listSearch } from './locators/search';
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
			'Create and manage short links, QR codes, campaigns, channels, domains and pixels, or start a workflow when one is new or clicked',
		defaults: { name: 'Link Shortener Trigger' },
		polling: true,
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
