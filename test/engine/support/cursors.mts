import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { SeedKind, Service, ServiceOptions } from '../../service/index.mts';
import { pick } from '../operations/row.mts';
import { seedMany, serviceWith } from './service.mts';
import { Trigger } from './trigger.mts';

/** One event on an account in which things happen by number, with IDs that are the same in every run. */
export interface WatchedEvent {
	/** The event, and what it watches where there are two ways. */
	name: string;
	parameters: (service: Service) => INodeParameters;
	/** What is there from the beginning. */
	before: (service: Service) => void;
	/** Makes the thing of a number happen, from `FIRST` on. @returns what names the record that tells of it */
	happen: (service: Service, number: number) => string;
	/** What names a record. */
	nameOf: (record: IDataObject) => string;
	/** How many things can happen between two polls; more than a page of records where that is possible. */
	most: number;
	/** Its poll is one request; polls of more pages: test/unit/trigger/events/clicks.test.mts. */
	isNeverCut?: true;
}

/** So many things are there before the first poll. */
const OLD = 12;

/** The number of the first thing that happens afterwards. */
export const FIRST = OLD + 1;

const idOf = (number: number) => 1_000 + number;

const OLD_IDS = Array.from({ length: OLD }, (_, index) => idOf(index + 1));

const byId = ({ id }: IDataObject) => `${Number(id)}`;

function created(event: string, kind: SeedKind): WatchedEvent {
	return {
		name: event,
		parameters: () => ({ event }),
		before: (service) => seedMany(service, kind, OLD, (number) => ({ id: idOf(number) })),
		happen: (service, number) => service.seed(kind, [{ id: idOf(number) }]).join(),
		nameOf: byId,
		most: 230,
	};
}

const CHANNEL = 7;

const channelItemAdded: WatchedEvent = {
	name: 'channelItemAdded',
	parameters: () => ({ event: 'channelItemAdded', channelId: CHANNEL }),
	before(service) {
		service.seed('channels', [{ id: CHANNEL }]);
		for (const id of OLD_IDS) service.seed('links', [{ id, channel: CHANNEL }]);
	},
	happen: (service, number) =>
		service.seed('links', [{ id: idOf(number), channel: CHANNEL }]).join(),
	nameOf: byId,
	most: 230,
};

const linkClicksReached: WatchedEvent = {
	name: 'linkClicksReached',
	parameters: () => ({ event: 'linkClicksReached', clicks: 100 }),
	before: (service) =>
		seedMany(service, 'links', OLD, (number) => ({ id: idOf(number), clicks: 20 * (number - 1) })),
	happen: (service, number) => service.seed('links', [{ id: idOf(number), clicks: 100 }]).join(),
	nameOf: byId,
	most: 230,
};

/** Clicks on the links there are, one after the other. */
const clicked = {
	before(service: Service) {
		const links = OLD_IDS.map((id, index) => ({ id, alias: `link-${id}`, clicks: 10 * index }));
		service.seed('links', links);
	},
	happen(service: Service, number: number) {
		const id = OLD_IDS[number % OLD] ?? 0;
		service.click(id, 3);
		return `${id} +3`;
	},
	nameOf: ({ id, newClicks }: IDataObject) => `${Number(id)} +${Number(newClicks)}`,
	// Two clicks on one link are one item.
	most: OLD,
};

const mostClicked: WatchedEvent = {
	...clicked,
	name: 'linkClicked, the most clicked',
	isNeverCut: true,
	parameters: () => ({ event: 'linkClicked', linksToWatch: 'mostClicked', numberOfLinks: OLD }),
};

const chosen: WatchedEvent = {
	...clicked,
	name: 'linkClicked, chosen',
	parameters: ({ url }) => {
		const [first = 0, ...others] = OLD_IDS;
		const links = [pick('shortUrl', `${url}/link-${first}`), ...others.map((id) => pick('id', id))];
		return {
			event: 'linkClicked',
			linksToWatch: 'chosen',
			links: { link: links.map((linkId) => ({ linkId })) },
		};
	},
};

/** One event for each kind of state that a trigger saves. */
export const eventOfEachState: WatchedEvent[] = [
	created('linkCreated', 'links'),
	channelItemAdded,
	linkClicksReached,
	mostClicked,
	chosen,
];

/** Told by the ID of a new record; `path`: of its list. */
export const newRecordEvents: Array<{
	event: string;
	kind: SeedKind;
	path: string;
	product?: 'links';
}> = [
	{ event: 'linkCreated', kind: 'links', path: '/api/urls' },
	{ event: 'pixelCreated', kind: 'pixels', path: '/api/v1/pixels' },
	{ event: 'pixelCreated', kind: 'pixels', path: '/api/pixels', product: 'links' },
	{ event: 'campaignCreated', kind: 'campaigns', path: '/api/campaigns' },
	{ event: 'channelCreated', kind: 'channels', path: '/api/channels' },
	{ event: 'domainCreated', kind: 'domains', path: '/api/domains' },
	{ event: 'ctaOverlayCreated', kind: 'overlays', path: '/api/overlay' },
	{ event: 'qrCodeCreated', kind: 'qrs', path: '/api/qr' },
	{ event: 'splashPageCreated', kind: 'splash', path: '/api/splash' },
];

/** Every event. */
export const watchedEvents: WatchedEvent[] = [
	...eventOfEachState,
	...newRecordEvents.slice(1).map(({ event, kind }) => created(event, kind)),
];

/** A trigger of an account of its own, before its first poll. */
export async function watching(
	{ parameters, before }: WatchedEvent,
	options: Partial<ServiceOptions> = {},
): Promise<Trigger> {
	const service = await serviceWith(options);
	before(service);
	return new Trigger(service, parameters(service));
}

const BASE_URL = 'https://links.example.com';

/** What n8n has saved for a trigger after two polls, the second of which emitted the first thing. */
export async function savedCursor(event: WatchedEvent): Promise<IDataObject> {
	const trigger = await watching(event);
	const { service } = trigger;
	await trigger.poll();
	event.happen(service, FIRST);
	await trigger.poll();
	return withTexts(trigger.staticData, service.url, BASE_URL);
}

/** The same at the address of a service. */
export function cursorAt(saved: IDataObject, { url }: Service): IDataObject {
	return withTexts(saved, BASE_URL, url);
}

function withTexts(data: IDataObject, one: string, other: string): IDataObject {
	return JSON.parse(JSON.stringify(data).replaceAll(one, other)) as IDataObject;
}
