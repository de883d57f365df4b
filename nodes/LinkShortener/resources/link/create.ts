import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { UserFacingError } from '../../shared/userFacingError';
import { LISTS } from '../../api/listings';
import { createLink } from '../../links/createLink';
import { ownAlias } from '../../links/ownAlias';
import { orElse } from '../../locators/fields';
import { changing } from '../../locators/rememberedNames';
import { toText } from '../../shared/json';
import { additionalFieldsProperty, controlsOf, requiredControlsOf } from '../common/fields';
import type { Operation, OperationCall } from '../common/operation';
import { isEmpty, parametersOf } from '../../shared/parameters';
import { columnsOfRow, matchColumns, plainColumnName } from './columns';
import { customFieldsControl } from './customFields';
import {
	dataToSendProperties,
	inputsToIgnore,
	isAutoMapped,
	NAMES_NOTICE,
	readIgnored,
	valuesOf,
} from './dataToSend';
import { expiryTimeZoneOption } from './expiry';
import { additionalFieldControls, columnTitles, LINK_COLUMNS, readLinkBody } from './linkBody';
import { customAliasField, domainField, longUrlField } from './linkFields';

const COLUMNS_NOTICE = `Columns are matched to fields by name, ignoring case and spaces: ${columnTitles()}. The names of the API, such as custom or utm_source, work as well. ${NAMES_NOTICE} Empty cells are not sent, and all other columns are ignored.<br>The rate limit of the service sets the pace: 300 rows at 30 requests a minute take ten minutes.`;

/** The fields that people set most often, between the long URL and Additional Fields. */
const optionalTopFields = [customAliasField, orElse(domainField, 'Default domain of the account')];

const properties = dataToSendProperties({
	description: 'Where the values of the new link come from',
	notice: COLUMNS_NOTICE,
	mapped: [inputsToIgnore, additionalFieldsProperty([customFieldsControl])],
	defined: [
		...requiredControlsOf([longUrlField]),
		...controlsOf(optionalTopFields),
		additionalFieldsProperty(additionalFieldControls),
	],
});

const options: INodeProperties[] = [
	{
		displayName: 'If Custom Alias Is Empty',
		name: 'alias',
		type: 'options',
		options: [
			{
				name: 'Let the Service Choose',
				value: 'asGiven',
				description: 'The service chooses a random one',
			},
			{
				name: 'Generate Locally (Safe to Retry)',
				value: 'chosenByNode',
				description:
					'A random one for each item, so that the link can be found if the answer is lost',
			},
		],
		default: 'asGiven',
		description:
			'Who chooses the last part of the short URL. One that n8n generates is new in every run.',
	},
	{
		displayName: 'If Link Exists',
		name: 'ifLinkExists',
		type: 'options',
		builderHint: {
			propertyHint:
				'`returnExisting` wherever the workflow may see the same long URL again: on a schedule, with retries, as the tool of an agent',
		},
		options: [
			{
				name: 'Create Another',
				value: 'createAnother',
				description: 'Make a new link for every item',
			},
			{
				name: 'Return Existing',
				value: 'returnExisting',
				description:
					'Return a link to the same long URL (and with the same alias and domain, if given)',
			},
		],
		default: 'createAnother',
		description: 'What to do if the account already has a link to the same long URL',
	},
	expiryTimeZoneOption,
	{
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the input item, without its password, to the output under the key input',
	},
];

/** The values by field name, from the form or from the columns of the input item. */
function readValues(call: OperationCall): Record<string, unknown> {
	const { parameters } = call;
	const additional = valuesOf(parameters, 'additionalFields');
	if (isAutoMapped(parameters)) {
		return { ...mapColumns(call), customFields: additional.customFields };
	}
	const atTop = [longUrlField, ...optionalTopFields].map(({ name }) => name);
	return {
		...additional,
		...Object.fromEntries(atTop.map((name) => [name, parameters.value(name)])),
	};
}

function mapColumns(call: OperationCall): Record<string, unknown> {
	const { item, parameters, noteColumns } = call;
	const ignored = readIgnored(parameters);
	const { values, columns, leftOut } = matchColumns(item.json, LINK_COLUMNS, ignored);
	noteColumns({ used: Object.values(columns), ignored: leftOut });
	return values;
}

function missingLongUrl({ parameters, item }: OperationCall): UserFacingError {
	return new UserFacingError({
		message: 'Long URL is empty',
		remedy: isAutoMapped(parameters)
			? `The item needs a column called url or Long URL with a value such as https://example.com/page. ${columnsOfRow(item.json)}`
			: 'Enter the address that the short link leads to, such as https://example.com/page.',
	});
}

/** Long URL and alias as text, where they are given. */
function inShort(values: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).flatMap(([name, value]) =>
			isEmpty(value) ? [] : [[name, toText(value)]],
		),
	);
}

/** The row for Include Input Fields, without the link's password. */
function withoutPassword(row: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(row).filter(([name]) => plainColumnName(name) !== 'password'),
	);
}

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a link',
		description: 'Create a short link for a long URL',
	},
	writes: true,
	runAgain: 'To run again without duplicates, set Options → If Link Exists to Return Existing.',
	properties,
	options,
	async execute(call) {
		const { parameters, item, client } = call;
		const values = readValues(call);
		call.about(inShort({ longUrl: values.url, alias: values.custom }));
		if (isEmpty(values.url)) throw missingLongUrl(call);
		const chosen = parametersOf((name) => parameters.fields('options')[name]);
		const withInput = chosen.flag('includeInputFields', 'Include Input Fields');
		const body = await readLinkBody(call, values);
		// An agent that tries again calls the tool anew, so the same link counts as the same item.
		const isTool = client.policy.priority === 'interactive';
		const itemKey = isTool ? `tool ${JSON.stringify(body)}` : call.uniqueKey;
		const aliasIsOurs = chosen.text('alias') === 'chosenByNode' && isEmpty(body.custom);
		if (aliasIsOurs) body.custom = ownAlias(item, call.uniqueKey);
		const reuseExisting = chosen.text('ifLinkExists') === 'returnExisting';
		const creating = createLink(client, body, {
			reuseExisting,
			aliasIsOurs,
			items: call.itemCount,
			itemKey,
		});
		const { record, origin } = await changing(client, LISTS.links, creating);
		call.count(origin);
		return [
			{
				...record,
				...(reuseExisting || origin === 'found' ? { existing: origin === 'found' } : {}),
				...(withInput ? { input: withoutPassword(item.json) } : {}),
			},
		];
	},
};
