import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { flatDetailRecord } from '../../api/records/records';
import { OF_EACH_LINK } from '../../links/link/linkFields';
import { checkLinkLocator, readLinkDetail } from '../../links/find/readLink';
import { RowOrder } from '../../links/upsert/rowOrder';
import { sameMoment } from '../../links/link/sameValue';
import { turnOfLink, updateLink, type NamedLink } from '../../links/update/updateLink';
import { linkLocator, required } from '../../locators/fields';
import { locatorParts, type Parameters } from '../../shared/n8n/parameters';
import { UNCHANGED, updateFieldsProperty } from '../../operations/fields';
import { nothingToUpdate, together, withWayOut } from '../../operations/reading';
import type { Operation, ReadingCall, OperationCall } from '../../operations/operation';
import { refuseOtherService, withPastedAlias } from '../../fields/alias';
import { refuseUnknownDomain } from '../../fields/missing/unknownDomain';
import { isBlankRow } from './rows/blankRow';
import { columnsOfRow } from './columns/columns';
import { dateOrderOption } from '../../sheet/dateOrder';
import { expiryOf, type Expiry } from '../../fields/expiry';
import { ifMissingOption, withMissingCreated } from '../../fields/missing/ifMissing';
import { inputFieldsOption } from './columns/inputRow';
import { readLinkBody, updateFields, updateFieldsForAllRows, fieldsInWords } from './rows/linkBody';
import { updateAndCompare } from '../../links/update/clearedFields';
import { fieldsToClearProperty, readFieldsToClear } from './rows/fieldsToClear';
import {
	inputsToIgnoreOption,
	isAutoMapped,
	mappingMode,
	readIgnored,
	whenDefined,
	whenMapped,
} from '../../sheet/mappingMode';
import { MAPPING, valuesOf } from './columns/formValues';
import { noteColumnsOf, refuseProblems, withForAllRows, type NewLink } from './rows/newLink';
import { linkRows } from './rows/linkSheet';
import {
	changesOfRow,
	columnsToMatchOn,
	linkOfRow,
	SHORT_URL_COLUMN,
	untouched,
} from './rows/updateRow';
import { utmProperty } from './rows/utm';

const FOR_ALL_ROWS = `Values set here are used if a column is empty or missing. ${UNCHANGED}.`;

const columnToMatchOn: INodeProperties = {
	displayName: 'Column to Match On',
	name: 'columnToMatchOn',
	type: 'string',
	default: SHORT_URL_COLUMN,
	description: 'The column that contains the short URL or ID of the link to update',
};

/** What an item says: its link, and values by field name. */
interface Changes extends Omit<NewLink, 'ignored'> {
	link: NamedLink;
	/** What is returned if the row changes nothing; undefined where that is a mistake. */
	untouched: IDataObject | undefined;
}

function readMatch(parameters: Parameters): string {
	return parameters.text('columnToMatchOn') || SHORT_URL_COLUMN;
}

function readItem(call: ReadingCall): Changes {
	const { parameters, item, sheet } = call;
	const fields = valuesOf(parameters, 'updateFields');
	if (!isAutoMapped(parameters)) {
		const link = { locator: parameters.value('linkId') };
		const values = withPastedAlias(fields, {}, fields.domain);
		return { link, columns: {}, ...values, untouched: undefined };
	}
	const ignored = readIgnored(parameters, sheet);
	const link = linkOfRow(item.json, readMatch(parameters), ignored);
	const { values, used, ...row } = changesOfRow(item.json, link, ignored, sheet);
	noteColumnsOf(call, row, used);
	// The form may still hold fields that make no sense for all rows, from before the mode was changed.
	const forAllRows = Object.entries(fields).filter(([name]) => !OF_EACH_LINK.includes(name));
	return {
		...row,
		link,
		values: withForAllRows(values, Object.fromEntries(forAllRows)),
		untouched: untouched(item.json, link, ignored, sheet),
	};
}

function howToChange({ parameters, item }: Pick<ReadingCall, 'parameters' | 'item'>): string {
	return isAutoMapped(parameters)
		? `Besides the column that identifies the link, the item needs a column with a new value, such as url, Description, or Expiry. Empty cells change nothing. ${columnsOfRow(item.json)}`
		: `Add a field under Update Fields and give it a value. ${UNCHANGED}.`;
}

/** A link to update. */
interface Wish extends Pick<Changes, 'link' | 'untouched'> {
	/** Without the expiry. */
	body: IDataObject;
	expiry: Expiry | undefined;
	/** The fields to empty, as they are sent. */
	emptied: IDataObject;
}

/**
 * The expiry to send: none that is over and only repeats the link's own, as rows of Get have it. The service
 * takes only days after today.
 *
 * @throws {UserFacingError} when it is another one in the past
 */
async function expiryToSend(client: Client, { link, expiry }: Wish): Promise<IDataObject> {
	if (expiry === undefined) return {};
	const { wallClock, isOver, past } = expiry;
	if (isOver) {
		const { expiry: shown } = flatDetailRecord(await readLinkDetail(client, link.locator));
		if (sameMoment(wallClock, shown)) return {};
	}
	if (past !== undefined) throw past;
	return { expiry: wallClock };
}

/** An update that empties fields, and what became of them. */
async function clearFields(
	{ client, hint }: OperationCall,
	{ link }: Wish,
	body: IDataObject,
	names: readonly string[],
): Promise<IDataObject> {
	const record = await updateAndCompare(
		names,
		async () => await readLinkDetail(client, link.locator),
		async () => await updateLink(client, link, body),
	);
	const { notCleared: kept } = record;
	if (kept) hint(`The service kept fields that were sent empty: ${fieldsInWords(kept).join(', ')}`);
	return record;
}

export const update: Operation<Wish> = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update link',
		description: 'Change the long URL, alias, targets, expiry, or any other field of a link',
	},
	writes: true,
	hasLimits: true,
	properties: [
		...mappingMode(MAPPING),
		...whenMapped([columnToMatchOn]),
		...whenDefined([required(linkLocator)]),
		utmProperty,
		...whenMapped([updateFieldsProperty(updateFieldsForAllRows, FOR_ALL_ROWS)]),
		...whenDefined([updateFieldsProperty(updateFields)]),
		fieldsToClearProperty,
	],
	options: [dateOrderOption, ifMissingOption, ...inputFieldsOption, inputsToIgnoreOption],
	output: {
		id: 'integer',
		longurl: 'string',
		shorturl: 'string',
		updated: 'boolean',
		cleared: 'string[]',
		sent: 'string[]',
		input: 'object',
	},
	sheet: linkRows,
	isBlank: (call) => {
		const match = readMatch(call.parameters);
		return isBlankRow(call, {
			fields: ['linkId'],
			columns: (row) => columnsToMatchOn(row, match),
		});
	},
	async read(call) {
		const changes = readItem(call);
		const { link, values, columns, pasted } = changes;
		const { mode, value } = locatorParts(link.locator);
		const shortUrl = mode === 'url' ? value : link.shorturl;
		call.about({ longUrl: values.url, shortUrl, alias: values.custom });
		const { expiry, body } = await together({
			link: () => checkLinkLocator(link.locator, call.parameters.areOfModel),
			row: () => refuseProblems(changes),
			alias: async () => await refuseOtherService(call, pasted),
			domain: async () => await refuseUnknownDomain(call, values.domain, columns.domain),
			expiry: async () =>
				await withWayOut(call, columns.expiry, () => expiryOf(values.expiry, call, columns.expiry)),
			body: async () => await readLinkBody(call, { ...values, expiry: undefined }, columns),
		});
		const given = [...Object.keys(body), ...(expiry === undefined ? [] : ['expiry'])];
		const emptied = readFieldsToClear(call.parameters, given);
		const isEmpty = given.length === 0 && Object.keys(emptied).length === 0;
		if (isEmpty && changes.untouched === undefined) throw nothingToUpdate(howToChange(call));
		return { link, untouched: changes.untouched, body, expiry, emptied };
	},
	/** Of several rows for a link, the last one wins. */
	plan({ wishes }) {
		const order = new RowOrder();
		for (const wish of wishes) order.add(wish ? [turnOfLink(wish.link)] : []);
		return { earlier: order.earlier };
	},
	async execute(call, wish) {
		const { client } = call;
		const { link, untouched: asItWas, emptied } = wish;
		const given = await withMissingCreated(call, wish.body);
		const body = { ...given, ...(await expiryToSend(client, wish)), ...emptied };
		const names = Object.keys(emptied);
		if (names.length > 0) return [await clearFields(call, wish, body, names)];
		if (Object.keys(body).length > 0) return [await updateLink(client, link, body)];
		if (asItWas === undefined) throw nothingToUpdate(howToChange(call));
		call.count('unchanged');
		return [asItWas];
	},
};
