import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { CreateKey } from '../../links/create/createKey';
import { createLink, type LinkOutcome } from '../../links/create/createLink';
import { findOrCreateLink } from '../../links/create/findOrCreateLink';
import { withParametersInUrl } from '../../links/link/longUrl';
import { planLink } from '../../links/upsert/plannedLink';
import { RowOrder } from '../../links/upsert/rowOrder';
import { firstItemsOf, sharedLink } from '../../links/upsert/sharedLinks';
import { shortUrlKey } from '../../links/link/shortUrl';
import { lockOf, wantedLink } from '../../links/link/wantedLink';
import { controlsOf, requiredControlsOf } from '../../operations/fields';
import { together } from '../../operations/reading';
import type { Operation, OperationCall } from '../../operations/operation';
import { numberOf } from '../../sheet/sheet';
import { toChoice } from '../../shared/values/convert';
import { isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { refuseOtherService } from '../../fields/alias';
import { countMissing, ifMissingOption, withMissingCreated } from '../../fields/missing/ifMissing';
import { refuseUnknownDomain } from '../../fields/missing/unknownDomain';
import { isBlankRow } from './rows/blankRow';
import { MAPPING } from './columns/formValues';
import { dateOrderOption } from '../../sheet/dateOrder';
import { dryRunSwitch, readDryRun } from './dryRun';
import { shownColumnName } from '../../sheet/headings';
import { aliasOption, readLetsServiceChoose } from './ifAliasIsEmpty';
import { inputFieldsOption } from './columns/inputRow';
import { customAliasField, fieldsInWords, longUrlField, readLinkBody } from './rows/linkBody';
import { inputsToIgnoreOption, isAutoMapped, mappingMode } from '../../sheet/mappingMode';
import { linkProperties, missingLongUrl, readNewLink, refuseProblems } from './rows/newLink';
import { linkRows } from './rows/linkSheet';
import { refuseNothingMapped } from './rows/nothingMapped';
import type { WantedImage } from '../qrCode/image';
import { qrImageOptions, readWantedQrImage, withQrImage } from '../qrCode/linkImage';

const options: INodeProperties[] = [
	dateOrderOption,
	aliasOption,
	ifMissingOption,
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
				description: 'Create a new link for every item',
			},
			{
				name: 'Return Existing',
				value: 'returnExisting',
				description:
					'Return a link to the same long URL (and with the same alias and domain, if given)',
			},
		],
		default: 'returnExisting',
		description:
			'What to do if a link to the long URL exists. Default: Create Another, or Return Existing as a tool.',
	},
	...inputFieldsOption,
	inputsToIgnoreOption,
	...qrImageOptions,
];

/** A link to create. */
interface Wish {
	body: IDataObject;
	/** Whether a link that exists counts as created. */
	reusesExisting: boolean;
	dryRun: boolean;
	/** Whether the node makes no alias. */
	letsServiceChoose: boolean;
	image: WantedImage | undefined;
}

/** @throws {UserFacingError} when an option is none of its choices */
function readChoices(parameters: Parameters): Omit<Wish, 'body'> {
	const { ifLinkExists } = parameters.fields('options');
	const choices = ['returnExisting', 'createAnother'] as const;
	// Models repeat calls.
	const choice = parameters.areOfModel ? 'returnExisting' : 'createAnother';
	return {
		reusesExisting:
			(isEmpty(ifLinkExists) ? choice : toChoice(ifLinkExists, 'If Link Exists', choices)) ===
			'returnExisting',
		dryRun: readDryRun(parameters),
		letsServiceChoose: readLetsServiceChoose(parameters),
		image: readWantedQrImage(parameters),
	};
}

export const create: Operation<Wish> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create link',
		description: 'Create a short link for a long URL',
	},
	writes: true,
	isResumable: true,
	runAgain:
		'To run again without duplicates, set Options → If Link Exists to Return Existing. Otherwise, retrying the execution creates the links again.',
	hasLimits: true,
	properties: linkProperties({
		perLink: [...requiredControlsOf([longUrlField]), ...controlsOf([customAliasField])],
		last: [...mappingMode(MAPPING), ...dryRunSwitch('what would be created')],
	}),
	options,
	output: {
		action: 'string',
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		existing: 'boolean',
		notApplied: 'string[]',
		sameAs: 'integer',
		reason: 'string',
		changes: 'object',
		sent: 'string[]',
		dryRun: 'boolean',
		input: 'object',
	},
	sheet: linkRows,
	isBlank: (call) => isBlankRow(call, ['url']),
	async read(call) {
		const row = readNewLink(call, { ignoresShortUrl: true });
		const { values, columns, pasted } = row;
		if (row.ignoredShortUrl !== undefined) call.hint(shortUrlsIgnored(row.ignoredShortUrl));
		call.about({ longUrl: values.url, alias: values.custom });
		const { body, how } = await together({
			url: () => {
				refuseNothingMapped(call, row, ['url']);
				if (isEmpty(values.url)) throw missingLongUrl(call, row);
			},
			row: () => refuseProblems(row),
			alias: async () => await refuseOtherService(call, pasted),
			domain: async () => await refuseUnknownDomain(call, values.domain, columns.domain),
			body: async () => await readLinkBody(call, values, columns),
			how: () => readChoices(call.parameters),
		});
		return { body, ...how };
	},
	/** Items that may share a link: the first creates it. */
	plan({ client, wishes, numbers, finished }) {
		const order = new RowOrder();
		const firstItems = firstItemsOf(client);
		for (const [at, wish] of wishes.entries()) {
			const record = finished(at);
			if (record !== undefined) firstItems.note(shortUrlKey(record), numberOf(at, numbers));
			const mayShare =
				wish !== undefined && (wish.reusesExisting || (wish.dryRun && !isEmpty(wish.body.custom)));
			const links =
				mayShare && record === undefined
					? [lockOf(wantedLink(withParametersInUrl(wish.body)))]
					: [];
			order.add(links);
		}
		return { earlier: order.earlier };
	},
	async execute(call, wish) {
		const outcome = wish.dryRun ? await planItem(call, wish) : await makeItem(call, wish);
		if (wish.dryRun) countMissing(call, wish.body);
		const { record, origin, notChanged = [], hint, sameAs } = outcome;
		if (hint !== undefined) call.hint(hint);
		const isByPage = isEmpty(wish.body.custom);
		if (sameAs !== undefined) call.repeats(sharedLink(sameAs, isByPage));
		call.count(sameAs === undefined ? origin : 'repeated', fieldsInWords(notChanged));
		const isFound = origin === 'found';
		const output = {
			action: sameAs === undefined ? ACTIONS[origin] : 'repeated',
			...(sameAs === undefined ? {} : { sameAs }),
			...record,
			...(wish.reusesExisting || isFound ? { existing: isFound } : {}),
			...(notChanged.length > 0 ? { notApplied: notChanged } : {}),
		};
		return [
			wish.dryRun ? { ...output, dryRun: true } : await withQrImage(call, wish.image, output),
		];
	},
};

/** What became of an item, or would. */
const ACTIONS = {
	created: 'created',
	recovered: 'created',
	found: 'unchanged',
	create: 'create',
} as const;

interface CreateOutcome extends Pick<LinkOutcome, 'record' | 'notChanged' | 'hint'> {
	origin: keyof typeof ACTIONS;
	/** The number of the earlier item that has the link. */
	sameAs?: number | undefined;
}

async function planItem(
	call: OperationCall,
	{ body, reusesExisting }: Wish,
): Promise<CreateOutcome> {
	const { client, itemCount: items, itemIndex, sheet, parameters, count } = call;
	count('dryRun');
	const number = numberOf(itemIndex, sheet.rowNumbers);
	const noun = isAutoMapped(parameters) ? 'row' : 'item';
	return await planLink(client, body, { items, number, noun, reusesExisting });
}

async function makeItem(
	call: OperationCall,
	{ body: read, reusesExisting, letsServiceChoose }: Wish,
): Promise<CreateOutcome> {
	const body = await withMissingCreated(call, read);
	const { client, itemCount, itemIndex, ofItem, sheet } = call;
	const options = { key: ofItem.get(CreateKey, () => new CreateKey()), letsServiceChoose };
	const outcome = reusesExisting
		? await findOrCreateLink(client, body, options, itemCount)
		: await createLink(client, body, options);
	const number = numberOf(itemIndex, sheet.rowNumbers);
	const sameAs = firstItemsOf(client).note(shortUrlKey(outcome.record), number);
	return { ...outcome, sameAs };
}

/** The line about a column with short URLs, which is nothing to Create, whose links are new. */
function shortUrlsIgnored(column: string): string {
	return `${shownColumnName(column)} has short URLs, which Create ignores. To change these links, use Create or Update.`;
}
