import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { CreateKey } from '../../links/create/createKey';
import { nameOfRow, type RowValues } from '../../links/find/rowName';
import { planRows } from '../../links/upsert/planRows';
import { KEPT_VALUES, type RowWish } from '../../links/upsert/rowStep';
import { rowsOfRun } from '../../links/upsert/runRows';
import { rowOf, upsertLink, type UpsertOutcome } from '../../links/upsert/upsertLink';
import { isRecord, toText } from '../../shared/json';
import { isEmpty } from '../../shared/n8n/parameters';
import { controlsOf, type Field } from '../../operations/fields';
import { together, withWayOut } from '../../operations/reading';
import type { Operation } from '../../operations/operation';
import { numberOf } from '../../sheet/sheet';
import { refuseOtherService } from '../../fields/alias';
import { countMissing, ifMissingOption, withMissingCreated } from '../../fields/missing/ifMissing';
import { refuseUnknownDomain } from '../../fields/missing/unknownDomain';
import { isBlankRow } from './rows/blankRow';
import { dateOrderOption } from '../../sheet/dateOrder';
import { expiryOf } from '../../fields/expiry';
import { shownColumnName } from '../../sheet/headings';
import { dryRunSwitch, readDryRun } from './dryRun';
import { aliasOption, readLetsServiceChoose } from './ifAliasIsEmpty';
import { MAPPING } from './columns/formValues';
import { inputFieldsOption } from './columns/inputRow';
import { customAliasField, fieldsInWords, longUrlField, readLinkBody } from './rows/linkBody';
import { inputsToIgnoreOption, isAutoMapped, mappingMode } from '../../sheet/mappingMode';
import {
	columnsOfItem,
	linkProperties,
	readNewLink,
	refuseProblems,
	shortUrlField,
} from './rows/newLink';
import { NAMING_FIELDS } from './columns/setForRows';
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
	/** What a person should know of its expiry if that is sent. */
	expiryHint?: string;
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
		const row = readNewLink(call);
		const { values, columns, pasted } = row;
		call.about({ longUrl: values.url, shortUrl: values.shorturl, alias: values.custom });
		const shortUrlColumn = columns.shorturl && shownColumnName(columns.shorturl);
		const ofItem = columnsOfItem(call);
		let expiryHint: string | undefined;
		const hint = (line: string) => (expiryHint = line);
		const readExpiry = () => expiryOf(values.expiry, { ...call, hint }, columns.expiry);
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
			expiry: async () => await withWayOut(columns.expiry, readExpiry),
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
			...(expiryHint !== undefined && { expiryHint }),
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
		if (wish.expiryHint !== undefined && setsExpiry(record)) call.hint(wish.expiryHint);
		return [dryRun ? { ...record, dryRun } : await withQrImage(call, wish.image, record)];
	},
};

/** Whether a link got its expiry by its row, or would. */
function setsExpiry({ action, changes }: IDataObject): boolean {
	return action === 'created' || (isRecord(changes) && 'expiry' in changes);
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
