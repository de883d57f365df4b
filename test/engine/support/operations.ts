import type { INodeParameterResourceLocator, INodeParameters, INodeProperties } from 'n8n-workflow';
import type { Service } from '../../service/index.ts';
import { nodeDescription } from '../harness/index.ts';

/**
 * What a second request would do at the service: nothing, the same as one, or a second record. Links
 * are creates that the node looks for when their answer was lost.
 */
export type Effect = 'read' | 'idempotent' | 'create' | 'createLink';

/** One operation of the built node, with as little filled in as it needs. */
export interface KnownOperation {
	/** `<resource>.<operation>` */
	name: string;
	effect: Effect;
	parameters: INodeParameters;
}

/** The values the node's lists offer; every operation added later is among them. */
export function optionValues(property: INodeProperties | undefined): string[] {
	return (property?.options ?? []).flatMap((option) =>
		'value' in option ? [String(option.value)] : [],
	);
}

/** Every operation the built node has, as `<resource>.<operation>`. */
export function operationNames(): string[] {
	const { properties } = nodeDescription();
	const resources = optionValues(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap((resource) =>
		properties
			.filter(({ name, displayOptions }) => {
				const shownFor = displayOptions?.show?.resource ?? [];
				return name === 'operation' && shownFor.some((value) => value === resource);
			})
			.flatMap((list) => optionValues(list).map((operation) => `${resource}.${operation}`)),
	);
}

/** What the operations below name. */
export function furnish(service: Service): void {
	service.seed('campaigns', [{ id: 11, name: 'Spring' }]);
	service.seed('channels', [{ id: 21, name: 'Mail' }]);
	service.seed('domains', [{ id: 31, domain: 'https://go.example.com' }]);
	service.seed('pixels', [{ id: 41, name: 'Shop' }]);
	service.seed('links', [
		{ id: 101, url: 'https://example.com/old' },
		{ id: 102, channel: 21 },
	]);
}

function id(value: number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value };
}

/** What each operation cannot do without. A new operation needs one line here. */
const MINIMAL: Record<string, { effect: Effect; parameters?: INodeParameters }> = {
	'account.get': { effect: 'read' },
	'account.update': {
		effect: 'idempotent',
		parameters: { updateFields: { email: 'new@example.com' } },
	},
	'campaign.create': {
		effect: 'create',
		parameters: { name: 'Summer' },
	},
	'campaign.getAll': { effect: 'read' },
	'campaign.update': { effect: 'idempotent', parameters: { campaignId: id(11), name: 'Autumn' } },
	'campaign.delete': { effect: 'idempotent', parameters: { campaignId: id(11) } },
	'campaign.assignLink': {
		effect: 'idempotent',
		parameters: { campaignId: id(11), linkId: id(101) },
	},
	'channel.create': { effect: 'create', parameters: { name: 'Print' } },
	'channel.getAll': { effect: 'read' },
	'channel.getItems': { effect: 'read', parameters: { channelId: id(21) } },
	'channel.update': {
		effect: 'idempotent',
		parameters: { channelId: id(21), updateFields: { name: 'Post' } },
	},
	'channel.delete': { effect: 'idempotent', parameters: { channelId: id(21) } },
	'channel.assignItem': {
		effect: 'idempotent',
		parameters: { channelId: id(21), type: 'links', linkId: id(101) },
	},
	'ctaOverlay.getAll': { effect: 'read' },
	'domain.create': { effect: 'create', parameters: { domain: 'https://to.example.com' } },
	'domain.getAll': { effect: 'read' },
	'domain.update': {
		effect: 'idempotent',
		parameters: { domainId: id(31), updateFields: { redirectroot: 'https://example.com' } },
	},
	'domain.delete': { effect: 'idempotent', parameters: { domainId: id(31) } },
	'link.create': { effect: 'createLink', parameters: { url: 'https://example.com/new' } },
	'link.get': { effect: 'read', parameters: { linkId: id(101) } },
	'link.getAll': { effect: 'read' },
	'pixel.create': {
		effect: 'create',
		parameters: { name: 'Blog', type: 'quora', value: 'Q-1' },
	},
	'pixel.get': { effect: 'read', parameters: { pixelId: id(41) } },
	'pixel.getAll': { effect: 'read' },
	'pixel.update': {
		effect: 'idempotent',
		parameters: { pixelId: id(41), updateFields: { name: 'Basket' } },
	},
	'pixel.delete': { effect: 'idempotent', parameters: { pixelId: id(41) } },
	'splashPage.getAll': { effect: 'read' },
};

/** The operation by its name; throws for one that has no line in the table above. */
export function knownOperation(name: string): KnownOperation {
	const minimal = MINIMAL[name];
	if (minimal === undefined) {
		throw new Error(`${name} is new: give it a line in test/engine/support/operations.ts`);
	}
	const [resource = '', operation = ''] = name.split('.');
	return {
		name,
		effect: minimal.effect,
		parameters: { resource, operation, ...minimal.parameters },
	};
}
