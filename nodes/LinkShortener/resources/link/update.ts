import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { flatDetailRecord } from '../../api/records';
import { isSameMoment } from '../../links/differs';
import { readLinkDetail } from '../../links/readLink';
import { inTurn, updateLink, type NamedLink } from '../../links/updateLink';
import { linkLocator, required } from '../../locators/fields';
import { locatorParts } from '../../shared/parameters';
import { nothingToUpdate, UNCHANGED, updateFieldsProperty, withWayOut } from '../common/fields';
import type { Operation, OperationCall } from '../common/operation';
import type { OfSheet } from '../common/sheet';
import { refuseOtherService, withPastedAlias } from './alias';
import { columnsOfRow } from './columns';
import { dateOrderOption } from './dateOrder';
import { expiryOf } from './expiry';
import { includeInputFieldsOption } from './inputRow';
import { PER_ROW, readLinkBody, updateFields, updateFieldsForAllRows } from './linkBody';
import {
	ALL_COLUMNS,
	inputsToIgnoreOption,
	isAutoMapped,
	mappingMode,
	readIgnored,
	valuesOf,
	whenDefined,
	whenMapped,
} from './mapping';
import { noteColumnsOf, type NewLink } from './newLink';
import { changesOfRow, linkOfRow, SHORT_URL_COLUMN, untouched } from './updateRow';
import { utmProperty } from './utm';

const FOR_ALL_ROWS = `Each holds for all rows whose own cell is empty or missing. ${UNCHANGED}`;

const columnToMatchOn: INodeProperties = {
	displayName: 'Column to Match On',
	name: 'columnToMatchOn',
	type: 'string',
	default: SHORT_URL_COLUMN,
	description:
		'The column with the short URL or the ID of the link to update. It is not changed itself.',
};

/** The wish of one item: a link, and values by field name. */
interface Changes extends Omit<NewLink, 'ignored' | 'isCampaignBuilder'> {
	link: NamedLink;
	/** What comes out if the row changes nothing; undefined where that is a mistake. */
	untouched: () => IDataObject | undefined;
}

function readChanges(call: OperationCall & OfSheet): Changes {
	const { parameters, item, sheet } = call;
	const fields = valuesOf(parameters, 'updateFields');
	if (!isAutoMapped(parameters)) {
		const link = { locator: parameters.value('linkId') };
		const values = withPastedAlias(fields, {}, fields.domain);
		return { link, columns: {}, ...values, untouched: () => undefined };
	}
	const ignored = readIgnored(parameters, sheet);
	const match = parameters.text('columnToMatchOn') || SHORT_URL_COLUMN;
	const link = linkOfRow(item.json, match, ignored);
	const { values, used, ...row } = changesOfRow(item.json, link, ignored);
	noteColumnsOf(call, row, used);
	// The form may still hold fields that make no sense for all rows, from before the mode was changed.
	const forAllRows = Object.entries(fields).filter(([name]) => !PER_ROW.includes(name));
	return {
		...row,
		link,
		values: { ...Object.fromEntries(forAllRows), ...values },
		untouched: () => untouched(item.json, link, ignored),
	};
}

function howToChange({ parameters, item }: OperationCall): string {
	return isAutoMapped(parameters)
		? `Besides the column that names the link the item needs one with a new value, such as url, Description or Expiry. An empty cell changes nothing. ${columnsOfRow(item.json)}`
		: `Add a field under Update Fields and give it a value. ${UNCHANGED}`;
}

/**
 * The values without an expiry that is over and only repeats the link's own, as rows of Get have it. The
 * service takes only days after today.
 */
async function withoutOldExpiry(call: OperationCall, { link, values, columns }: Changes) {
	const expiry = await withWayOut(call, values.expiry, columns.expiry, () =>
		expiryOf(values.expiry, call, columns.expiry),
	);
	if (expiry?.isOver !== true) return values;
	const { expiry: shown } = flatDetailRecord(await readLinkDetail(call.client, link.locator));
	return isSameMoment(expiry.wallClock, shown) ? { ...values, expiry: undefined } : values;
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update link',
		description: 'Change the long URL, alias, targets, expiry or any other field of a link',
	},
	writes: true,
	properties: [
		...mappingMode([
			'Each row names its link by the short URL or ID in the Column to Match On.',
			`The other columns are matched by name: ${ALL_COLUMNS}. Empty cells change nothing.`,
		]),
		...whenMapped([columnToMatchOn]),
		...whenDefined([required(linkLocator)]),
		utmProperty,
		...whenMapped([updateFieldsProperty(updateFieldsForAllRows, FOR_ALL_ROWS)]),
		...whenDefined([updateFieldsProperty(updateFields)]),
	],
	options: [dateOrderOption, ...includeInputFieldsOption, inputsToIgnoreOption],
	output: {
		id: 'integer',
		longurl: 'string',
		shorturl: 'string',
		updated: 'boolean',
		input: 'object',
	},
	async execute(call) {
		const { client } = call;
		const changes = readChanges(call);
		const { link, values } = changes;
		const { mode, value } = locatorParts(link.locator);
		const shortUrl = mode === 'url' ? value : link.shorturl;
		call.about({ longUrl: values.url, shortUrl, alias: values.custom });
		return await inTurn(client, link, async () => {
			const { columns, pasted } = changes;
			const body = await readLinkBody(call, await withoutOldExpiry(call, changes), columns);
			await refuseOtherService(client, pasted, call.itemCount);
			if (Object.keys(body).length > 0) return [await updateLink(client, link, body)];
			const output = changes.untouched();
			if (output === undefined) throw nothingToUpdate(howToChange(call));
			call.count('unchanged');
			return [output];
		});
	},
};
