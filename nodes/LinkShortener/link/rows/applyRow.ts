import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { accountLinks, type AccountLinks } from '../find/accountLinks';
import { readLinkDetail, shortUrlOn } from '../find/readLink';
import { contradiction, type First, type Row, RunRows } from './runRows';
import { MAX_PLAN_REFUSALS, REFUSED_ALIKE } from '../../api/http/remedies';
import { CreateByKey } from '../create/createLink';
import { LATE_MS, type CreateKey } from '../create/sendCreate';
import {
	completeLink,
	formOf,
	listedLink,
	type ListedLink,
	locatorOf,
	lockOf,
	lookedUpLink,
} from '../find/listedLink';
import { longUrlToSend, withParametersInUrl } from '../fields/longUrl';
import {
	aliasForms,
	aliasKey,
	isEnding,
	pastedKey,
	shortUrlKey,
} from '../../shared/values/shortUrl';
import { linksOf, type LinksOfKey } from '../find/linkMemory';
import {
	differs,
	needsDetails,
	ofNewLink,
	otherFields,
	updateBodyOf,
	updateLink,
	withoutUrl,
} from './updateLink';
import type { Action } from '../../operations/operation';
import { pick, toText } from '../../shared/text';
import { isEmpty } from '../../shared/values/convert';
import { settle, UserFacingError } from '../../shared/userFacingError';

export interface Outcome {
	record: IDataObject & { action: Action };
	/** Found after the answer to its create was lost. */
	isRecovered?: boolean;
	hint?: string | undefined;
}

/** Of several rows for one link, the first counts. @throws {UserFacingError} that says why nothing was done */
export async function applyRow(
	client: Client,
	row: Row,
	items: number,
	key: CreateKey,
): Promise<Outcome> {
	const [rows, ofKey] = [client.perRun(RunRows), linksOf(client)];
	// A create about the same link may have been open until then, in epoch ms.
	const work = (since: number) =>
		apply({ client, row, key, rows, ofKey, links: accountLinks(client, items, since) });
	if (row.mode === 'create' && row.alias === '') return await work(0);
	// The rows of this run wait for each other already. The lock keeps out other runs for the same link.
	return await ofKey.locks.alone(client, lockOf(row), work, () =>
		key.lost ? key.lost.at + LATE_MS : 0,
	);
}

interface ApplyCall {
	client: Client;
	row: Row;
	key: CreateKey;
	rows: RunRows;
	ofKey: LinksOfKey;
	links: AccountLinks;
}

async function apply(call: ApplyCall): Promise<Outcome> {
	const { links, row, rows } = call;
	const isLookedUp = row.mode !== 'create' || (row.dryRun && row.alias !== '');
	// A new link is made on its own domain, wherever others lead.
	const named = row.mode === 'create' ? { ...row, canonicalUrl: '' } : row;
	const link = isLookedUp ? await links.find(named, rows.names) : undefined;
	if (link === undefined) {
		refuseNew(call);
		return await (row.dryRun ? wouldCreate(call) : create(call));
	}
	const leadsElsewhere = link.canonicalUrl !== row.canonicalUrl;
	const isTaken = row.mode === 'create' || (row.mode === 'return' && leadsElsewhere);
	const { shorturl, longurl } = link.record;
	if (isTaken) {
		throw new UserFacingError(
			`The alias ${row.alias} is taken: ${toText(shorturl)} leads to ${toText(longurl)}`,
			'To change where it leads, use Create or Update. Or choose another alias.',
		);
	}
	const refusal = row.refusal?.(link);
	if (refusal !== undefined) throw refusal;
	if (leadsElsewhere && row.host === '' && rows.names.has(formOf(link.alias, link.canonicalUrl))) {
		throw new UserFacingError(
			`${toText(shorturl)} may be the link of another row: the service writes both aliases the same way`,
			'Give one of the two rows another alias.',
		);
	}
	const outcome = await applyTo(call, link);
	if (!leadsElsewhere || row.host !== '') return outcome;
	const host = await links.concludedDefault();
	if (host === undefined) return outcome;
	const hint = `Aliases without Domain were looked for on ${host}, the only host among the links read that is not a branded domain. If that is wrong, set Domain.`;
	return { hint, ...outcome };
}

/** Another row may call it by another name: what that has done is known at this one's call. */
async function applyTo(call: ApplyCall, link: ListedLink): Promise<Outcome> {
	const { client, row, rows, ofKey } = call;
	return await ofKey.locks.alone(client, `link ${link.key}`, async () => {
		const first = rows.first.get(link.key);
		// One that is sent again names other records than before.
		const problem = first && contradiction(row, first.row, first.longUrlBefore);
		if (problem && first.row.number !== row.number && row.mode === 'update') throw problem;
		if (first?.record !== undefined) return { record: repeated(call, link, first) };
		// If it fails, another row that says the same has its call.
		const own = { longUrlBefore: link.record.longurl, ...first, row };
		rows.first.set(link.key, own);
		const record = row.mode === 'update' ? await update(call, link) : leave(call, link);
		rows.first.set(link.key, { ...own, record });
		return { record };
	});
}

function repeated(
	call: ApplyCall,
	link: ListedLink,
	{ row: first, record }: First,
): Outcome['record'] {
	const others = { ...record };
	delete others.notApplied;
	const more = call.row.mode === 'update' ? {} : notApplied(call, link);
	return { ...others, action: 'repeated', sameAs: first.number, ...more };
}

function leave(call: ApplyCall, link: ListedLink): Outcome['record'] {
	const record = completeLink(link.record, call.row.body);
	return { action: 'unchanged', ...record, ...notApplied(call, link) };
}

function notApplied(call: ApplyCall, link: ListedLink): IDataObject {
	const fields = otherFields(link, call.row, call.ofKey.sent.valuesOf(link));
	return fields.length > 0 ? { notApplied: fields } : {};
}

/** Of a link that was there. */
const IN_OUTPUT = ['id', 'alias', 'shorturl', 'longurl', 'clicks'];

async function update(call: ApplyCall, listed: ListedLink): Promise<Outcome['record']> {
	const { client, row, ofKey } = call;
	const isEnough = listed.details !== undefined || !needsDetails(row.body);
	const shown = isEnough ? listed : lookedUpLink(await readLinkDetail(client, locatorOf(listed)));
	// What only lists show, such as its campaign, stays as it was listed.
	const record = { ...listed.record, ...shown.record };
	const link = { ...shown, record };
	const url = longUrlToSend(record.longurl);
	const hasPage = !isEmpty(row.body.url) || row.body.parameters === undefined;
	const body = hasPage ? row.body : withParametersInUrl({ ...row.body, url });
	if (pastedKey(body.url) === link.key) throw leadsToItself(record.shorturl);
	const compared = row.alias === '' ? withoutUrl(body) : body;
	const sent = ofKey.sent.valuesOf(link);
	const difference = differs(record, compared, sent, row.names);
	const { changes, equal, uncompared, toSend } = difference;
	const isChanged = Object.keys(changes).length > 0;
	const output = pick(completeLink(record, row.body), IN_OUTPUT);
	if (!isChanged && toSend.length === 0) return { action: 'unchanged', ...output };
	if (row.pastExpiry !== undefined && !equal.includes('expiry')) throw row.pastExpiry;
	const more = {
		...(isChanged && { changes }),
		...(uncompared.length > 0 && { sent: uncompared }),
	};
	if (row.dryRun) return { action: isChanged ? 'update' : 'unchanged', ...output, ...more };
	// After a restart, hidden fields are sent again, which some services cannot do.
	const isUnchanged = !isChanged && toSend.every((field) => !sent.has(field));
	if (isUnchanged && ofKey.lacksUpdates) return leave(call, link);
	const newBody = updateBodyOf(row.body, record, difference);
	const answer = await settle(updateLink(client, locatorOf(link), newBody));
	ofKey.lacksUpdates = answer instanceof UserFacingError && answer.is('notOnInstall');
	if (answer instanceof UserFacingError) {
		if (isUnchanged && ofKey.lacksUpdates) return leave(call, link);
		throw answer;
	}
	return {
		action: isChanged ? 'updated' : 'unchanged',
		...output,
		longurl: answer.longurl,
		...more,
	};
}

async function wouldCreate(call: ApplyCall): Promise<Outcome> {
	const { links, row, rows } = call;
	const { changes, uncompared: sent } = ofNewLink(row.body);
	const record = {
		action: 'create' as const,
		...(row.alias !== '' && { alias: row.alias }),
		longurl: row.body.url,
		...(Object.keys(changes).length > 0 && { changes }),
		...(sent.length > 0 && { sent }),
	};
	if (row.mode === 'create' && row.alias === '') return { record };
	const { key } = await links.notePlanned(row, row.number);
	rows.first.set(key, { row, record });
	const hint = `Services change or reject an alias with a space: ${row.alias}.`;
	return { record, hint: /\s/.test(row.alias) ? hint : undefined };
}

function refuseNew(call: ApplyCall): void {
	const { alias, body, pastExpiry } = call.row;
	const shorturl = alias && placeOf(call);
	if (shorturl && pastedKey(body.url) === shortUrlKey({ shorturl })) {
		throw leadsToItself(shorturl);
	}
	const refusal = call.row.refusal?.();
	if (refusal !== undefined) throw refusal;
	if (pastExpiry !== undefined) throw pastExpiry;
}

async function create(call: ApplyCall): Promise<Outcome> {
	const { client, links, key, row, rows } = call;
	const refusal = rows.usedUpPlan[MAX_PLAN_REFUSALS - 1];
	// The account's plan is used up, so no more is created. Updates need no room in it.
	if (row.mode === 'update' && refusal) {
		const remedy = `${REFUSED_ALIKE} ${refusal.explanation.remedy}`;
		throw new UserFacingError(refusal.explanation.message, remedy, refusal.explanation);
	}
	const created = await settle(new CreateByKey(client, row, key).run());
	if (created instanceof UserFacingError) {
		if (created.is('planLimit')) rows.usedUpPlan.push(created);
		if (row.alias !== '' && created.explanation.mayBeDone)
			rows.first.set(shortUrlKey({ shorturl: placeOf(call) }), { row });
		const isAbout = row.mode !== 'create' && created.is('rejected');
		throw isAbout ? withAlias(created, row, links) : created;
	}
	const { record, origin, hint } = created;
	const link = listedLink(record);
	if (origin === 'found' && row.mode !== 'create') return await applyHandedOut(call, link);
	if (origin === 'found' || rows.first.has(link.key)) return await applyTo(call, link);
	const made = { action: 'created' as const, ...record };
	rows.first.set(link.key, { row, record: made });
	return { record: made, isRecovered: origin === 'recovered', hint };
}

/** The create returned a link that existed, perhaps another one than the row's. */
async function applyHandedOut(call: ApplyCall, listed: ListedLink): Promise<Outcome> {
	const { client, links, row, rows } = call;
	const link =
		row.mode === 'update' ? lookedUpLink(await readLinkDetail(client, locatorOf(listed))) : listed;
	const isOther =
		row.alias === ''
			? await links.isOfAnother(link, row, rows.names)
			: aliasKey(link.alias) !== aliasKey(row.alias);
	const isOnHost = row.host === '' || link.host === row.host;
	if (isOnHost && !isOther) return await applyTo(call, link);
	throw new UserFacingError(
		`Not created, because the service does not create a second link to this long URL: ${toText(link.record.shorturl)} exists`,
		'Use the alias and domain of that link, or leave both empty.',
	);
}

/** The short URL of a new link with the row's alias. */
function placeOf({ client, row, ofKey }: ApplyCall): string {
	return shortUrlOn(client, row.host || ofKey.defaultHost, row.alias);
}

/** The service refused a create, and a link on another host, or with another form of the alias, may be the row's. */
function withAlias({ explanation }: UserFacingError, row: Row, links: AccountLinks) {
	const { alias, canonicalUrl, host } = row;
	const { message, remedy } = explanation;
	const cut = links
		.toPage(canonicalUrl)
		.filter((one) => aliasKey(alias).startsWith(aliasKey(one.alias)));
	const all = [...aliasForms(alias).flatMap((form) => links.withAlias(form)), ...cut];
	const link = all.find((one) => host === '' || one.host === host);
	const way =
		link?.alias === alias
			? `set Domain, such as https://${link.host}`
			: `enter the alias ${link?.alias}`;
	const advice = ` If ${toText(link?.record.shorturl)} is the link of this row, ${way}.`;
	return new UserFacingError(
		alias === '' || isEnding(alias) ? message : `${message} (alias: ${alias})`,
		`${remedy}${link ? advice : ''}`,
		explanation,
	);
}

export function leadsToItself(shorturl: unknown): UserFacingError {
	return new UserFacingError(
		`Long URL is the short URL itself: ${toText(shorturl)}`,
		'Enter the address of the page, such as https://example.com/page, or rename the column to Short URL.',
	);
}
