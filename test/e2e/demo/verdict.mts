import type { LinkRow } from '../../service/index.mts';
import { readCsv, type Row } from '../csv.mts';
import { BAD_ROWS } from '../samples/expected.mts';
import type { DemoFiles } from './sample.mts';

export interface Refusal {
	longUrl: string;
	reason: string;
}

export interface Verdict {
	rowsRead: number;
	created: number;
	refused: Refusal[];
	duplicates: number;
	/** In words, one per thing that is not as it has to be. */
	faults: string[];
}

const URL_COLUMN = 'Long URL';
/** Rows come back without it. */
const SECRET_COLUMN = 'Password';

/** How each column shows in the link that was made of the row, written as the cell is. */
const OPTIONS: Record<string, (link: LinkRow) => string> = {
	Custom: (link) => link.alias,
	'Redirect Type': (link) => link.type,
	Campaign: (link) => String(link.campaign ?? ''),
	Channel: (link) => String(link.channel ?? ''),
	Pixels: (link) => link.pixels.join(', '),
	'Meta Title': (link) => link.title,
	'Meta Description': (link) => link.metadescription ?? '',
	Description: (link) => link.description,
	'Link Status': (link) => link.status,
	Password: (link) => link.password ?? '',
	utm_source: (link) => parameter(link, 'utm_source'),
	utm_medium: (link) => parameter(link, 'utm_medium'),
	utm_campaign: (link) => parameter(link, 'utm_campaign'),
};

/**
 * Compares the results with the sample and with the service: every row in its place, every good one once
 * in the service and with its short URL, every bad one with its reason, nothing else.
 */
export async function judge(files: DemoFiles, links: LinkRow[]): Promise<Verdict> {
	const rows = await readCsv(files.linksFile);
	const results = await readCsv(files.resultsFile);
	const created = results.filter((row) => !row.link_error);
	const failed = results.filter((row) => row.link_error);

	const inService = countBy(links, (link) => withoutUtm(link.longurl));
	const shortUrls = new Set(links.map((link) => link.shorturl));
	const faults: string[] = [];
	const expect = (holds: boolean, fault: string) => {
		if (!holds) faults.push(fault);
	};

	expect(results.length === rows.length, `There are ${results.length} results.`);
	for (const [place, row] of rows.entries()) {
		const url = longUrl(row);
		const result = results[place] ?? {};
		const isKept = Object.entries(row).every(
			([column, cell]) => column === SECRET_COLUMN || result[column] === cell,
		);
		expect(isKept, `${url}: the results do not have the row as it was, in its place.`);
		const count = inService.get(url) ?? 0;
		expect(count === (BAD_ROWS.has(url) ? 0 : 1), `${url}: ${count} times in the service.`);
	}
	for (const row of created) {
		const { shorturl: shortUrl = '' } = row;
		expect(shortUrls.has(shortUrl), `${longUrl(row)}: no such short URL: "${shortUrl}".`);
	}
	const rowOf = new Map(rows.map((row) => [longUrl(row), row]));
	for (const link of links) {
		for (const column of lostOptions(rowOf.get(withoutUtm(link.longurl)) ?? {}, link)) {
			faults.push(`${link.longurl}: the link is without what "${column}" says.`);
		}
	}
	for (const row of failed) {
		const { link_error: reason = '' } = row;
		const explained = BAD_ROWS.get(longUrl(row))?.test(reason) ?? false;
		expect(explained, `${longUrl(row)}: not the expected reason: "${reason}".`);
	}
	return {
		rowsRead: rows.length,
		created: created.length,
		refused: failed.map((row) => ({ longUrl: longUrl(row), reason: row.link_error ?? '' })),
		duplicates: links.length - inService.size,
		faults,
	};
}

/** Columns whose cell is not in the link. Of the expiry only the day: its zone is the user's. */
function lostOptions(row: Row, link: LinkRow): string[] {
	const lost = Object.entries(OPTIONS)
		.filter(([column, read]) => row[column] && row[column] !== read(link))
		.map(([column]) => column);
	const { Expiry: expiry = '' } = row;
	return link.expiry?.slice(0, 10) === (expiry.slice(0, 10) || undefined)
		? lost
		: [...lost, 'Expiry'];
}

/** UTM values are part of the long URL. */
function parameter(link: LinkRow, name: string): string {
	return new URL(link.longurl).searchParams.get(name) ?? '';
}

/** As the row has it, letter for letter. */
function withoutUtm(url: string): string {
	return url
		.replaceAll(/([?&])utm_\w+=[^&#]*/g, '$1')
		.replaceAll(/[?&]+(?=#|$)/g, '')
		.replace('?&', '?');
}

function longUrl(row: Row): string {
	return row[URL_COLUMN] ?? '';
}

function countBy<T>(things: T[], key: (thing: T) => string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const thing of things) counts.set(key(thing), (counts.get(key(thing)) ?? 0) + 1);
	return counts;
}
