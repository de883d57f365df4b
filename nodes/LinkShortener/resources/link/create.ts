import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { UserFacingError } from '../../shared/userFacingError';
import { createLink } from '../../links/createLink';
import { ownAlias } from '../../links/ownAlias';
import { isRecord, toText } from '../../shared/json';
import { readDomainAddress } from './domainAddress';
import { additionalFieldsProperty } from '../common/collections';
import type { Operation, OperationCall } from '../common/operation';
import { isEmpty, parametersOf, toId } from '../../shared/parameters';
import { optionsProperty } from '../common/runOptions';
import { matchColumns, plainColumnName } from './columns';
import { additionalFieldControls, LINK_COLUMNS, linkBody } from './linkBody';
import { redirectTypeControls } from './redirectType';

const mappedByHand = { show: { dataToSend: ['defineBelow'] } };

const COLUMNS_NOTICE =
	'Columns are matched by name, ignoring case and spaces: Long URL, Custom Alias, Campaign, Expiry, Pixels, UTM Source and so on. The names of the API such as custom or utm_source work as well. Empty cells are not sent; columns that are no field of a link are left out.';

const properties: INodeProperties[] = [
	{
		displayName: 'Data to Send',
		name: 'dataToSend',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Auto-Map Input Data to Fields',
				value: 'autoMapInputData',
				description:
					'Use when the input has columns such as Long URL, Custom Alias or Expiry, from a spreadsheet for example',
			},
			{
				name: 'Define Below for Each Field',
				value: 'defineBelow',
				description: 'Set the value for each field',
			},
		],
		default: 'defineBelow',
		description: 'Where the values of the new link come from',
	},
	{
		displayName: COLUMNS_NOTICE,
		name: 'autoMapNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dataToSend: ['autoMapInputData'] } },
	},
	{
		displayName: 'Inputs to Ignore',
		name: 'inputsToIgnore',
		type: 'string',
		default: '',
		placeholder: 'e.g. Owner, Notes',
		description: 'Columns that are not looked at, separated by commas',
		displayOptions: { show: { dataToSend: ['autoMapInputData'] } },
	},
	{
		displayName: 'Long URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/a/long/page',
		description: 'The address that the short link leads to',
		displayOptions: mappedByHand,
	},
	...redirectTypeControls.map((property) => ({
		...property,
		displayOptions: { show: { ...mappedByHand.show, ...property.displayOptions?.show } },
	})),
	{
		...additionalFieldsProperty(additionalFieldControls),
		displayOptions: mappedByHand,
	},
	optionsProperty([
		{
			displayName: 'Alias',
			name: 'alias',
			type: 'options',
			options: [
				{
					name: 'As Given',
					value: 'asGiven',
					description: 'Custom Alias if there is one, otherwise the service chooses',
				},
				{
					name: 'Chosen by the Node',
					value: 'chosenByNode',
					description:
						'A random one for each item without Custom Alias, so that a link whose answer is lost can be found',
				},
			],
			default: 'asGiven',
			description:
				'Where the last part of the short URL comes from. An alias chosen by the node is a new one in every run.',
		},
		{
			displayName: 'If Link Exists',
			name: 'ifLinkExists',
			type: 'options',
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
			description:
				'What to do when the account has a link to the same long URL already. Return Existing reads the links of the account first and writes UTM values and other parameters into the long URL.',
		},
		{
			displayName: 'Expiry Time Zone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description:
				"The time zone in which Expiry is written to the service. The workflow's own when empty.",
		},
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: false,
			description:
				'Whether to put the input item, without its password, under the key input of the output',
		},
	]),
];

/** The values by field name, from the form or from the columns of the input item. */
function readValues(call: OperationCall): Record<string, unknown> {
	const { parameters } = call;
	if (parameters.text('dataToSend') === 'autoMapInputData') return mapColumns(call);
	const { utm, ...additional } = parameters.fields('additionalFields');
	return {
		...additional,
		...(isRecord(utm) ? utm : {}),
		url: parameters.value('url'),
		type: readRedirectType(call),
	};
}

function readRedirectType({ parameters }: OperationCall): string {
	const type = parameters.text('type');
	if (type === 'splashPage') return String(toId(parameters.value('splashPageId'), 'Splash Page'));
	if (type === 'ctaOverlay')
		return `overlay-${toId(parameters.value('ctaOverlayId'), 'CTA Overlay')}`;
	return type;
}

/** An AI agent adds this to the input of the tool it calls (measured on n8n 2.41). */
const AGENT_COLUMN = 'toolCallId';

function mapColumns({ parameters, item, hint }: OperationCall): Record<string, unknown> {
	const ignored = [...parameters.text('inputsToIgnore').split(','), AGENT_COLUMN].filter(
		(name) => name.trim() !== '',
	);
	const { values, leftOut } = matchColumns(item.json, LINK_COLUMNS, ignored);
	for (const column of leftOut) hint('Columns that are no field of a link were left out', column);
	return values;
}

function missingLongUrl({ parameters, item }: OperationCall): UserFacingError {
	const mapped = parameters.text('dataToSend') === 'autoMapInputData';
	const columns = Object.keys(item.json).slice(0, 20).join(', ');
	return new UserFacingError({
		message: 'Long URL is empty',
		remedy: mapped
			? `The item needs a column called url or Long URL with a value such as https://example.com/page. Its columns are: ${columns === '' ? 'none' : columns}.`
			: 'Enter the address that the short link leads to, such as https://example.com/page.',
	});
}

/** The row for Include Input Fields: everything but what is meant as the link's password. */
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
		description: 'Shorten a long URL, with every option the service has',
	},
	endpoints: ['POST /api/url/add'],
	writes: true,
	properties,
	async execute(call) {
		const { parameters, item, client } = call;
		const options = parameters.fields('options');
		const values = readValues(call);
		if (isEmpty(values.url)) throw missingLongUrl(call);
		const withInput = parametersOf((name) => options[name]).flag(
			'includeInputFields',
			'Include Input Fields',
		);
		if (!isEmpty(values.domain)) values.domain = await readDomainAddress(client, values.domain);
		const body = linkBody(values, {
			timezone: toText(options.timezone) || call.timezone,
			nowMs: Date.now(),
		});
		// An agent that tries again calls the tool anew: there the same link tells the same item.
		const isTool = client.policy.priority === 'interactive';
		const itemKey = isTool ? `tool ${JSON.stringify(body)}` : call.uniqueKey;
		const aliasIsOurs = toText(options.alias) === 'chosenByNode' && isEmpty(body.custom);
		if (aliasIsOurs) body.custom = ownAlias(item, call.uniqueKey);
		const reuseExisting = toText(options.ifLinkExists) === 'returnExisting';
		const { record, origin } = await createLink(client, body, {
			reuseExisting,
			aliasIsOurs,
			items: call.itemCount,
			itemKey,
		});
		call.count(origin);
		return [
			{
				...record,
				...(reuseExisting ? { existing: origin === 'found' } : {}),
				...(withInput ? { input: withoutPassword(item.json) } : {}),
			},
		];
	},
};
