import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createLink } from '../../links/createLink';
import { findOrCreateLink } from '../../links/findOrCreateLink';
import { ownAlias } from '../../links/ownAlias';
import { controlsOf, requiredControlsOf } from '../common/fields';
import { together } from '../common/reading';
import type { Operation, ReadingCall } from '../common/operation';
import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/parameters';
import { refuseOtherService } from './alias';
import { isShortUrlCell } from './columns';
import { dateOrderOption } from './dateOrder';
import { shownColumnName } from './headings';
import { inputFieldsOption } from './inputRow';
import { fieldsInWords, readLinkBody } from './linkBody';
import { customAliasField, longUrlField } from './linkFields';
import { inputsToIgnoreOption } from './mapping';
import {
	FIELDS_FILL_CELLS,
	linkProperties,
	missingLongUrl,
	noteColumnsOf,
	readNewLink,
	refuseProblems,
	type NewLink,
} from './newLink';
import { refuseNothingMapped } from './nothingMapped';

const options: INodeProperties[] = [
	dateOrderOption,
	{
		displayName: 'If Custom Alias Is Empty',
		name: 'alias',
		type: 'options',
		options: [
			{
				name: 'Let the Service Choose',
				value: 'asGiven',
				description: 'The service generates a random alias',
			},
			{
				name: 'Generate Locally (Safe to Retry)',
				value: 'chosenByNode',
				description:
					'Generate a random alias for each item, so no duplicate is created if a response is lost',
			},
		],
		// Whoever adds the option wants to change something.
		default: 'chosenByNode',
		description: 'What to do if Custom Alias is empty. By default, the service chooses an alias.',
	},
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
			'What to do if a link to the same long URL exists. By default, another link is created.',
	},
	...inputFieldsOption,
	inputsToIgnoreOption,
];

/** A link to create. */
interface Wish {
	body: IDataObject;
}

export const create: Operation<Wish> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create link',
		description: 'Create a short link for a long URL',
	},
	writes: true,
	runAgain:
		'To run again without duplicates, set Options → If Link Exists to Return Existing. Otherwise, retrying the execution creates the links again.',
	properties: linkProperties(FIELDS_FILL_CELLS, [
		...requiredControlsOf([longUrlField]),
		...controlsOf([customAliasField]),
	]),
	options,
	output: {
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		existing: 'boolean',
		notApplied: 'string[]',
		input: 'object',
	},
	async read(call) {
		const row = readNewLink(call);
		const { values, columns, pasted } = row;
		refuseNothingMapped(call, row, ['url']);
		noteColumnsOf(call, row);
		noteShortUrls(call, row);
		call.about({ longUrl: values.url, alias: values.custom });
		const { body } = await together({
			row: () => refuseProblems(row),
			alias: async () => await refuseOtherService(call, pasted),
			url: () => {
				if (isEmpty(values.url)) throw missingLongUrl(call);
			},
			body: async () => await readLinkBody(call, values, columns),
		});
		return { body };
	},
	async execute(call, { body: asked }) {
		const { parameters, client } = call;
		const { alias, ifLinkExists } = parameters.fields('options');
		const body = { ...asked };
		const aliasIsGenerated = toText(alias) === 'chosenByNode' && isEmpty(body.custom);
		if (aliasIsGenerated) body.custom = ownAlias();
		const reuseExisting = toText(ifLinkExists) === 'returnExisting';
		const make = reuseExisting ? findOrCreateLink : createLink;
		const how = { aliasIsGenerated, items: call.itemCount };
		const { record, origin, notChanged = [], hint } = await make(client, body, how);
		if (hint !== undefined) call.hint(hint);
		call.count(origin, fieldsInWords(notChanged));
		const isFound = origin === 'found';
		return [
			{
				...record,
				...(reuseExisting || isFound ? { existing: isFound } : {}),
				...(notChanged.length > 0 ? { notApplied: notChanged } : {}),
			},
		];
	},
};

/** Tells that a column with short URLs is nothing to Create, whose links are new. */
function noteShortUrls({ item, hint }: ReadingCall, { ignored }: NewLink): void {
	for (const column of ignored) {
		if (!isShortUrlCell(column, item.json[column])) continue;
		const name = shownColumnName(column);
		hint(
			`${name} has short URLs, which Create ignores. To change these links, use Create or Update.`,
		);
	}
}
