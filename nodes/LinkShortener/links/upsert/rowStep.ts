import type { IDataObject } from 'n8n-workflow';

import type { Found, KnownLinks } from '../find/knownLinks';
import { REFERENCES, SHOWN_FIELDS } from '../link/linkFields';
import { listedLink, type ListedLink } from '../link/listedLink';
import { contentOf, isPartOf } from './rowContent';
import type { RowColumns, RowName, RowValues } from '../find/rowName';
import type { Done, RunRows } from './runRows';
import { hostOf } from '../link/shortUrl';
import type { RowOfLink } from '../update/updateToRow';
import {
	anotherPlace,
	foreignShortUrl,
	longUrlNeeded,
	otherValues,
	severalLinks,
} from '../find/upsertErrors';
import { aliasForm } from '../link/wantedLink';
import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/n8n/parameters';
import { allOf, type UserFacingError } from '../../shared/userFacingError';

/** The values of a row that are needed besides its body. */
export const KEPT_VALUES = ['shorturl', ...REFERENCES.filter((field) => SHOWN_FIELDS.has(field))];

/** A row of Create or Update, as it is read. */
export interface RowWish extends Pick<RowOfLink, 'dryRun' | 'pastExpiry'> {
	/** Its short URL, and the campaign and channel that it may call by their names. */
	values: RowValues;
	/** What people call it: a row, where its columns are matched by name. */
	noun: 'row' | 'item';
	columns: RowColumns;
	/** The heading of its short URL; undefined if that comes from the form. */
	shortUrlColumn: string | undefined;
	/** The name by which it calls its link. */
	name: RowName;
	/** The values as the service gets them. */
	body: IDataObject;
	/** Whether the service chooses the alias of a new link for which the row gives none. */
	letsServiceChoose: boolean;
}

/** The same with what it wants of the service. */
export interface UpsertRow extends Omit<RowWish, 'body'>, RowOfLink {
	/** Its number for people: that of the sheet's row, else its place from 1. */
	number: number;
}

/** @param page the long URL that the link had; undefined for a new one */
export function doneBy(
	{ number, wanted }: UpsertRow,
	record: IDataObject,
	page?: Done['page'],
): Done {
	return { number, body: wanted.body, record, page };
}

/** What is to be done for a row. */
export type RowStep =
	| { kind: 'create' }
	/** To compare it with its link, and to update that where it differs. */
	| { kind: 'compare'; found: Found }
	/** An earlier row said the same about the link. */
	| { kind: 'repeat'; link: ListedLink; earlier: Done };

/**
 * What is to be done for a row, by the links that are known. Pure.
 *
 * @throws {UserFacingError} that says why nothing may be done
 */
export function stepOf(row: UpsertRow, known: KnownLinks, rows: RunRows): RowStep {
	const found = findLink(row, known, rows);
	if (found !== undefined) return stepFor(row, found, rows);
	const problems = problemsOfNew(row, known);
	if (problems.length > 0) throw allOf(problems);
	return { kind: 'create' };
}

/**
 * The same for a row whose link was found. Of several rows for a link, the first counts.
 *
 * @throws {UserFacingError} when it is at another place than the row says, or an earlier row says otherwise
 */
export function stepFor(row: UpsertRow, found: Found, { done }: RunRows): RowStep {
	const { link } = found;
	const misplaced = anotherPlaceThan(row, link);
	if (misplaced !== undefined) throw misplaced;
	const earlier = done.get(link.key);
	if (earlier === undefined) return { kind: 'compare', found };
	refuseOtherValues(row, earlier);
	return { kind: 'repeat', link, earlier };
}

/** @throws {UserFacingError} when a row says something else than an earlier one for the same link */
export function refuseOtherValues(row: UpsertRow, { number, body, page }: Done): void {
	if (isPartOf(row.wanted.body, contentOf(body, page))) return;
	const { alias, body: asked } = row.wanted;
	throw otherValues(`${row.noun} ${number}`, alias || toText(asked.url));
}

/** The link that a row asks the service for: by alias, else by the page alone. */
export function soughtBy({ name, wanted }: UpsertRow): UpsertRow['wanted'] {
	return name.by === 'url' ? { ...wanted, alias: '' } : wanted;
}

function findLink(row: UpsertRow, known: KnownLinks, rows: RunRows): Found | undefined {
	const { name, wanted } = row;
	const { host: home } = known.placeOf({ host: '' });
	if (name.by !== 'url') {
		const found = known.byAlias(wanted);
		// Another row names the link that has this alias in another form.
		const isOther = found !== undefined && found.link.alias !== wanted.alias;
		return isOther && rows.named.has(found.link, home) ? undefined : found;
	}
	const isOfAnother = (link: ListedLink) =>
		rows.named.has(link, home) || (name.host === '' && rows.named.hasOnDomain(link));
	const links = known.toPage(soughtBy(row)).filter((link) => !isOfAnother(link));
	const link = known.oneOf(links, wanted);
	if (link === undefined && links.length > 0) throw severalLinks(links);
	return link && { link, isShown: true };
}

/** Why no link can be created for a row. */
function problemsOfNew(row: UpsertRow, known: KnownLinks): UserFacingError[] {
	const { name, wanted, shortUrlColumn, columns, pastExpiry } = row;
	const { url } = wanted.body;
	const isForeign = name.by === 'shorturl' && known.owns(name.host) === false;
	const problems = [
		isForeign ? foreignShortUrl(name.host, shortUrlColumn) : undefined,
		isEmpty(url) ? longUrlNeeded(columns) : undefined,
		pastExpiry,
		anotherPlaceThanNamed(row),
	];
	return problems.filter((problem) => problem !== undefined);
}

/** A row that would be refused as soon as its link is there is refused before, too. */
function anotherPlaceThanNamed(row: UpsertRow): UserFacingError | undefined {
	const { name, wanted } = row;
	if (name.by !== 'shorturl') return undefined;
	return anotherPlaceThan(row, listedLink({ shorturl: name.key, longurl: wanted.body.url }));
}

/** An update never changes alias or domain. */
function anotherPlaceThan(
	{ name, wanted, columns }: UpsertRow,
	link: ListedLink,
): UserFacingError | undefined {
	const { custom, domain } = wanted.body;
	const shorturl = toText(link.record.shorturl);
	// The service's own form of the row's alias, on the row's page.
	const isOwnForm =
		link.alias === aliasForm(toText(custom)) && link.canonicalUrl === wanted.canonicalUrl;
	const hasIt = name.by === 'custom' || isOwnForm || toText(custom) === link.alias;
	if (!isEmpty(custom) && !hasIt) {
		return anotherPlace(columns.headingOf('custom') ?? 'Custom Alias', custom, {
			shorturl,
			has: link.alias,
		});
	}
	if (!isEmpty(domain) && hostOf(domain) !== link.host) {
		return anotherPlace(columns.headingOf('domain') ?? 'Domain', domain, {
			shorturl,
			has: link.host,
		});
	}
	return undefined;
}
