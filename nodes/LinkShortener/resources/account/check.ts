import type { IDataObject } from 'n8n-workflow';

import { readAccount } from '../../api/account';
import type { Client } from '../../api/client';
import { LISTS, type ListEndpoint } from '../../api/records/listings';
import { ownAlias } from '../../links/create/ownAlias';
import { readLinkDetail } from '../../links/find/readLink';
import { listedLink } from '../../links/link/listedLink';
import { linksOf } from '../../links/memory/linkMemory';
import { isRecord } from '../../shared/json';
import { capitalized } from '../../shared/printable';
import { isEmpty } from '../../shared/n8n/parameters';
import { settle, UserFacingError } from '../../shared/userFacingError';
import type { Operation } from '../../operations/operation';
import { findingOf, verdictOf, type Finding } from './finding';
import { tryTestLink } from './testLink';

/** The smallest page that every list gives. */
const FIRST_PAGE = { number: 1, size: 10 };

/** The lists besides that of the links. */
const PARTS: readonly ListEndpoint[] = [
	LISTS.campaigns,
	LISTS.channels,
	LISTS.domains,
	LISTS.pixels,
	LISTS.qrCodes,
	LISTS.files,
	LISTS.ctaOverlays,
	LISTS.splashPages,
];

export const check: Operation<boolean> = {
	option: {
		name: 'Check Service',
		value: 'check',
		action: 'Check service',
		description: 'Check which features your service supports. Returns no account data.',
	},
	writes: true,
	properties: [
		{
			displayName: 'Try with a Test Link',
			name: 'testLink',
			type: 'boolean',
			default: false,
			description: 'Whether to also create, read, update, and delete a test link',
		},
	],
	output: {
		part: 'string',
		available: 'boolean',
		says: 'string',
		fields: 'string',
		report: 'object',
	},
	read: ({ parameters }) => parameters.flag('testLink', 'Try with a Test Link'),
	async execute({ client }, withTestLink) {
		const responses = client.watchResponses();
		const account = await readAccount(client);
		const [links, ...others] = await Promise.all([
			checkLinks(client),
			...PARTS.map(async (list) =>
				findingOf(capitalized(list.inWords), await firstRecords(client, list)),
			),
		]);
		const findings = [findingOf('Account', [account]), ...links, ...others];
		// With what services like to change in an alias: a capital letter and a hyphen.
		const marks = { alias: `Check-${ownAlias()}`, token: ownAlias() };
		const test = withTestLink ? await tryTestLink(client, marks) : [];
		const all = [...findings, ...test];
		const verdict = { ...toRow(verdictOf(all)), report: reportOf(client, responses) };
		return [verdict, ...all.map(toRow)];
	},
};

/** What a maintainer needs to know of a service: the shape of its responses, and nothing of the account. */
function reportOf(client: Client, responses: ReturnType<Client['watchResponses']>): IDataObject {
	const shapes = [...responses].map(([address, { status, body }]) => [address, { status, body }]);
	return {
		aliases: linksOf(client).aliases.seen ?? 'not tried',
		responses: Object.fromEntries(shapes) as IDataObject,
	};
}

function toRow({ part, says, trouble, fields = '' }: Finding): IDataObject {
	return { part, available: trouble === undefined, says, fields };
}

async function firstRecords(
	client: Client,
	list: ListEndpoint,
): Promise<IDataObject[] | UserFacingError> {
	const page = await settle(client.page(list, FIRST_PAGE));
	return page instanceof UserFacingError ? page : page.records;
}

/** @throws {UserFacingError} when the service has gone away */
async function checkLinks(client: Client): Promise<Finding[]> {
	const links = await firstRecords(client, LISTS.links);
	if (links instanceof UserFacingError && links.is('unavailable', 'rateLimited')) throw links;
	const found = findingOf('Links', links);
	// By the highest ID the answer to the test link's creation is known to name a new one.
	if (!(links instanceof UserFacingError)) linksOf(client).seeNewest(links.map(listedLink));
	const [first] = links instanceof UserFacingError ? [] : links;
	if (first === undefined) return [found];
	const ways: Array<[part: string, mode: 'id' | 'url', value: unknown]> = [
		['Link by ID', 'id', first.id],
		['Link by short URL', 'url', first.shorturl],
	];
	const details = await Promise.all(
		ways
			.filter(([, , value]) => !isEmpty(value))
			.map(async ([part, mode, value]) => {
				const answer = await settle(readLinkDetail(client, { mode, value }));
				const records = answer instanceof UserFacingError ? answer : [fieldsOf(answer)];
				return findingOf(part, records);
			}),
	);
	return [found, ...details];
}

/** The fields of a link's own answer, which come in two groups. */
function fieldsOf({ details, data }: IDataObject): IDataObject {
	return { ...(isRecord(details) ? details : {}), ...(isRecord(data) ? data : {}) };
}
