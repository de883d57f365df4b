import type { Client } from '../../api/client';
import { CreateKey } from '../../links/create/createKey';
import { createLink } from '../../links/create/createLink';
import { listedLink, locatorOf, lookedUpLink, type ListedLink } from '../../links/link/listedLink';
import { endsInSlash } from '../../links/link/longUrl';
import { readLinkDetail } from '../../links/find/readLink';
import { updateLink } from '../../links/update/updateLink';
import { toText } from '../../shared/json';
import { parseUrl } from '../../shared/url';
import { settle, UserFacingError } from '../../shared/userFacingError';
import { failureText, type Finding } from './finding';

/** Texts that nobody else uses, by which the link is told from any other. */
interface Marks {
	alias: string;
	token: string;
}

const TITLE = 'Check Service';
const DESCRIPTION = 'Created by n8n and deleted right away';
const UTM_SOURCE = 'n8n';

/** Makes a link, looks at what the service makes of it, and deletes it. Any other link is left alone. */
export async function tryTestLink(client: Client, marks: Marks): Promise<Finding[]> {
	const { alias, token } = marks;
	const url = `https://example.com/${token}/?utm_source=${UTM_SOURCE}`;
	const key = new CreateKey();
	key.alias = alias;
	const created = await settle(
		createLink(client, { url, metatitle: TITLE }, { key, letsServiceChoose: false }),
	);
	const lookForIt = `Look in the service for the alias ${alias}, and delete its link if it is there`;
	if (created instanceof UserFacingError) {
		const { isUnconfirmed } = created.explanation;
		const says = isUnconfirmed
			? `The response to its creation was lost. ${lookForIt}`
			: failureText(created);
		return [row('', false, says)];
	}
	const made = listedLink(created.record);
	const link = await readOurs(client, made, token);
	if (link === 'unreadable') {
		return [row('', false, `It was created, but cannot be read. ${lookForIt}`)];
	}
	if (link === 'another') {
		return [row('', false, 'The service returned another link, which was not changed')];
	}
	const about = [
		row('', true, 'Was created and can be read'),
		...questions(made, link, alias, url),
	];
	return [...about, ...(await changeAndDelete(client, link, token, url))];
}

function row(question: string, isRight: boolean, says: string): Finding {
	const part = question === '' ? 'Test link' : `Test link: ${question}`;
	return isRight ? { part, says } : { part, says, trouble: 'Look at' };
}

/** The link as the service shows it under its ID, if it has the token in its long URL. */
async function readOurs(
	client: Client,
	made: ListedLink,
	token: string,
): Promise<ListedLink | 'unreadable' | 'another'> {
	const answer = await settle(readLinkDetail(client, locatorOf(made)));
	if (answer instanceof UserFacingError) return 'unreadable';
	const link = lookedUpLink(answer);
	if (!link.canonicalUrl.includes(token)) return 'another';
	return { ...link, id: made.id ?? link.id };
}

/** What the service made of the link. Pure. */
export function questions(
	made: ListedLink,
	link: ListedLink,
	alias: string,
	url: string,
): Finding[] {
	const sent = parseUrl(url);
	const shown = parseUrl(toText(link.record.longurl));
	const bare = (path = '') => path.replace(/\/$/, '');
	const isPage = shown?.host === sent?.host && bare(shown?.pathname) === bare(sent?.pathname);
	const hasSlash = endsInSlash(link.record.longurl);
	const hasUtm = shown?.searchParams.get('utm_source') === UTM_SOURCE;
	const hasId = made.id !== undefined;
	const isAlias = link.alias === alias;
	return [
		row('ID', hasId, hasId ? 'Returned by the service' : 'Not returned by the service'),
		row('alias', isAlias, isAlias ? 'Stays' : `${alias} became ${link.alias}`),
		row('long URL', isPage, isPage ? 'Stays' : 'Shown differently'),
		row('slash at the end', hasSlash, hasSlash ? 'Stays' : 'Removed from the long URL'),
		row('UTM parameters', hasUtm, hasUtm ? 'Stay' : 'Not shown in the long URL'),
	];
}

async function changeAndDelete(
	client: Client,
	before: ListedLink,
	token: string,
	url: string,
): Promise<Finding[]> {
	const { id } = before;
	const byHand = `Delete ${toText(before.record.shorturl)} by hand`;
	if (id === undefined) {
		return [row('delete', false, `The service did not return an ID to delete it by. ${byHand}`)];
	}
	const updating = updateLink(client, { locator: id }, { url, description: DESCRIPTION });
	const updated = await settle(updating);
	const after = await readOurs(client, before, token);
	if (typeof after === 'string') {
		return [row('delete', false, `It can no longer be read. ${byHand}`)];
	}
	const rows = updateRows(updated, before, after);
	const deleted = await client.send({
		method: 'DELETE',
		path: `/api/url/${id}/delete`,
		safety: 'idempotent',
	});
	if (deleted.kind === 'success') return [...rows, row('delete', true, 'Works')];
	return [...rows, row('delete', false, `${failureText(deleted.error)}. ${byHand}`)];
}

/** What an update did, and whether it kept the title that it did not send. */
function updateRows(updated: unknown, before: ListedLink, after: ListedLink): Finding[] {
	const lost = row('title after an update', false, 'Cleared unless it is sent again');
	const { description = DESCRIPTION } = after.record;
	const isDone = description === DESCRIPTION;
	if (updated instanceof UserFacingError) {
		if (updated.explanation.kind !== undefined) {
			return [row('update', false, failureText(updated))];
		}
		// An earlier update has shown it, so this one was not sent.
		if (!isDone) return [row('update', false, 'Clears fields that are not sent'), lost];
	}
	const done = row('update', isDone, isDone ? 'Works' : 'Accepted, but changes nothing');
	const title = toText(before.record.title);
	if (title === '') return [done, row('title after an update', false, 'Not shown')];
	const isKept = toText(after.record.title) === title;
	return [done, isKept ? row('title after an update', true, 'Stays') : lost];
}
