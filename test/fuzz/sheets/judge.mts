import { isDeepStrictEqual } from 'node:util';
import type { LinkRow } from '../../service/index.mts';
import { BRANDED, CAMPAIGN, HOME, RESERVED, type Row, type Scene, TAKEN, WRONG } from './draw.mts';
import type { Played, RowOutput, Stage } from './play.mts';

/** What a link is as far as rows can tell. */
interface PlainLink {
	alias: string;
	/** Without the scheme. */
	host: string;
	url: string;
	title: string;
	description: string;
	expiry: string;
	campaign: string;
	status: string;
}

/** What a row says of its link, besides which one it is. */
type Said = Partial<Omit<PlainLink, 'alias' | 'host'>>;

const NEW = { title: '', description: '', expiry: '', campaign: '', status: 'private' };

/** What a scene came to. */
interface Verdict {
	/** What is wrong, in words. */
	problems: string[];
	rows: number;
	/** Rows that have their link. */
	done: number;
}

/**
 * A sheet that a dry run looks at, that is run, and run again. What comes out is held against the links that
 * there are then. Which link a row means is judged in contract/c4-*.
 */
export async function judge(scene: Scene, stage: Stage): Promise<Verdict> {
	const judged = new Judged(scene, stage.before);
	const dry = await stage.run({ dryRun: true });
	const stopped = judged.hasWrongCell ? await stage.run({}, 'stopWorkflow') : undefined;
	const real = await stage.run();
	const again = await stage.run();
	const when = (run: string, problems: string[]) => problems.map((problem) => `${run}: ${problem}`);
	return {
		problems: [
			...when('dry run', [...nothingDone(stage.before, dry), ...judged.foretells(dry, real)]),
			...(stopped === undefined ? [] : when('stop', nothingDone(stage.before, stopped))),
			...when('real run', judged.links(real)),
			...when('again', judged.again(real, again)),
		],
		rows: scene.rows.length,
		done: real.outputs.filter(hasLink).length,
	};
}

class Judged {
	private readonly rows: readonly Row[];

	private readonly shown: ReadonlyArray<keyof PlainLink>;

	constructor(
		scene: Scene,
		private readonly before: readonly LinkRow[],
	) {
		this.rows = scene.rows.map(asRead);
		const { showsCampaigns } = scene.account;
		this.shown = ['url', 'title', 'description', 'expiry'];
		if (showsCampaigns) this.shown = [...this.shown, 'campaign'];
	}

	get hasWrongCell(): boolean {
		return this.rows.some((row) => Object.values(row).some((cell) => WRONG.includes(cell)));
	}

	/**
	 * Whether rows may be about other links the next time: a row that takes the only link to its page, on any
	 * domain, takes another one where a row with Domain has made that; the docs want Domain in both.
	 */
	private get isMixed(): boolean {
		const byPage = this.rows.filter((row) => !row['Short URL'] && !row['Custom Alias']);
		const pages = (withDomain: boolean) =>
			byPage
				.filter(({ Domain = '' }) => (Domain !== '') === withDomain)
				.map((row) => `${row['Long URL'] ?? ''} ${row['UTM Source'] ?? ''}`);
		return pages(true).some((page) => pages(false).includes(page));
	}

	/** The dry run has said of each row what became of it, except where only the service could tell. */
	foretells(dry: Played, real: Played): string[] {
		return this.rows.flatMap((row, index) => {
			if (isForService(row)) return [];
			const [said, done] = [dry.outputs[index], real.outputs[index]];
			const isSame =
				said?.action === done?.action &&
				// What a new link would get is told by the dry run alone.
				(done?.action === 'created' ||
					done?.action === 'repeated' ||
					(said?.id === done?.id && String(said?.changes) === String(done?.changes)));
			return isSame ? [] : [`row ${index + 1}: ${inWords(said)}, but became ${inWords(done)}`];
		});
	}

	/** Every link is what the first row that has it says, and the others are as they were. */
	links({ outputs, links }: Played): string[] {
		const problems: string[] = [];
		const before = new Map(this.before.map((link) => [link.id, link]));
		const firstRowOf = new Map<number, number>();
		outputs.forEach((output, index) => {
			if (!hasLink(output)) return;
			const { id = 0 } = output;
			const first = firstRowOf.get(id) ?? index;
			firstRowOf.set(id, first);
			const link = links.find((one) => one.id === id);
			const wrong =
				link === undefined
					? ['has no link']
					: [
							...this.differences(this.rows[index] ?? {}, link, output),
							...(first !== index && output.action !== 'repeated'
								? ['does not repeat the first']
								: []),
						];
			if (link?.shorturl !== output.shorturl) wrong.push(`has not ${String(output.shorturl)}`);
			problems.push(...wrong.map((what) => `row ${index + 1} ${what}`));
		});
		for (const link of links) {
			const old = before.get(link.id);
			const index = firstRowOf.get(link.id);
			const problem =
				index === undefined
					? isDeepStrictEqual(old, link)
						? ''
						: 'is another one, or new, and no row is about it'
					: this.problemOf(old, link, this.rows[index] ?? {}, outputs[index]);
			if (problem !== '') problems.push(`${link.shorturl} ${problem}`);
		}
		const ids = new Set(links.map(({ id }) => id));
		const gone = this.before.filter(({ id }) => !ids.has(id));
		return [...problems, ...gone.map(({ shorturl }) => `${shorturl} is gone`)];
	}

	/**
	 * The same sheet once more changes nothing, and tells the same failures; unless a row failed since only a
	 * later one made its link, and is the first one then.
	 */
	again(real: Played, again: Played): string[] {
		const isLate = real.outputs.some(
			(first, index) => first?.action === 'failed' && again.outputs[index]?.action !== 'failed',
		);
		if (isLate || this.isMixed) return [];
		const rows = again.outputs.flatMap((output, index) => {
			const first = real.outputs[index];
			const isChange = ['created', 'updated'].includes(first?.action ?? '');
			const wanted = isChange ? { ...first, action: 'unchanged' } : first;
			const isSame = output?.action === wanted?.action && output?.id === wanted?.id;
			return isSame ? [] : [`row ${index + 1}: ${inWords(first)}, but then ${inWords(output)}`];
		});
		const isTried = (request: string) =>
			request.startsWith('POST /api/url/add') && this.rows.some(isForService);
		const sent = again.sent.filter((request) => !isTried(request));
		return [
			...rows,
			...sent.map((request) => `sent ${request}`),
			...sameLinks(real.links, again.links),
		];
	}

	/** A link that rows are about: it has changed in what the first of them says, and in nothing else. */
	private problemOf(
		old: LinkRow | undefined,
		link: LinkRow,
		row: Row,
		output: RowOutput | undefined,
	): string {
		const now = this.plain(link);
		const { alias, host } = now;
		const then: PlainLink = old === undefined ? { ...NEW, url: '', alias, host } : this.plain(old);
		const wanted = { ...then, ...saidBy(row, then.url) };
		if (!isDeepStrictEqual(now, wanted))
			return `is ${JSON.stringify(now)} in place of ${JSON.stringify(wanted)}`;
		const changed = this.shown.filter((field) => now[field] !== then[field]);
		const action = old === undefined ? 'created' : changed.length > 0 ? 'updated' : 'unchanged';
		if (action !== output?.action) return `was ${action}, not ${String(output?.action)}`;
		return '';
	}

	/** Whether a link looks like a row. */
	private differences(row: Row, link: LinkRow, { action, changes }: RowOutput): string[] {
		const plain = this.plain(link);
		const wanted: Partial<PlainLink> = { ...saidBy(row, plain.url) };
		const places = [
			placeOf(row['Short URL'] ?? ''),
			placeOf(row['Custom Alias'] ?? ''),
			{ alias: '', host: row.Domain?.replace('https://', '') ?? '' },
		];
		for (const { alias, host } of places) {
			if (alias !== '') wanted.alias = alias;
			if (host !== '') wanted.host = host;
		}
		const isNamed = places.some(({ alias }) => alias !== '');
		// Of the links with its alias, the one that led to its page; else the one on the default domain.
		const isLed = action === 'created' || changes.includes('longurl');
		if (isNamed && isLed) wanted.host ??= HOME;
		return Object.entries(wanted)
			.filter(([field, value]) => plain[field as keyof PlainLink] !== value)
			.map(([field, value]) => `has another ${field} than ${value}`);
	}

	/** A link by what rows can say of it. */
	private plain(link: LinkRow): PlainLink {
		const { alias, domain, longurl, title, description, expiry, campaign, status } = link;
		return {
			alias,
			host: domain === '' ? HOME : BRANDED,
			url: longurl,
			title,
			description,
			expiry: expiry ?? '',
			campaign: campaign === null ? '' : CAMPAIGN,
			status,
		};
	}
}

/** Whether an alias is one that the service gives nobody. */
function isForService(row: Row): boolean {
	return [row['Short URL'], row['Custom Alias']].some((cell = '') =>
		[RESERVED, TAKEN].includes(placeOf(cell).alias),
	);
}

function hasLink(output: RowOutput | undefined): output is RowOutput {
	return output !== undefined && !['failed', 'skipped'].includes(output.action);
}

/** A row with one column for each field: two that differ are refused, as any cell that cannot be meant. */
function asRead({ Destination, ...row }: Row): Row {
	const { 'Long URL': page = Destination } = row;
	if (page === undefined) return row;
	return { ...row, 'Long URL': (Destination ?? page) === page ? page : '#N/A' };
}

/** The alias and the host in a short URL, or only an alias. */
function placeOf(cell: string): { alias: string; host: string } {
	const [alias = '', host = ''] = cell
		.replace(/^https?:\/\//, '')
		.split('/')
		.reverse();
	return { alias, host };
}

/**
 * What a row says of its link, by the names that links have for it.
 *
 * @param url where the link leads, for a row that only says a UTM value
 */
function saidBy(row: Row, url?: string): Said {
	const { Expiry = '', 'Link Status': status, Description: description, Campaign: campaign } = row;
	const page = row['Long URL']?.replace(/^(?!https:)/, 'https://');
	const source = row['UTM Source'];
	const expiry = Expiry.length === 10 ? `${Expiry} 00:00:00` : Expiry;
	const said = {
		url: source === undefined ? page : withSource(page ?? url, source),
		title: row['Meta Title'],
		description,
		expiry: expiry || undefined,
		campaign,
		status,
	};
	return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function withSource(page: string | undefined, source: string): string | undefined {
	if (page === undefined) return undefined;
	const url = new URL(page);
	url.searchParams.set('utm_source', source);
	return url.href;
}

function nothingDone(before: readonly LinkRow[], { sent, links }: Played): string[] {
	return [...sent.map((request) => `sent ${request}`), ...sameLinks(before, links)];
}

function sameLinks(before: readonly LinkRow[], after: readonly LinkRow[]): string[] {
	return isDeepStrictEqual(before, after) ? [] : ['the links have changed'];
}

function inWords(output: RowOutput | undefined): string {
	return output === undefined ? 'left out' : JSON.stringify(output);
}
