import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { flatLinkRecord, linkDetailRecord } from '../../api/records';
import { wrongValue } from '../../shared/userFacingError';
import { linkLocator, required } from '../../locators/fields';
import { readLinkDetail } from '../../links/readLink';
import type { Operation, OperationCall } from '../common/operation';
import { toText } from '../../shared/json';

/** The fields of a link that most workflows need; Selected Fields offers all of them. */
const FIELDS: Record<string, string> = {
	clicks: 'Clicks',
	date: 'Creation Date',
	description: 'Description',
	device: 'Device Targets',
	expiry: 'Expiry',
	location: 'Geo Targets',
	id: 'ID',
	longurl: 'Long URL',
	shorturl: 'Short URL',
	socialCount: 'Social Count',
	title: 'Title',
	topBrowsers: 'Top Browsers',
	topCountries: 'Top Countries',
	topOs: 'Top Operating Systems',
	topReferrers: 'Top Referrers',
	uniqueClicks: 'Unique Clicks',
};

const SIMPLIFIED = [
	'id',
	'shorturl',
	'longurl',
	'title',
	'description',
	'date',
	'expiry',
	'clicks',
	'uniqueClicks',
];

const properties: INodeProperties[] = [
	required(linkLocator),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The most used fields, side by side',
			},
			{
				name: 'Raw',
				value: 'raw',
				description: 'Everything, with details and statistics apart as the service sends them',
			},
			{
				name: 'Selected Fields',
				value: 'fields',
				description: 'The fields you choose, side by side',
			},
		],
		default: 'simplified',
		description: 'Which fields of the link to return',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		options: Object.entries(FIELDS).map(([value, name]) => ({ name, value })),
		default: ['id', 'shorturl', 'clicks'],
		description: 'The fields to return',
		displayOptions: { show: { output: ['fields'] } },
	},
];

function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		fields.filter((field) => field in record).map((field) => [field, record[field]]),
	);
}

function readFieldNames(call: OperationCall): string[] {
	const value = call.parameters.value('fields');
	const names = (Array.isArray(value) ? value : toText(value).split(','))
		.map(toText)
		.filter((name) => name !== '');
	const unknown = names.find((name) => !Object.hasOwn(FIELDS, name));
	if (unknown !== undefined)
		throw wrongValue(
			'Fields',
			`"${unknown}" is not a field of a link`,
			Object.keys(FIELDS).join(', '),
		);
	if (names.length === 0) throw wrongValue('Fields', 'is empty', 'shorturl, clicks');
	return names;
}

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a link',
		description: 'Get a link and its statistics from a list, by ID or by short URL',
	},
	writes: false,
	properties,
	async execute(call) {
		const output = call.parameters.text('output');
		const fields = output === 'fields' ? readFieldNames(call) : SIMPLIFIED;
		const answer = await readLinkDetail(call.client, call.parameters.value('linkId'));
		return [output === 'raw' ? linkDetailRecord(answer) : pick(flatLinkRecord(answer), fields)];
	},
};
