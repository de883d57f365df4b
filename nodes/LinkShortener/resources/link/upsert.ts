import type { INodeProperties } from 'n8n-workflow';

import { LISTS } from '../../api/listings';
import { upsertLink, type UpsertOptions } from '../../links/upsertLink';
import { changing } from '../../locators/rememberedNames';
import { toChoice } from '../../shared/convert';
import { toText } from '../../shared/json';
import { isEmpty, parametersOf } from '../../shared/parameters';
import type { Operation } from '../common/operation';
import { includeInputFieldsOption, inputRow } from './inputRow';
import { readLinkBody } from './linkBody';
import { linkProperties, readNewLink, shortUrlField } from './newLink';
import { expiryTimeZoneOption, pastExpiry } from './expiry';
import { UNCHECKED } from './update';

const MATCH_ON = ['custom', 'shorturl', 'url'] as const;

const matchOn: INodeProperties = {
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	builderHint: {
		propertyHint:
			'`custom` where each row has an alias of its own, which is the safest; `shorturl` for rows that came out of this node; `url` where there is nothing else',
	},
	options: [
		{
			name: 'Custom Alias',
			value: 'custom',
			description: 'The link with the alias of the item, on its domain',
		},
		{
			name: 'Long URL',
			value: 'url',
			description: 'The only link to the long URL of the item',
		},
		{
			name: 'Short URL',
			value: 'shorturl',
			description: 'The link with the short URL of the item',
		},
	],
	default: 'custom',
	description: 'What tells which link an item is about',
};

const UNSEEN = ['whenChanged', 'always', 'onChange'] as const;

const options: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to change nothing and return what would be created or updated, with the values before and after',
	},
	expiryTimeZoneOption,
	{
		displayName: 'Fields the Service Does Not Show',
		name: 'unseenFields',
		type: 'options',
		options: [
			{
				name: 'Always',
				value: 'always',
				description: 'Send them for every item that sets one',
			},
			{
				name: 'When Changed',
				value: 'whenChanged',
				description: 'Send them when they are not what n8n has sent since it was started',
			},
			{
				name: 'With Other Changes',
				value: 'onChange',
				description: 'Send them only along with a change that the service shows',
			},
		],
		default: 'whenChanged',
		description: 'When to send fields such as Password or Pixels, which cannot be compared',
	},
	includeInputFieldsOption,
];

const properties: INodeProperties[] = linkProperties({
	top: [matchOn],
	notice: [
		'A field below holds for all rows whose own cell is empty or missing. Empty cells change nothing.',
		'An update sends all fields of the row, also those that the service does not show. 300 rows at 30 requests a minute take ten minutes.',
	],
	defined: [{ ...shortUrlField, displayOptions: { show: { matchOn: ['shorturl'] } } }],
	isLongUrlRequired: false,
});

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update a link',
		description: 'Create a new link, or update the current one if it already exists (upsert)',
		builderHint: {
			propertyHint:
				'On a schedule, and wherever the same rows come again, prefer it to Create: rows that have not changed cost no request and no row makes a second link',
		},
	},
	writes: true,
	runAgain: 'Simply run it again: items that are done are found and left as they are.',
	properties,
	options,
	inputRow,
	async execute(call) {
		const { parameters, client } = call;
		const { values } = readNewLink(call, [shortUrlField]);
		const shortUrl = toText(values.shorturl);
		call.about({ longUrl: values.url, shortUrl: values.shorturl, alias: values.custom });
		const chosen = parametersOf((name) => parameters.fields('options')[name]);
		const dryRun = chosen.flag('dryRun', 'Dry Run');
		const unseen = chosen.value('unseenFields');
		const past = pastExpiry(values.expiry, call);
		const readBody = async () => {
			const body = await readLinkBody(call, past ? { ...values, expiry: undefined } : values);
			return past ? { ...body, expiry: past.wallClock } : body;
		};
		const wishes: UpsertOptions = {
			matchOn: readMatchOn(parameters.value('matchOn')),
			shortUrl,
			dryRun,
			unseenFields: readUnseen(unseen),
			items: call.itemCount,
			number: call.itemIndex + 1,
			itemKey: call.uniqueKey,
			tries: call.tries,
			...(past ? { pastExpiry: past.why } : {}),
		};
		const working = upsertLink(client, values, readBody, wishes);
		const { record, isUnchecked } = dryRun
			? await working
			: await changing(client, LISTS.links, working);
		call.count(toText(record.action));
		if (isUnchecked) call.hint(UNCHECKED);
		return [record];
	},
};

function readMatchOn(value: unknown): UpsertOptions['matchOn'] {
	if (isEmpty(value)) return 'custom';
	const chosen = toChoice(value, 'Match On', MATCH_ON);
	return MATCH_ON.find((one) => one === chosen) ?? 'custom';
}

function readUnseen(value: unknown): UpsertOptions['unseenFields'] {
	if (isEmpty(value)) return 'whenChanged';
	const chosen = toChoice(value, 'Fields the Service Does Not Show', UNSEEN);
	return UNSEEN.find((one) => one === chosen) ?? 'whenChanged';
}
