import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkLinkLocator } from './find/readLink';
import { updateLink } from './rows/updateLink';
import { toNames, locatorParts } from '../shared/values/convert';
import { pastedKey } from '../shared/values/shortUrl';
import { earlierOf } from './rows/runRows';
import { leadsToItself } from './rows/applyRow';
import { linkLocator, required } from '../names/fields';
import type { Parameters } from '../shared/n8n/parameters';
import { titleOf } from './fields/formFields';
import { valuesOf } from './fields/setInForm';
import { UNCHANGED, updateFieldsProperty } from '../operations/fields';
import type { Operation } from '../operations/operation';
import { nothingToUpdate, together } from '../operations/reading';
import { dateOrderOption } from './fields/expiry';
import { withShortUrlApart } from './rows/itemValues';
import { ifMissingOption, withMissingCreated } from './fields/ifMissing';
import { returnRowsOption } from './sheet/returnedRows';
import { isBlankRow } from './sheet/nothingNamed';
import { readLinkBody, updateFields } from './fields/linkBody';
import { linkRows } from './sheet/linkSheet';
import { allOf, UserFacingError, wrongValue } from '../shared/userFacingError';
import { utmProperty } from './fields/groups';
import { toText } from '../shared/text';

const LABEL = 'Fields to Clear';

const OVERTAKEN = new UserFacingError(
	'A later item has changed this link',
	'Nothing was sent, so that its values stay.',
);

/** Those left out are not known to be emptied by any value. */
const EMPTIED_BY: Readonly<Record<string, '' | never[]>> = {
	description: '',
	devicetarget: [],
	expiry: '',
	geotarget: [],
	languagetarget: [],
	metadescription: '',
	metaimage: '',
	metatitle: '',
	password: '',
	pixels: [],
};

const CLEARABLE = Object.keys(EMPTIED_BY);

const fieldsToClearProperty: INodeProperties = {
	displayName: LABEL,
	name: 'fieldsToClear',
	type: 'multiOptions',
	options: CLEARABLE.map((value) => ({ name: titleOf(value), value })).sort((one, other) =>
		one.name.localeCompare(other.name, 'en'),
	),
	default: [],
	description: 'Fields to send empty, unless the item has a value for them',
};

/** What is sent for each. `given`: fields with a value. @throws {UserFacingError} when one cannot be emptied */
function readFieldsToClear(parameters: Parameters, given: readonly string[]): IDataObject {
	const names = toNames(parameters.value('fieldsToClear'));
	const unknown = names.find((name) => !CLEARABLE.includes(name));
	if (unknown !== undefined) {
		throw wrongValue(LABEL, `"${unknown}" is not one of its values`, CLEARABLE.join(', '));
	}
	const cleared = CLEARABLE.filter((name) => names.includes(name) && !given.includes(name));
	return Object.fromEntries(cleared.map((name) => [name, EMPTIED_BY[name]]));
}

const HOW_TO_CHANGE = `Add a field under Update Fields and give it a value. ${UNCHANGED}.`;

/** Items are about one link if they name it in the same way. */
function linkKeyOf(locator: unknown): string {
	const { mode, value } = locatorParts(locator);
	return mode === 'url' ? pastedKey(value) : `#${Number(toText(value))}`;
}

interface UpdateRow {
	link: unknown;
	body: IDataObject;
}

export const update: Operation<UpdateRow> = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update link',
		description: 'Change the long URL, alias, targets, expiry, or any other field of a link',
	},
	writes: true,
	hasLimits: true,
	properties: [
		required(linkLocator),
		utmProperty,
		updateFieldsProperty(updateFields),
		fieldsToClearProperty,
	],
	options: [dateOrderOption, ifMissingOption, ...returnRowsOption],
	output: {
		id: 'integer',
		longurl: 'string',
		shorturl: 'string',
		updated: 'boolean',
	},
	sheet: linkRows,
	isBlank: (call) => isBlankRow(call, ['linkId']),
	async read(call) {
		const { parameters } = call;
		const link = parameters.value('linkId');
		const fields = valuesOf(parameters, 'updateFields');
		const { values, problems } = await withShortUrlApart(call, fields, {}, fields.domain);
		const { mode, value } = locatorParts(link);
		const shortUrl = mode === 'url' ? value : undefined;
		call.about({ longUrl: values.url, shortUrl, alias: values.custom });
		const { body } = await together({
			link: () => {
				checkLinkLocator(link);
				if (shortUrl && pastedKey(values.url) === pastedKey(shortUrl))
					throw leadsToItself(shortUrl);
			},
			alias: () => {
				if (problems.length > 0) throw allOf(problems);
			},
			body: () => readLinkBody(call, values),
		});
		const all = { ...body, ...readFieldsToClear(parameters, Object.keys(body)) };
		if (Object.keys(all).length === 0) throw nothingToUpdate(HOW_TO_CHANGE);
		return { link, body: all };
	},
	/** Of several items for a link, the last one wins, also where n8n tries an earlier one again. */
	plan({ rows, finished }) {
		const keys = rows.map((row) => row && linkKeyOf(row.link));
		const lastDone = new Map(keys.map((key, at) => [key, finished(at) && at]));
		const problems = new Map<number, UserFacingError>();
		for (const [at, key] of keys.entries()) {
			if (key !== undefined && at < (lastDone.get(key) ?? 0) && !finished(at))
				problems.set(at, OVERTAKEN);
		}
		return { problems, earlier: earlierOf(keys) };
	},
	async execute(call, row) {
		const body = await withMissingCreated(call, row.body);
		return [await updateLink(call.client, row.link, body)];
	},
};
