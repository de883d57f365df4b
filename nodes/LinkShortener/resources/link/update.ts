import type { INodeProperties } from 'n8n-workflow';

import { LISTS } from '../../api/listings';
import { inTurn, updateLink, type NamedLink } from '../../links/updateLink';
import { linkLocator, required } from '../../locators/fields';
import { changing } from '../../locators/rememberedNames';
import { nothingToUpdate, UNCHANGED, updateFieldsProperty } from '../common/fields';
import type { Operation, OperationCall } from '../common/operation';
import { columnsOfRow } from './columns';
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
import { columnTitles, readLinkBody, updateFields } from './linkBody';
import { changesOfRow, isMeant, linkOfRow, SHORT_URL_COLUMN } from './updateRow';

const COLUMNS_NOTICE = `Each item names its link by the short URL in its column shorturl, or by the column in Column to Match On. The other columns are matched to fields by name, ignoring case and spaces: ${columnTitles(isMeant)}. ${NAMES_NOTICE} Empty cells change nothing, and all other columns are ignored, including Alias and Link.<br>The rate limit of the service sets the pace. Most updates take two requests, so 300 rows at 30 requests a minute take 20 minutes.`;

const columnToMatchOn: INodeProperties = {
	displayName: 'Column to Match On',
	name: 'columnToMatchOn',
	type: 'string',
	default: SHORT_URL_COLUMN,
	placeholder: 'e.g. shorturl',
	description:
		'The column with the short URL or the ID of the link to update. It is not changed itself.',
};

/** The wish of one item: a link, and values by field name. */
interface Changes {
	link: NamedLink;
	values: Record<string, unknown>;
}

function readChanges(call: OperationCall): Changes {
	const { parameters } = call;
	const fields = valuesOf(parameters, 'updateFields');
	if (!isAutoMapped(parameters)) {
		return { link: { locator: parameters.value('linkId') }, values: fields };
	}
	const { link, values } = mapColumns(call);
	return { link, values: { ...values, customFields: fields.customFields } };
}

function mapColumns(call: OperationCall): Changes {
	const { parameters, item, noteColumns } = call;
	const ignored = readIgnored(parameters);
	const match = parameters.text('columnToMatchOn') || SHORT_URL_COLUMN;
	const rowLink = linkOfRow(item.json, match, ignored);
	const changes = changesOfRow(item.json, rowLink, match, ignored);
	noteColumns(changes.columns);
	const { id, shortUrl } = rowLink;
	const link =
		id === undefined
			? { locator: { mode: 'url', value: shortUrl } }
			: { locator: id, shorturl: shortUrl };
	return { link, values: changes.values };
}

function howToChange({ parameters, item }: OperationCall): string {
	return isAutoMapped(parameters)
		? `Besides the column that names the link the item needs one with a new value, such as url, Description or Expiry. An empty cell changes nothing. ${columnsOfRow(item.json)}`
		: `Add a field under Update Fields and give it a value. ${UNCHANGED}`;
}

const UNCHECKED =
	'The service did not show in time what an update changes, so it is not known whether it keeps what an update leaves out. The updates went one at a time.';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a link',
		description: 'Change the long URL, alias, targets, expiry or any other field of a link',
	},
	writes: true,
	properties: dataToSendProperties({
		description: 'Where the changes come from',
		notice: COLUMNS_NOTICE,
		mapped: [columnToMatchOn, inputsToIgnore, updateFieldsProperty([customFieldsControl])],
		defined: [required(linkLocator), updateFieldsProperty(updateFields)],
	}),
	options: [expiryTimeZoneOption],
	async execute(call) {
		const { client } = call;
		const { link, values } = readChanges(call);
		return await inTurn(client, link, async () => {
			const body = await readLinkBody(call, values);
			if (Object.keys(body).length === 0) throw nothingToUpdate(howToChange(call));
			const updating = updateLink(client, link, body);
			const { record, isUnchecked } = await changing(client, LISTS.links, updating);
			if (isUnchecked) call.hint(UNCHECKED);
			return [record];
		});
	},
};
