import { PIXEL_TYPES, pixelType } from '../api/pixels';
import { pixelLocator } from '../names/fields';
import { pickers } from '../names/names';
import { toText } from '../shared/text';
import { isRewritten, madeNumber } from '../shared/values/text';
import { listOf } from '../operations/list';
import { nameField, type Field } from '../operations/fields';
import type { Operation, Resource } from '../operations/operation';
import {
	createOf,
	deleteOf,
	pickedId,
	pickerOf,
	updateOf,
	type RecordKind,
} from '../operations/standard';

const platforms = Object.entries(PIXEL_TYPES).map(([value, name]) => ({ name, value }));

/** Only the user chooses, so that no pixel reports to the first platform of a list. `none`: the choice of nothing. */
function platformField(none: string, description: string): Field {
	const options = [{ name: none, value: '' }, ...platforms];
	return {
		displayName: 'Platform',
		name: 'type',
		type: 'options',
		options,
		default: '',
		placeholder: 'e.g. Meta (Facebook)',
		description,
		read: (value) => pixelType(toText(value)),
	};
}

const BELONGS_TO = 'The platform the pixel belongs to';

const typeField = platformField('Select a Platform', BELONGS_TO);

/** Platforms have any text as an ID. */
function toTagId(value: unknown, field: string): string {
	const text = toText(value);
	if (isRewritten(text)) throw madeNumber(text, field, 'an ID');
	return text;
}

const fields: Field[] = [
	nameField('Shop checkout'),
	typeField,
	{
		displayName: 'Pixel or Tag ID',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1234567890',
		description: 'The ID of the pixel or tag, as the platform shows it',
		read: toTagId,
	},
];

const texts = Object.fromEntries(fields.map(({ name }) => [name, 'string' as const]));

const kind: RecordKind = {
	list: pickers.pixel,
	locator: pixelLocator,
	// Which addresses they have depends on the service.
	calls: (client) => client.pixels(),
	output: { id: 'integer', ...texts },
};

const filters: Field[] = [
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. checkout',
		description: 'Text to search for in the names of the pixels',
	},
	platformField('Any', 'Only pixels of this platform'),
];

const sorting: Field[] = [
	{
		displayName: 'Sort By',
		name: 'sort_by',
		type: 'options',
		options: [
			{ name: 'Creation Date', value: 'id' },
			{ name: 'Name', value: 'name' },
		],
		default: 'id',
		builderHint: { propertyHint: 'Left out: the order of the service.' },
	},
	{
		displayName: 'Sort Direction',
		name: 'sort',
		type: 'options',
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		default: 'desc',
		builderHint: { propertyHint: 'Left out: the order of the service.' },
	},
];

const get: Operation<number> = {
	option: { name: 'Get', value: 'get', action: 'Get pixel', description: 'Get a tracking pixel' },
	properties: [pickerOf(kind)],
	output: kind.output,
	read: (call) => pickedId(kind, call),
	execute: async ({ client }, id) => [await (await client.pixels()).get(id)],
};

export const pixel: Resource = {
	displayName: 'Pixel',
	value: 'pixel',
	operations: [
		createOf(kind, {
			description: 'Create a tracking pixel to use with links',
			required: fields,
		}),
		deleteOf(kind, { description: 'Delete a tracking pixel' }),
		get,
		listOf(kind, {
			description: 'List tracking pixels, with filters and a sort order',
			filters,
			sorting,
		}),
		updateOf(kind, {
			description: 'Change the name, platform, or ID of a tracking pixel',
			fields: fields.map((field) =>
				field === typeField ? platformField('Unchanged', BELONGS_TO) : field,
			),
		}),
	],
	defaultOperation: 'getAll',
};
