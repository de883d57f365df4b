import type { INodeProperties } from 'n8n-workflow';

import { CreateKey } from '../../links/create/createKey';
import { nameOfRow, type RowValues } from '../../links/find/rowName';
import { planRows } from '../../links/upsert/planRows';
import { KEPT_VALUES, type RowWish } from '../../links/upsert/rowStep';
import { rowsOfRun } from '../../links/upsert/runRows';
import { isOwnShortUrl } from '../../links/find/finder';
import { aliasOf } from '../../links/link/shortUrl';
import { plainAlias } from '../../links/link/wantedLink';
import { rowOf, upsertLink, type UpsertOutcome } from '../../links/upsert/upsertLink';
import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/n8n/parameters';
import { controlsOf, type Field } from '../../operations/fields';
import { together, withWayOut } from '../../operations/reading';
import type { Operation, ReadingCall } from '../../operations/operation';
import { numberOf } from '../../sheet/sheet';
import { refuseOtherService } from '../../fields/alias';
import { countMissing, ifMissingOption, withMissingCreated } from '../../fields/missing/ifMissing';
import { refuseUnknownDomain } from '../../fields/missing/unknownDomain';
import { isBlankRow } from './rows/blankRow';
import { dateOrderOption } from '../../sheet/dateOrder';
import { expiryOf } from '../../fields/expiry';
import { valueIn } from '../../fields/cellValue';
import { plainColumnName, shownColumnName } from '../../sheet/headings';
import { dryRunSwitch, readDryRun } from './dryRun';
import { aliasOption, readLetsServiceChoose } from './ifAliasIsEmpty';
import { MAPPING } from './columns/formValues';
import { inputFieldsOption } from './columns/inputRow';
import { customAliasField, fieldsInWords, longUrlField, readLinkBody } from './rows/linkBody';
import { inputsToIgnoreOption, isAutoMapped, mappingMode } from '../../sheet/mappingMode';
import {
	columnsOfItem,
	linkProperties,
	noteColumnsOf,
	readNewLink,
	refuseProblems,
	shortUrlField,
	UPSERT_COLUMNS,
	type NewLink,
} from './rows/newLink';
import { NAMING_FIELDS } from './rows/setForRows';
import { linkRows } from './rows/linkSheet';
import { refuseNothingMapped } from './rows/nothingMapped';
import type { WantedImage } from '../qrCode/image';
import { qrImageOptions, readWantedQrImage, withQrImage } from '../qrCode/linkImage';

const options: INodeProperties[] = [
	dateOrderOption,
	aliasOption,
	ifMissingOption,
	...inputFieldsOption,
	inputsToIgnoreOption,
	...qrImageOptions,
];

/** A row, and how its link is returned. */
interface Wish extends RowWish {
	image: WantedImage | undefined;
}

const aliasField: Field = {
	...customAliasField,
	description:
		'The last part of the short URL. Leave empty to find the link by its short URL or long URL.',
};

export const upsert: Operation<Wish> = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update link',
		description: 'Create a new link, or update the current one if it already exists (upsert)',
		builderHint: {
			propertyHint:
				'On a schedule, and wherever the same rows come again, prefer it to Create: rows that have not changed cost no request and no row makes a second link',
		},
	},
	writes: true,
	isResumable: true,
	runAgain: 'Correct it and run again: nothing is created twice.',
	isRepeatable: true,
	isMixed: true,
	hasLimits: true,
	properties: linkProperties({
		first: [...mappingMode(MAPPING), ...dryRunSwitch('what would be created or updated')],
		perLink: controlsOf([longUrlField, aliasField, shortUrlField]),
	}),
	options,
	output: {
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		clicks: 'integer',
		action: 'string',
		sameAs: 'integer',
		reason: 'string',
		changes: 'object',
		sent: 'string[]',
		dryRun: 'boolean',
		input: 'object',
	},
	sheet: linkRows,
	isBlank: (call) => isBlankRow(call, NAMING_FIELDS),
	async read(call) {
		const { parameters, client } = call;
		const row = await readRow(call);
		const { values, columns, pasted } = row;
		noteColumnsOf(call, row);
		call.about({ longUrl: values.url, shortUrl: values.shorturl, alias: values.custom });
		const shortUrlColumn = columns.shorturl && shownColumnName(columns.shorturl);
		const ofItem = columnsOfItem(call);
		const { name, expiry, how, body } = await together({
			name: async () => {
				refuseNothingMapped(call, row, NAMING_FIELDS);
				const read = () => nameOfRow(values, ofItem, shortUrlColumn);
				const name = await withWayOut(shortUrlColumn, read);
				rowsOfRun(client).named.add(name);
				return name;
			},
			row: () => refuseProblems(row),
			alias: async () => await refuseOtherService(call, pasted),
			domain: async () => await refuseUnknownDomain(call, values.domain, columns.domain),
			expiry: async () =>
				await withWayOut(columns.expiry, () => expiryOf(values.expiry, call, columns.expiry)),
			how: () => ({
				dryRun: readDryRun(parameters),
				letsServiceChoose: readLetsServiceChoose(parameters),
				image: readWantedQrImage(parameters),
			}),
			body: async () => await readLinkBody(call, { ...values, expiry: undefined }, columns),
		});
		return {
			...how,
			...{ name, shortUrlColumn },
			noun: isAutoMapped(parameters) ? ('row' as const) : ('item' as const),
			values: keptOf(values),
			columns: ofItem,
			// One in the past is compared as well, since it may be the link's own.
			body: { ...body, ...(expiry && { expiry: expiry.wallClock }) },
			pastExpiry: expiry?.past,
		};
	},
	async plan({ client, wishes, numbers, finished }) {
		const toRow = (wish: RowWish, at: number) => rowOf(wish, numberOf(at, numbers));
		return await planRows(client, { wishes, rowOf: toRow, finished });
	},
	async execute(call, wish) {
		const { client, itemCount, itemIndex, sheet } = call;
		const { dryRun, letsServiceChoose } = wish;
		const body = dryRun ? wish.body : await withMissingCreated(call, wish.body);
		const row = rowOf({ ...wish, body }, numberOf(itemIndex, sheet.rowNumbers));
		const key = call.ofItem.get(CreateKey, () => new CreateKey());
		const outcome = await upsertLink(client, row, itemCount, { key, letsServiceChoose });
		if (dryRun) call.count('dryRun');
		if (dryRun) countMissing(call, body);
		call.count(whatToCount(outcome, dryRun), fieldsInWords(outcome.hidden));
		if (outcome.hint !== undefined) call.hint(outcome.hint);
		if (outcome.repeats !== undefined) call.repeats(outcome.repeats);
		const { record } = outcome;
		return [dryRun ? { ...record, dryRun } : await withQrImage(call, wish.image, record)];
	},
};

/** What an item says, whose column Link names its link if it holds a short URL of the account and no other alias is set. */
async function readRow(call: ReadingCall): Promise<NewLink> {
	const row = readNewLink(call, UPSERT_COLUMNS);
	const { values, columns, ignored } = row;
	const isLink = (column: string | undefined) => plainColumnName(column ?? '') === 'link';
	const isPage = isLink(columns.url);
	const maySayMore = isEmpty(values.shorturl);
	const column = isPage ? columns.url : ignored.find((other) => maySayMore && isLink(other));
	if (column === undefined) return row;
	const shorturl = isPage ? values.url : valueIn('shorturl', call.item.json[column]);
	// With another alias, it is the page that the link of that alias leads to.
	const isAnother =
		!isEmpty(values.custom) &&
		plainAlias(toText(values.custom)) !== plainAlias(aliasOf({ shorturl: toText(shorturl) }));
	if (isAnother || !(await isOwnShortUrl(call.client, shorturl, call.itemCount))) {
		return row;
	}
	// Its domain is in it, so that of the form is another row's.
	const domain = columns.domain === undefined ? undefined : values.domain;
	return {
		...row,
		values: { ...values, domain, shorturl, ...(isPage ? { url: undefined } : {}) },
		columns: { ...columns, shorturl: column },
		ignored: ignored.filter((other) => other !== column),
	};
}

/** The values that are needed besides the body; of a hundred thousand rows, the others take much memory. */
function keptOf(values: RowValues): RowWish['values'] {
	const kept = KEPT_VALUES.filter((name) => !isEmpty(values[name]));
	return Object.fromEntries(kept.map((name) => [name, values[name]]));
}

/** The count of the line on the node that an outcome belongs to. */
function whatToCount({ record, isOnlySent }: UpsertOutcome, dryRun: boolean): string {
	if (isOnlySent) return dryRun ? 'wouldBeSent' : 'sent';
	return toText(record.action);
}
