import { isDeepStrictEqual } from 'node:util';
import type { LinkRow } from '../../service/index.mts';
import { BRANDED, CAMPAIGN, HOME, type Row, type Scene } from './draw.mts';
import type { Played, RowOutput, Stage } from './play.mts';
import {
	asRead,
	expectedOf,
	NEW,
	placeOf,
	saidBy,
	type Expected,
	type PlainLink,
} from './reader.mts';

/**
 * A sheet that a dry run looks at, that is run, and run again. What comes out is held against the links that
 * there are then, and against what a reader of the docs expects.
 *
 * @returns what is wrong, in words
 */
export async function judge(scene: Scene, stage: Stage): Promise<string[]> {
	const judged = new Judged(scene, stage.before);
	const dry = await stage.run({ dryRun: true });
	// What only a link tells is told at the row's turn.
	const isTold = judged.expected.some((row) => row.outcome === 'failed' && row.told === 'read');
	const stopped = isTold ? await stage.run({}, 'stopWorkflow') : undefined;
	const real = await stage.run();
	const again = await stage.run();
	const afterwards = new Judged(scene, real.links);
	const when = (run: string, problems: string[]) => problems.map((problem) => `${run}: ${problem}`);
	return [
		...when('dry run', [...nothingDone(stage.before, dry), ...judged.foretells(dry, real)]),
		...(stopped === undefined ? [] : when('stop', nothingDone(stage.before, stopped))),
		...when('real run', [...judged.asExpected(real), ...judged.links(real)]),
		...(judged.isSteady(afterwards)
			? when('again', [
					...judged.again(real, again),
					...afterwards.asExpected(again),
					...afterwards.links(again),
				])
			: []),
	];
}

class Judged {
	readonly expected: Expected[];

	private readonly rows: readonly Row[];

	private readonly shown: ReadonlyArray<keyof PlainLink>;

	constructor(
		scene: Scene,
		private readonly before: readonly LinkRow[],
	) {
		this.rows = scene.rows.map(asRead);
		const own = before.filter(({ account }) => account === 1);
		const { showsCampaigns } = scene.account;
		this.shown = ['url', 'title', 'description', 'expiry'];
		if (showsCampaigns) this.shown = [...this.shown, 'campaign'];
		this.expected = expectedOf(
			this.rows,
			own.map((link) => this.plain(link)),
			this.shown,
		);
	}

	/**
	 * Whether rows are about the same links the next time. A row that failed, since only a later one makes its
	 * link, is the first one then. A row that takes the only link to its page, on any domain, takes another one
	 * where a row with Domain has made that; the docs want Domain in both.
	 */
	isSteady(afterwards: Judged): boolean {
		const isLate = this.expected.some(
			({ outcome }, index) =>
				outcome === 'failed' && afterwards.expected[index]?.outcome !== 'failed',
		);
		const byPage = this.rows.filter((row) => !row['Short URL'] && !row['Custom Alias']);
		const pages = (withDomain: boolean) =>
			byPage
				.filter(({ Domain = '' }) => (Domain !== '') === withDomain)
				.map((row) => `${row['Long URL'] ?? ''} ${row['UTM Source'] ?? ''}`);
		const isMixed = pages(true).some((page) => pages(false).includes(page));
		return !isLate && !isMixed;
	}

	/** Every row has become what a reader of the docs expects. */
	asExpected({ outputs }: Played): string[] {
		const last = this.expected.findLastIndex(({ outcome }) => outcome !== 'blank');
		return this.expected.flatMap((expected, index) => {
			const { action = 'left out', words = '' } = outputs[index] ?? {};
			const ofBlank = index <= Math.max(0, last) ? 'skipped' : 'left out';
			const isSo =
				action === (expected.outcome === 'blank' ? ofBlank : expected.outcome) &&
				(expected.outcome !== 'failed' || words.includes(expected.words));
			const wanted = JSON.stringify(expected);
			return isSo ? [] : [`row ${index + 1} is ${action} in place of ${wanted}. ${words}`];
		});
	}

	/** The dry run has said of each row what became of it, except where only the service could tell. */
	foretells(dry: Played, real: Played): string[] {
		return this.expected.flatMap((expected, index) => {
			if (expected.outcome === 'failed' && expected.told === 'refused') return [];
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
			if (output === undefined || ['failed', 'skipped'].includes(output.action)) return;
			const { id = 0 } = output;
			const first = firstRowOf.get(id) ?? index;
			firstRowOf.set(id, first);
			const link = links.find((one) => one.id === id);
			const wrong =
				link === undefined
					? ['has no link']
					: [
							...this.differences(this.rows[index] ?? {}, link),
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

	/** The same sheet once more changes nothing, and tells the same failures. */
	again(real: Played, again: Played): string[] {
		const rows = again.outputs.flatMap((output, index) => {
			const first = real.outputs[index];
			const isChange = ['created', 'updated'].includes(first?.action ?? '');
			const wanted = isChange ? { ...first, action: 'unchanged' } : first;
			const isSame = output?.action === wanted?.action && output?.id === wanted?.id;
			return isSame ? [] : [`row ${index + 1}: ${inWords(first)}, but then ${inWords(output)}`];
		});
		const isRefused = this.expected.some(
			(row) => row.outcome === 'failed' && row.told === 'refused',
		);
		const creates = again.sent.filter(
			(request) => isRefused && request.startsWith('POST /api/url/add'),
		);
		const sent = again.sent.length > creates.length ? [`sent ${again.sent.join(', ')}`] : [];
		return [...rows, ...sent, ...sameLinks(real.links, again.links)];
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
	private differences(row: Row, link: LinkRow): string[] {
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
		if (isNamed) wanted.host ??= HOME;
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

function nothingDone(before: readonly LinkRow[], { sent, links }: Played): string[] {
	return [...sent.map((request) => `sent ${request}`), ...sameLinks(before, links)];
}

function sameLinks(before: readonly LinkRow[], after: readonly LinkRow[]): string[] {
	return isDeepStrictEqual(before, after) ? [] : ['the links have changed'];
}

function inWords(output: RowOutput | undefined): string {
	return output === undefined ? 'left out' : JSON.stringify(output);
}
