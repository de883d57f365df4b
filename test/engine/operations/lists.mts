import type { INodeParameters } from 'n8n-workflow';
import type { SeedKind, Service } from '../../service/index.mts';

/** How many records the long lists have: more than two of the largest pages. */
export const LONG = 230;

/** One list operation and how to make its list long. */
export interface ListRow {
	resource: string;
	operation: string;
	parameters?: INodeParameters;
	/** Fills the list up to `LONG` records and names all of them, newest first. */
	fill(service: Service): string[];
	/** What names a record. */
	name: (record: Record<string, unknown>) => string;
	/** The node itself asks for the newest first, so an install cannot reverse the list. */
	ordered?: true;
}

const byId = ({ id }: Record<string, unknown>) => String(id);

function rows(count: number) {
	return Array.from({ length: count }, () => ({}));
}

/** Fills a table of the service; `there` are the ids it has from the beginning, newest first. */
function filling(table: Exclude<SeedKind, 'bios' | 'channelItems'>, there: number[] = []) {
	return (service: Service) =>
		[...service.seed(table, rows(LONG - there.length)).toReversed(), ...there].map(String);
}

/** Fills a channel with links and bio pages of the same ids, alternating. */
function fillChannel(service: Service): string[] {
	const [channel = 0] = service.seed('channels', [{ id: 7 }]);
	const items = service
		.seed('links', rows(LONG / 2))
		.flatMap((item) => ['links', 'bio'].map((type) => ({ channel, type, item })));
	service.seed('bios', rows(LONG / 2));
	service.seed('channelItems', items);
	return items.map(({ type, item }) => `${type}:${String(item)}`).toReversed();
}

/** Every operation that returns a list. */
export const listRows: ListRow[] = [
	{ resource: 'campaign', operation: 'getAll', fill: filling('campaigns'), name: byId },
	{ resource: 'channel', operation: 'getAll', fill: filling('channels'), name: byId },
	{
		resource: 'channel',
		operation: 'getItems',
		parameters: { channelId: { __rl: true, mode: 'id', value: '7' } },
		fill: fillChannel,
		name: ({ type, id }) => `${String(type)}:${String(id)}`,
	},
	{ resource: 'ctaOverlay', operation: 'getAll', fill: filling('overlays', [3, 2, 1]), name: byId },
	{ resource: 'domain', operation: 'getAll', fill: filling('domains', [1]), name: byId },
	{ resource: 'file', operation: 'getAll', fill: filling('files'), name: byId },
	{ resource: 'link', operation: 'getAll', fill: filling('links'), name: byId },
	{ resource: 'pixel', operation: 'getAll', fill: filling('pixels'), name: byId, ordered: true },
	{ resource: 'qrCode', operation: 'getAll', fill: filling('qrs'), name: byId },
	{ resource: 'splashPage', operation: 'getAll', fill: filling('splash', [2, 1]), name: byId },
];
