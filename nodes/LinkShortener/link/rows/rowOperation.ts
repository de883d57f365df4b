import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { additionalFieldControls, fieldsInWords, readLinkBody } from '../fields/linkBody';
import { IDENTITY } from '../fields/linkFields';
import { planRows, type Row, RunRows } from './runRows';
import { isRecord, toText, type Values } from '../../shared/text';
import { qrImageOptions, readQrImageOptions, withQrImage } from '../qrCodeImage';
import { additionalFieldsProperty } from '../../operations/fields';
import type { Operation, OperationCall, OwnCount, ReadingCall } from '../../operations/operation';
import { CreateKey } from '../create/sendCreate';
import { allOf, settle, UserFacingError } from '../../shared/userFacingError';
import { applyRow, type Outcome } from './applyRow';
import { ifMissingOption, withMissingCreated } from '../fields/ifMissing';
import { dateOrderOption, expiryOf } from '../fields/expiry';
import { utmProperty } from '../fields/groups';
import {
	inputsToIgnoreOption,
	isAutoMapped,
	mappingMode,
	whenDefined,
	whenMapped,
} from '../../operations/sheet';
import type { Parameters } from '../../shared/n8n/parameters';
import { parseJson, soleValue, toOption, isEmpty, locatorParts } from '../../shared/values/convert';
import { returnRowsOption } from '../sheet/returnedRows';
import { linkRows } from '../sheet/linkSheet';
import { readItemValues } from './itemValues';
import { isBlankRow, noLongUrl, refuseNothingNamed } from '../sheet/nothingNamed';
import { ofColumn, together, Unchecked, withWayOut } from '../../operations/reading';
import { namesOf, rowLink } from '../find/listedLink';

/** What Create, and Create or Update have in common: how a row is read, and what becomes of it. */

const EMPTY_ALIAS = 'If Custom Alias Is Empty';

const ALIASES = [
	{
		name: 'Generate (Safe to Retry)',
		value: 'chosenByNode',
		description:
			'The node generates a random alias and, if a response is lost, uses it to look for the link',
	},
	{
		name: 'Let the Service Choose',
		value: 'asGiven',
		description:
			'The service generates a random alias. Items whose response is lost fail, and may have a link.',
	},
];

const options: INodeProperties[] = [
	dateOrderOption,
	{
		displayName: EMPTY_ALIAS,
		name: 'alias',
		type: 'options',
		options: ALIASES,
		default: 'chosenByNode',
		description: 'What to do if Custom Alias is empty',
	},
	ifMissingOption,
	...returnRowsOption,
	inputsToIgnoreOption,
	...qrImageOptions,
];

/** With columns, only those that make sense for every row. */
function forEveryRow(property: INodeProperties): INodeProperties {
	const description =
		'Drag a column here, or enter one value for all rows. Leave empty to use the column of this name.';
	const placeholder = 'Matched by name, or drag a column here';
	const optional = { ...property, description, placeholder };
	delete optional.required;
	return optional;
}

const MAPPING =
	'How to map the input to the fields of the link. Map Automatically matches columns by name (<a href="https://link-shortener.example/n8n-nodes-link-shortener/blob/main/docs/links-from-a-sheet.md#columns" target="_blank">all columns</a>). A field that you set here is not matched to a column.';

interface Variant extends Omit<Operation, 'writes' | 'properties' | 'plan' | 'read' | 'execute'> {
	/** One of them says which link it is about. */
	needed: readonly string[];
	perLink: INodeProperties[];
	/** As it reads in "Whether to only return". */
	dryRun: string;
	readMode: (parameters: Parameters) => Row['mode'];
	/** Its first question is how to map the input. */
	isOfSheet?: true;
}

export function rowOperation(parts: Variant): Operation<Row> {
	const { needed, perLink, dryRun, isOfSheet } = parts;
	const mapping = mappingMode(MAPPING);
	return {
		...parts,
		writes: true,
		isResumable: true,
		hasLimits: true,
		sheet: linkRows,
		properties: [
			...(isOfSheet ? mapping : []),
			...whenDefined(perLink),
			...whenMapped(perLink.map(forEveryRow)),
			utmProperty,
			...(isOfSheet ? [] : mapping),
			{
				displayName: 'Dry Run',
				name: 'dryRun',
				type: 'boolean',
				default: false,
				builderHint: {
					propertyHint:
						'Rows that would fail do not stop it: check `error`. For the real run, take the rows from before this node, not its output.',
				},
				description: `Whether to only return ${dryRun}, without changing anything`,
			},
			additionalFieldsProperty(additionalFieldControls),
		],
		options: [...options, ...(parts.options ?? [])],
		output: {
			id: 'integer',
			alias: 'string',
			shorturl: 'string',
			longurl: 'string',
			action: 'string',
			sameAs: 'integer',
			reason: 'string',
			changes: 'object',
			sent: 'string[]',
			dryRun: 'boolean',
			...parts.output,
		},
		isBlank: (call) => isBlankRow(call, needed),
		read: (call) => readRow(call, parts),
		plan: planRows,
		execute,
	};
}

/** @throws {UserFacingError} with all that is wrong with it */
async function readRow(call: ReadingCall, { needed, readMode }: Variant): Promise<Row> {
	const { client, number, parameters } = call;
	const isNew = !needed.includes('shorturl');
	const read = await readItemValues(call, isNew);
	const { columns, problems } = read;
	const [listed, values] = apart(read.values, isNew);
	// Also of a row with something else wrong with it, so that no other row takes its link.
	if (!isEmpty(values.custom)) {
		const domain = toText(locatorParts(values.domain).value);
		const link = rowLink({ custom: toText(values.custom), domain, url: toText(values.url) });
		for (const name of namesOf(link)) client.perRun(RunRows).names.add(name);
	}
	const { expiry, how, body } = await together({
		name: () => {
			if (isAutoMapped(parameters) && call.item.json.dryRun === true) throw ofDryRun();
			if (problems.length > 0) throw allOf(problems);
			refuseNothingNamed(call, read, needed);
		},
		expiry: async () => {
			const column = columns.expiry;
			const read = await withWayOut(column, () => expiryOf(values.expiry, call, column));
			const past = read?.past && ofColumn(read.past, column);
			// Of a link that is there it may be its own.
			if (past !== undefined && readMode(parameters) === 'create') throw past;
			return { ...read, past };
		},
		how: () => {
			const { alias } = parameters.fields('options');
			return {
				mode: readMode(parameters),
				dryRun: parameters.flag('dryRun', 'Dry Run'),
				letsServiceChoose: !isEmpty(alias) && toOption(alias, EMPTY_ALIAS, ALIASES) === 'asGiven',
				image: readQrImageOptions(parameters),
			};
		},
		body: () => readLinkBody(call, { ...values, expiry: undefined }, columns),
	});
	const isListed = Object.keys(listed).length > 0;
	const refused = isListed ? await settle(readLinkBody(call, listed, columns)) : undefined;
	return {
		...how,
		number,
		noun: isAutoMapped(parameters) ? 'row' : 'item',
		names: { campaign: values.campaign, channel: values.channel },
		refusal: refusalOf(
			listed,
			refused instanceof UserFacingError ? refused : undefined,
			isEmpty(body.url) ? noLongUrl(call) : undefined,
		),
		...rowLink({ ...body, ...(expiry.wallClock && { expiry: expiry.wallClock }) }),
		pastExpiry: expiry.past,
		expiryHint: expiry.hint,
	};
}

/** Its campaign, expiry, and more would be missing without a word. */
function ofDryRun(): UserFacingError {
	return new UserFacingError(
		'This item is the result of a dry run, which does not return all columns of its row',
		'Connect this node to the rows themselves, as the node of the dry run is.',
	);
}

/** Made apart from the reading, all of which it would keep in memory until the run ends. */
function refusalOf(
	listed: IDataObject,
	refusal: UserFacingError | undefined,
	ifNew: UserFacingError | undefined,
): Row['refusal'] {
	if (refusal === undefined && ifNew === undefined) return undefined;
	return (link) => {
		if (link === undefined) return refusal ?? ifNew;
		const isSame = ([name, value]: [string, unknown]) =>
			value === true || toText(parseJson(value)) === toText(link.record[name]);
		return Object.entries(listed).every(isSame) ? undefined : refusal;
	};
}

/** An update takes one of several. */
const RECORDS = ['campaign', 'channel'];

/** What only a listing has, in a row that may be one: a box that says whether there is one, and several records. */
function apart(all: Values, isNew: boolean) {
	const parts: [IDataObject, IDataObject] = [{}, {}];
	for (const [name, value] of Object.entries(all)) {
		const isTick = value === true && ![...IDENTITY, 'deeplink'].includes(name);
		const isSeveral = RECORDS.includes(name) && Array.isArray(soleValue(parseJson(value)));
		const isListed = !isNew && !isEmpty(all.custom) && (isTick || isSeveral);
		Object.assign(parts[isListed ? 0 : 1], { [name]: value });
	}
	return parts;
}

async function execute(call: OperationCall, row: Row) {
	const { client, itemCount, ofItem } = call;
	const { dryRun, image } = row;
	const body = await withMissingCreated(call, row.body, dryRun);
	const key = ofItem.get(CreateKey);
	const outcome = await applyRow(client, { ...row, body }, itemCount, key).catch(
		(error: unknown) => {
			throw withUnchecked(error, call);
		},
	);
	report(call, row, outcome);
	const { record } = outcome;
	return [dryRun ? { ...record, dryRun } : await withQrImage(call, image, record)];
}

/** The service may have rejected an ID of the row that was sent unchecked. */
function withUnchecked(error: unknown, { client, item }: OperationCall): unknown {
	const names = [...client.perRun(Unchecked)].filter((name) => !isEmpty(item.json[name]));
	const isRejected = error instanceof UserFacingError && error.is('rejected', 'notFound');
	if (names.length === 0 || !isRejected) return error;
	const cells = names.map((name) => `${name}: ${toText(item.json[name])}`).join(', ');
	const message = `${error.explanation.message} (not checked: ${cells})`;
	return new UserFacingError(message, error.explanation.remedy, error.explanation);
}

function report(call: OperationCall, { dryRun, expiryHint }: Row, outcome: Outcome) {
	const { hint, isRecovered = false, record } = outcome;
	const { action, changes, notApplied, sent } = record;
	if (dryRun) call.count('dryRun');
	const isOnlySent = action === 'unchanged' && sent !== undefined;
	const again = dryRun ? 'wouldBeSent' : 'sent';
	const fields = isOnlySent ? sent : notApplied;
	const words = Array.isArray(fields) ? fieldsInWords(fields.map(String)) : [];
	const kept = action === 'unchanged' && words.length > 0 ? 'differs' : action;
	const usual = isRecovered ? 'recovered' : isOnlySent ? again : kept;
	call.count(usual === 'repeated' ? REPEATED : usual, words);
	if (hint !== undefined) call.hint(hint);
	const setsExpiry = action === 'created' || (isRecord(changes) && 'expiry' in changes);
	if (expiryHint !== undefined && setsExpiry) call.hint(expiryHint);
}

const REPEATED: OwnCount = {
	like: 'repeated',
	words:
		'repeated, with the link of an earlier one (for separate links, give each its own alias or UTM value)',
	isWarning: true,
};
