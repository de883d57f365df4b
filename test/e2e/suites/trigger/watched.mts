import type { Service } from '../../../service/index.mts';
import type { WorkflowFile } from '../../rest.mts';

/** The events of the trigger: their fields, and what has to come of what the service holds. */

/** The channel that is watched for items. */
export const CHANNEL = 1;
/** So many clicks are waited for. */
export const CLICKS = 100;

export type SeenRecord = Record<string, unknown>;

interface WatchedEvent {
	parameters: Record<string, unknown>;
	/** What a poll asks for: the path and, where it is sorted, the order. */
	asks: string;
	/** What the service holds that is worth an event, by the same keys. */
	held: (service: Service) => string[];
	/** What tells one event from another. */
	key: (record: SeenRecord) => string;
}

export const TRIGGER_NODE = 'Link Shortener Trigger';

const byId = ({ id }: SeenRecord) => String(id);

function newRecords(table: string, asks: string): WatchedEvent {
	return { parameters: {}, asks, held: (service) => service.table(table).map(byId), key: byId };
}

export const WATCHED = {
	linkCreated: newRecords('links', '/api/urls date'),
	pixelCreated: newRecords('pixels', '/api/v1/pixels'),
	campaignCreated: newRecords('campaigns', '/api/campaigns'),
	channelCreated: newRecords('channels', '/api/channels'),
	domainCreated: newRecords('domains', '/api/domains'),
	ctaOverlayCreated: newRecords('overlays', '/api/overlay'),
	qrCodeCreated: newRecords('qr_codes', '/api/qr'),
	splashPageCreated: newRecords('splash', '/api/splash'),
	channelItemAdded: {
		asks: `/api/channel/${CHANNEL}`,
		parameters: { channelId: { __rl: true, mode: 'id', value: String(CHANNEL) } },
		held: (service) =>
			service
				.table('channel_items')
				.filter(({ channel }) => channel === CHANNEL)
				.map(({ type, item }) => `${String(type)} ${String(item)}`),
		key: ({ type, id }) => `${String(type)} ${String(id)}`,
	},
	linkClicksReached: {
		asks: '/api/urls click',
		parameters: { clicks: CLICKS },
		held: (service) =>
			service
				.links()
				.filter(({ clicks }) => clicks >= CLICKS)
				.map(({ id }) => String(id)),
		key: byId,
	},
	linkClicked: {
		asks: '/api/urls click',
		parameters: { linksToWatch: 'mostClicked', numberOfLinks: 100 },
		held: (service) =>
			service
				.links()
				.filter(({ clicks }) => clicks > 0)
				.map(({ id, clicks }) => `${id} +${clicks}`),
		key: ({ id, newClicks }) => `${String(id)} +${String(newClicks)}`,
	},
} as const satisfies Record<string, WatchedEvent>;

export type EventName = keyof typeof WATCHED;

export const EVENTS = Object.keys(WATCHED) as EventName[];

/** What each event is about, as keys. */
export type Held = Record<EventName, string[]>;

export function heldBy(service: Service): Held {
	const held = EVENTS.map((event) => [event, WATCHED[event].held(service)]);
	return Object.fromEntries(held) as Held;
}

/** The events that a poll has read of in a span of time. */
export function polledWithin({ requests }: Service, from: number, to: number): EventName[] {
	const asked = requests
		.filter(({ status, finishedAt }) => status === 200 && finishedAt >= from && finishedAt <= to)
		.map(({ path, query }) => (typeof query.order === 'string' ? `${path} ${query.order}` : path));
	return EVENTS.filter((event) => asked.includes(WATCHED[event].asks));
}

/** Hands everything the trigger emits in one execution to the listener, in one call. */
export function watchingWorkflow(
	event: EventName,
	credential: { id: string; name: string },
	listener: string,
): WorkflowFile {
	const body = `event: '${event}', execution: $execution.id, records: $input.all().map((item) => item.json)`;
	return {
		name: `Watching: ${event}`,
		nodes: [
			{
				id: 'trigger',
				name: TRIGGER_NODE,
				type: 'n8n-nodes-link-shortener.linkShortenerTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: [{ mode: 'everyMinute' }] },
					event,
					...WATCHED[event].parameters,
				},
				credentials: { linkShortenerApi: credential },
			},
			{
				id: 'listener',
				name: 'Listener',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [300, 0],
				executeOnce: true,
				parameters: {
					method: 'POST',
					url: listener,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: `={{ JSON.stringify({ ${body} }) }}`,
					options: {},
				},
			},
		],
		connections: { [TRIGGER_NODE]: { main: [[{ node: 'Listener', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
