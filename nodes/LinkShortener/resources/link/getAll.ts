import { LISTS, MIN_KEYWORD_LENGTH } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { toText } from '../../shared/json';
import { wrongValue } from '../../shared/userFacingError';
import type { Field } from '../common/fields';
import { listOf } from '../common/standard';

const filters: Field[] = [
	{
		displayName: 'Search',
		name: 'q',
		type: 'string',
		default: '',
		placeholder: 'e.g. newsletter',
		description: 'A keyword to search for in the links, at least 4 characters long',
		read: toKeyword,
	},
];

const sorting: Field[] = [
	{
		displayName: 'Sort By',
		name: 'order',
		type: 'options',
		options: [
			{ name: 'Clicks', value: 'click', description: 'The most clicked links first' },
			{ name: 'Creation Date', value: 'date', description: 'The newest links first' },
		],
		// Whoever adds it wants another order than the usual one.
		default: 'click',
	},
];

function toKeyword(value: unknown, field: string): string {
	const text = toText(value);
	if (text.length >= MIN_KEYWORD_LENGTH) return text;
	const what = `"${text}" is too short: the service searches for more than 3 characters`;
	throw wrongValue(field, what, 'newsletter');
}

export const getAll = listOf(
	{
		plural: 'links',
		list: LISTS.links,
		record: tidyRecord,
		output: {
			id: 'integer',
			alias: 'string',
			shorturl: 'string',
			longurl: 'string',
			clicks: 'integer',
			title: 'string',
			description: 'string',
			date: 'string',
		},
	},
	{ description: 'List links, newest or most clicked first, or search them', filters, sorting },
);
