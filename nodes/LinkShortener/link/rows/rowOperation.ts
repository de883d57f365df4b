import { fieldsInWords, readLinkBody } from './linkBody';
import { planRows, rowsOfRun, type Row } from './runRows';
import { isRecord, toText } from '../../shared/json';
import { readWantedQrImage, withQrImage } from '../../resources/qrCode/linkImage';
import type { Operation, OperationCall, ReadingCall } from '../../operations/operation';
import { CreateKey } from '../create/createKey';
import { REFERENCES, SHOWN_FIELDS } from '../fields/linkFields';
import { allOf } from '../../shared/userFacingError';
import { applyRow, type Outcome } from './applyRow';
import { countMissing, withMissingCreated } from '../fields/ifMissing';
import { expiryOf } from '../fields/expiry';
import { isAutoMapped } from '../../operations/sheet';
import { isEmpty, locatorParts } from '../../shared/n8n/parameters';
import { linkRows } from '../sheet/linkSheet';
import { nothingNamed, readNewLink, titleIn, type NewLink } from './newLink';
import { readDryRun, readLetsServiceChoose } from './rowOptions';
import { refuseNothingMapped } from '../sheet/nothingMapped';
import { refuseUnknownDomain } from '../fields/unknownDomain';
import { shownColumnName } from '../sheet/headings';
import { together, withWayOut } from '../../operations/reading';
import { namesOf, wantedLink } from '../find/wantedLink';

/** What Create, and Create or Update have in common: how a row is read, and what becomes of it. */

/** A row may call these by a name, and the service shows them by it. */
const NAMED = REFERENCES.filter((field) => SHOWN_FIELDS.has(field));

/**
 * One of `needed` says which link it is about.
 * @throws {UserFacingError} with all that is wrong with it
 */
export async function readRow(
	call: ReadingCall,
	needed: readonly string[],
	readMode: () => Row['mode'],
): Promise<Row> {
	const { hint, number, parameters } = call;
	const isNew = !needed.includes('shorturl');
	const read = await readNewLink(call, isNew);
	const { columns, ignoredShortUrl, problems, shortUrl, values } = read;
	if (ignoredShortUrl !== undefined) hint(shortUrlsIgnored(ignoredShortUrl));
	call.about({ longUrl: values.url, shortUrl, alias: values.custom });
	// Also of a row with something else wrong with it, so that no other row takes its link.
	if (!isNew && !isEmpty(values.custom)) noteNames(call, values);
	let expiryHint: string | undefined;
	const noteHint = (line: string) => (expiryHint = line);
	const readExpiry = () => {
		const expiry = expiryOf(values.expiry, { ...call, hint: noteHint }, columns.expiry);
		// One in the past is compared as well, since it may be the link's own.
		if (isNew && expiry?.past !== undefined) throw expiry.past;
		return expiry;
	};
	const { expiry, how, body } = await together({
		name: () => {
			if (problems.length > 0) throw allOf(problems);
			refuseNothingMapped(call, read, needed);
			if (needed.every((name) => isEmpty(values[name]))) throw nothingNamed(call, read, needed);
		},
		domain: async () => await refuseUnknownDomain(call, values.domain, columns.domain),
		expiry: async () => await withWayOut(columns.expiry, readExpiry),
		how: () => ({
			mode: readMode(),
			dryRun: readDryRun(parameters),
			letsServiceChoose: readLetsServiceChoose(parameters),
			image: readWantedQrImage(parameters),
		}),
		body: async () => await readLinkBody(call, { ...values, expiry: undefined }, columns),
	});
	const names = NAMED.filter((name) => !isEmpty(values[name]));
	return {
		...how,
		number,
		noun: isAutoMapped(parameters) ? 'row' : 'item',
		names: Object.fromEntries(names.map((name) => [name, values[name]])),
		longUrlTitle: titleIn(call, 'url'),
		...wantedLink({ ...body, ...(expiry && { expiry: expiry.wallClock }) }),
		pastExpiry: expiry?.past,
		expiryHint,
	};
}

function shortUrlsIgnored(column: string): string {
	return `${shownColumnName(column)} has short URLs, which Create ignores. To change these links, use Create or Update.`;
}

function noteNames({ client }: ReadingCall, { custom, domain, url }: NewLink['values']): void {
	const place = toText(locatorParts(domain).value);
	const wanted = wantedLink({ custom: toText(custom), domain: place, url: toText(url) });
	for (const name of namesOf(wanted)) rowsOfRun(client).names.add(name);
}

export const rowOperation = {
	writes: true,
	isResumable: true,
	hasLimits: true,
	sheet: linkRows,
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
		input: 'object',
	},
	plan: planRows,
	async execute(call, row) {
		const { client, itemCount, ofItem } = call;
		const { dryRun, image } = row;
		const body = dryRun ? row.body : await withMissingCreated(call, row.body);
		const key = ofItem.get(CreateKey, () => new CreateKey());
		const outcome = await applyRow(client, { ...row, body }, itemCount, key);
		report(call, row, outcome);
		const { record } = outcome;
		return [dryRun ? { ...record, dryRun } : await withQrImage(call, image, record)];
	},
} satisfies Partial<Operation<Row>>;

function report(call: OperationCall, { body, dryRun, expiryHint }: Row, outcome: Outcome) {
	const { hint, isRecovered = false, record } = outcome;
	const { action, changes, notApplied, sameAs, sent } = record;
	if (dryRun) call.count('dryRun');
	if (dryRun) countMissing(call, body);
	const isOnlySent = action === 'unchanged' && sent !== undefined;
	const again = dryRun ? 'wouldBeSent' : 'sent';
	const fields = isOnlySent ? sent : notApplied;
	const words = fieldsInWords(Array.isArray(fields) ? fields.map(String) : []);
	call.count(isRecovered ? 'recovered' : isOnlySent ? again : action, words);
	if (hint !== undefined) call.hint(hint);
	const setsExpiry = action === 'created' || (isRecord(changes) && 'expiry' in changes);
	if (expiryHint !== undefined && setsExpiry) call.hint(expiryHint);
	if (sameAs !== undefined) call.repeats('link', LINK_EACH);
}

const LINK_EACH = 'For a link each, give each row an alias or a UTM value of its own.';
