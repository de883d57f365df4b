import type { IDataObject } from 'n8n-workflow';

import { IDENTITY } from '../fields/linkFields';
import { canonicalUrl, withParametersInUrl } from '../fields/longUrl';
import { shortUrlKey } from '../../shared/values/shortUrl';
import { accountLinks } from '../find/accountLinks';
import { type ListedLink, lockOf, nameOf, namesOf, type RowLink } from '../find/listedLink';
import type { Plan, PlanningCall } from '../../operations/operation';
import type { ImageRequest } from '../qrCodeImage';
import { EventLoop } from '../../shared/waiting';
import { capitalized, toText, type Values } from '../../shared/text';
import { isEmpty } from '../../shared/values/convert';
import { settle, UserFacingError } from '../../shared/userFacingError';

/** The rows of one run: which links they name, in which order they go, and which of them contradict. */

/** What an item asks for. */
export interface Row extends RowLink {
	/** That of the sheet's row, else the item's place from 1. */
	number: number;
	/** `row` where its columns are matched by name. */
	noun: 'row' | 'item';
	/** `create` looks for no link, `return` leaves it as it is, `update` makes it look like the row. */
	mode: 'create' | 'return' | 'update';
	dryRun: boolean;
	/** The campaign and the channel as the row calls them. */
	names: Values;
	/** Why nothing is done about its link, or without one. */
	refusal?: (link?: ListedLink) => UserFacingError | undefined;
	/** It may still be what the link has. */
	pastExpiry?: UserFacingError | undefined;
	expiryHint?: string | undefined;
	/** Where the row gives none. */
	letsServiceChoose: boolean;
	image?: ImageRequest | undefined;
}

/** The first row of a link, and what came of it. */
export interface First {
	row: Row;
	/** Undefined if it failed. */
	record?: IDataObject;
	/** Undefined for a new link. */
	longUrlBefore?: IDataObject[string];
}

export class RunRows {
	/** By which rows call their links: noted before the first is worked on. */
	readonly names = new Set<string>();

	/** By the short URL of the link. */
	readonly first = new Map<string, First>();

	/** The first ones. */
	readonly usedUpPlan: UserFacingError[] = [];
}

/** The last one before it with its lock, by their places. */
export function earlierOf(
	locks: ReadonlyArray<string | undefined>,
): ReadonlyArray<number | undefined> {
	const last = new Map<string, number>();
	return locks.map((lock, at) => {
		if (lock === undefined) return undefined;
		const before = last.get(lock);
		last.set(lock, at);
		return before;
	});
}

/** Rows that call one link by one name go one after the other. */
export async function planRows({ client, rows, finished }: PlanningCall<Row>): Promise<Plan> {
	const { names, first } = client.perRun(RunRows);
	const eventLoop = new EventLoop();
	const problems = new Map<number, UserFacingError>();
	const locks: Array<string | undefined> = [];
	const byName = new Map<string, Row>();
	for (const [at, row] of rows.entries()) {
		await eventLoop.share();
		locks.push(undefined);
		if (row === undefined) continue;
		const record = finished(at);
		const key = record && shortUrlKey(record);
		const isEarliest = !byName.has(nameOf(row));
		if (record && key && isEarliest && !first.has(key)) first.set(key, { row, record });
		// Each of these makes a link of its own.
		if (row.mode === 'create' && row.alias === '') continue;
		for (const name of namesOf(row)) names.add(name);
		const before = byName.get(nameOf(row));
		byName.set(nameOf(row), before ?? row);
		const problem = before && contradiction(row, before);
		if (problem !== undefined) problems.set(at, problem);
		// The same alias on two domains may be one link, if one of them is the default.
		else if (record === undefined) locks[at] = lockOf(row);
	}
	const earlier = earlierOf(locks);
	const links = accountLinks(client, rows.length);
	const check = async (row: Row | undefined, at: number) => {
		if (row?.refusal?.() === undefined || earlier[at] !== undefined) return;
		const link = await settle(links.find(row, names));
		const refusal = link instanceof UserFacingError ? undefined : row.refusal(link);
		if (refusal !== undefined) problems.set(at, refusal);
	};
	await Promise.all(rows.map(check));
	return { problems, earlier };
}

/** `longUrlBefore`: where the link of both has led before the first of them. */
export function contradiction(
	{ alias, body, mode }: Row,
	{ body: earlier, noun, number }: Row,
	longUrlBefore?: IDataObject[string],
): UserFacingError | undefined {
	const before = capitalized(`${noun} ${number}`);
	if (mode === 'create') {
		return new UserFacingError(
			`${before} already uses the alias ${alias}`,
			'Give each one its own alias.',
		);
	}
	if (mode === 'return' || isPartOf(body, earlier, longUrlBefore)) return undefined;
	return new UserFacingError(
		`${before} already sets other values for this link: ${alias || toText(body.url)}`,
		'Only the first one counts. Keep one row for each link, or give each its own Custom Alias.',
	);
}

/** Besides which link it is: each value as text, by field. */
function contentOf(body: IDataObject, page: IDataObject[string]): Record<string, string> {
	const url = isEmpty(body.url) ? page : body.url;
	const fields = Object.entries(withParametersInUrl({ ...body, url }));
	const said = fields.filter(([field, value]) => !IDENTITY.includes(field) && !isEmpty(value));
	return Object.fromEntries(
		said.map(([field, value]) => [
			field,
			field === 'url' ? canonicalUrl(value) : JSON.stringify(value),
		]),
	);
}

/** Pure. As long as neither has told a page, any page is the same. `longUrlBefore`: undefined for a new link. */
export function isPartOf(
	body: IDataObject,
	earlier: IDataObject,
	longUrlBefore?: IDataObject[string],
): boolean {
	const before = contentOf(earlier, longUrlBefore);
	// Its parameters belong to the page that the earlier row leads to.
	const page = body.parameters === undefined ? undefined : before.url;
	return Object.entries(contentOf(body, page)).every(
		([field, text]) => before[field] === text || (field === 'url' && before.url === undefined),
	);
}
