import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { nodeDescription } from '../harness/index.mts';
import type { DescribedOperation } from './description.mts';
import { casesOf } from './row.mts';
import { nameOf, operationRows } from './table.mts';

/** What a control of the panel sends. */
export interface Control {
	label: string;
	/** For a reader, in Markdown; undefined where the page says it once for all operations. */
	text?: string;
	/** The fields of the query or body, by the API's names. */
	fields: readonly string[];
}

type Told = Omit<Control, 'label'>;

const inPath: Told = { fields: [], text: '`{id}` in the path' };
const inUrl: Told = { fields: [], text: 'the query of `url`' };
const forAll: Told = { fields: [] };
const unsent = (text: string): Told => ({ fields: [], text: `not sent: ${text}` });

/**
 * What cannot be told from the names: the API's own for every other control. By resource and label, by resource
 * and name, or by name.
 */
const TOLD: Readonly<Record<string, Told>> = {
	returnAll: { fields: ['limit', 'page', 'per_page'] },
	limit: { fields: ['limit', 'page', 'per_page'] },
	output: forAll,
	fields: forAll,
	dataToSend: forAll,
	fieldsToClear: { fields: [], text: 'the chosen fields, empty' },
	columnToMatchOn: unsent('names the column that has the link'),
	matchOn: unsent('how the link is found'),
	dryRun: unsent('nothing is changed'),
	'link.shorturl': unsent('the link is found by it'),
	utm: inUrl,
	'link.parameters': inUrl,
	customFields: { fields: [], text: 'the names you enter' },
	timezone: unsent('`expiry` is in this zone'),
	'link.type': {
		fields: ['type'],
		text: '`type`: `direct`, `frame`, `splash`, the ID of a splash page, or `overlay-` and the ID of an overlay',
	},
	createdAfter: unsent('the list is read down to the first older link'),
	'link.linkId': { fields: ['short'], text: '`{id}` in the path, or `short` for a short URL' },
	'campaign.linkId': { fields: ['short'], text: '`{linkid}` in the path' },
	'campaign.campaignId': { fields: [], text: '`{id}` or `{campaignid}` in the path' },
	'channel.linkId': { fields: ['short'], text: '`{itemid}` in the path' },
	'channel.channelId': { fields: [], text: '`{id}` or `{channelid}` in the path' },
	'channel.type': { fields: [], text: '`{type}` in the path' },
	'channel.qrCodeId': { fields: [], text: '`{itemid}` in the path' },
	'channel.itemId': { fields: [], text: '`{itemid}` in the path' },
	domainId: inPath,
	pixelId: inPath,
	qrCodeId: inPath,
	'pixel.value': { fields: ['value', 'tag'], text: '`value`; `tag` at `/api/pixel`' },
	'qrCode: New Content': unsent('says how `data` is written'),
	'qrCode.url': { fields: ['data'], text: '`data`' },
	'qrCode.text': { fields: ['data'], text: '`data`' },
	'qrCode: Phone Number': { fields: ['data'], text: '`data`, for an SMS `data.phone`' },
	'qrCode.body': { fields: ['data'], text: '`data.body`, in an email' },
	'qrCode.message': { fields: ['data'], text: '`data.message`, in an SMS' },
	'file.binaryPropertyName': { fields: [], text: 'the body, as it is' },
	'file.filename': { fields: [], text: '`{filename}` in the path' },
	'account.testLink': unsent('also creates, reads, updates and deletes a link'),
};

/** The keys that no control has used: those that are left once the whole page is written are there for nothing. */
export const unusedKeys = new Set(Object.keys(TOLD));

const COLLECTIONS = ['filters', 'sort', 'additionalFields', 'updateFields'];

/** The controls of an operation in the order of the panel, each once. */
export function controlsOf(operation: DescribedOperation): Control[] {
	const own = nodeDescription().properties.filter(({ name, type, displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		if (['notice', 'hidden'].includes(type) || ['operation', 'options'].includes(name))
			return false;
		return (
			show.resource?.includes(operation.resource) === true &&
			show.operation?.includes(operation.operation) === true
		);
	});
	const leaves = own.flatMap((property) =>
		COLLECTIONS.includes(property.name) ? inside(property) : [property],
	);
	const told = leaves.map((leaf) => ({
		label: leaf.displayName,
		...toldOf(operation.resource, leaf),
	}));
	// Some are there twice, for different settings of another one.
	const each = new Map(told.map((control) => [JSON.stringify(control), control]));
	return [...each.values()];
}

function inside({ options = [] }: Pick<INodeProperties, 'options'>): INodeProperties[] {
	return options.flatMap((option) => ('type' in option ? [option] : []));
}

function toldOf(resource: string, property: INodeProperties): Told {
	const { name, displayName } = property;
	const keys = [`${resource}: ${displayName}`, `${resource}.${name}`, name];
	const key = keys.find((one) => TOLD[one] !== undefined);
	const told = key === undefined ? undefined : TOLD[key];
	if (key !== undefined && told !== undefined) {
		unusedKeys.delete(key);
		return told;
	}
	const sent = sentBy(resource);
	if (sent.has(name)) return { fields: [name], text: withParts(property) };
	if (sent.has(`data.${name}`)) return { fields: ['data'], text: `\`data.${name}\`` };
	throw new Error(
		`No case in test/engine/operations/rows/ sends ${displayName} (${name}) of ${resource}: say in controls.mts what becomes of it`,
	);
}

/** The names that the cases of a resource send in queries and bodies; those in `data` with it in front. */
function sentBy(resource: string): Set<string> {
	const requests = operationRows
		.filter((row) => row.resource === resource)
		.flatMap(casesOf)
		.flatMap(([, { sends, onLinks }]) => [...sends, ...(onLinks?.sends ?? [])]);
	const names = requests.flatMap(({ query, json, form }) => {
		const body: IDataObject = { ...query, ...form, ...(json as IDataObject | undefined) };
		const data = typeof body.data === 'object' ? Object.keys(body.data ?? {}) : [];
		return [...Object.keys(body), ...data.map((key) => `data.${key}`)];
	});
	return new Set(names);
}

/** The field, and the keys of the objects that it holds. */
function withParts({ name, type, options = [] }: INodeProperties): string {
	const groups = options.flatMap((option) => ('values' in option ? option.values : []));
	const parts = type === 'collection' ? inside({ options }) : groups;
	// The other one's value goes out under the name of the list beside it.
	const keys = parts.filter((part) => part.name !== 'other').map((part) => `\`${part.name}\``);
	if (keys.length === 0) return `\`${name}\``;
	return `\`${name}\`: ${type === 'collection' ? '' : 'a list of '}${keys.join(', ')}`;
}

/** The row of an operation in the table. */
export function rowOf(operation: DescribedOperation) {
	const row = operationRows.find((one) => nameOf(one) === nameOf(operation));
	if (row === undefined) throw new Error(`${nameOf(operation)} has no row`);
	return row;
}
