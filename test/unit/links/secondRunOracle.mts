import type { IDataObject } from 'n8n-workflow';
import { expect, vi } from 'vitest';

import { longUrlOf } from '../../../nodes/LinkShortener/links/longUrl';
import { toText } from '../../../nodes/LinkShortener/shared/json';
import { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import {
	Account,
	shortUrlOf,
	type Fate,
	type StoredLink,
	type Write,
} from '../simulation/account.mts';
import { Process } from '../simulation/process.mts';
import { VirtualTime } from '../simulation/virtualTime.mts';
import { REASONS } from './secondRunReasons.mts';
import { run, type History, type Outcome, type Ran, type Row, type Step } from './secondRuns.mts';
import {
	isEqual,
	isFaithful,
	isOf,
	isOver,
	mayBeUnseen,
	nameIn,
	plain,
} from './secondRunTruth.mts';

/** Plays histories and holds what rows are told against what the service has. */
export class Play {
	readonly account: Account;

	private process: Process;

	private rows: Row[];

	/** Rows whose last run succeeded, with the process of it. Emptied by what changes row or service. */
	private readonly done = new Map<number, Process>();

	/** Fields that another client changed before a run could see how the service stores what was sent. */
	private readonly unsettled = new Set<string>();

	/** Fields by link that this process has sent. */
	private readonly sent = new Set<string>();

	/** Fields by link that a run has seen after it was sent. */
	private readonly seen = new Set<string>();

	/** Links as they were before other clients changed them. */
	private readonly former: StoredLink[] = [];

	private lastChangeAt = -Infinity;

	/** When another client changed something. */
	private othersAt = -Infinity;

	/** When a run last was disturbed. */
	private disturbedAt = -Infinity;

	/** Whether long URLs may be there twice by the promise. */
	private mayDouble: boolean;

	constructor(readonly plan: History) {
		const time = new VirtualTime();
		vi.spyOn(Date, 'now').mockImplementation(() => time.now());
		this.account = new Account(time, plan.manner);
		this.process = new Process(this.account);
		this.rows = plan.rows.map((row) => ({ ...row, body: inOrder(row.body) }));
		for (const alias of plan.foreign) {
			this.account.make({ url: 'https://example.com/foreign', custom: alias }, undefined, true);
		}
		for (let number = 0; number < plan.filler; number += 1) {
			this.account.make({ url: `https://other.example/${number}` });
		}
		for (const body of plan.old) this.account.make(body);
		// A replica that lags denies a new link also where it is asked for the link itself.
		this.mayDouble = this.manner.staleMs > 0 && this.manner.staleness === 'replica';
	}

	private get manner() {
		return this.account.manner;
	}

	async play(): Promise<void> {
		const { time } = this.account;
		await time.pass(120_000);
		for (const step of this.plan.steps) await this.take(step);
		await time.pass(120_000);
		// Whatever came before: two undisturbed runs in a new process.
		const settling: Step[] = [{ do: 'restart' }, RUN, RUN];
		for (const step of settling) await this.take(step);
	}

	private async take(step: Step): Promise<void> {
		const { account } = this;
		switch (step.do) {
			case 'run':
				await this.run(step.fates, step.killAt);
				return;
			case 'dryRun':
				await this.dryRun();
				return;
			case 'twoRuns':
				await this.twoRuns(step.inTwoProcesses);
				return;
			case 'restart':
				this.process = new Process(account);
				// A new process does not know what its list is too old for.
				this.mayDouble ||= this.manner.staleMs > 0;
				this.unsettled.clear();
				this.seen.clear();
				this.sent.clear();
				return;
			case 'pause':
				await account.time.pass(61_000);
				return;
			case 'edit': {
				const edited = this.rows[step.row];
				if (edited === undefined) return;
				this.rows[step.row] = { ...edited, body: inOrder({ ...edited.body, ...step.cells }) };
				this.done.clear();
				return;
			}
			case 'others': {
				const own = account.links.filter(({ isForeign }) => !isForeign);
				const link = own[step.link % Math.max(1, own.length)];
				if (link === undefined) return;
				this.former.push(...account.links);
				if (step.change === 'remove') account.remove(link.id);
				else {
					account.alter(link.id, step.change);
					for (const field of Object.keys(step.change)) this.disturb(`${link.id} ${field}`);
				}
				this.changed();
				return;
			}
			case 'othersCreate':
				account.make(step.body);
				this.changed();
		}
	}

	private disturb(name: string): void {
		if (this.sent.has(name) && !this.seen.has(name)) this.unsettled.add(name);
	}

	private changed(): void {
		this.othersAt = this.account.time.now();
		this.done.clear();
		this.mayDouble = true;
	}

	private get showsOthers(): boolean {
		return this.account.time.now() - this.othersAt > this.manner.staleMs;
	}

	private get isFresh(): boolean {
		const ownAge = this.account.time.now() - this.lastChangeAt;
		return this.showsOthers && (this.manner.staleMs === 0 || ownAge > this.manner.staleMs);
	}

	private async run(fates: readonly Fate[], killAt: number | undefined): Promise<Ran> {
		const { account, process } = this;
		account.fates = [...fates];
		const start = account.writes.length;
		const isClean = fates.length === 0 && killAt === undefined;
		const ran: Ran = {
			outcomes: [],
			writes: [],
			isClean,
			isCalm: isClean && account.time.now() - this.disturbedAt > 120_000,
			isFresh: this.isFresh,
			showsOthers: this.showsOthers,
			before: account.links,
		};
		if (killAt !== undefined) process.kill(killAt);
		ran.outcomes = await run(account, process, this.plan, this.rows, false);
		account.fates = [];
		if (!isClean) {
			await account.time.pass(12_000);
			this.disturbedAt = account.time.now();
		}
		ran.writes = account.writes.slice(start);
		if (ran.writes.length > 0) this.lastChangeAt = account.time.now();
		this.judge(ran);
		if (killAt !== undefined) await this.take({ do: 'restart' });
		return ran;
	}

	private async dryRun(): Promise<void> {
		const { account } = this;
		const start = account.writes.length;
		const isFresh = this.isFresh;
		const said = await run(account, this.process, this.plan, this.rows, true);
		expect(account.writes.length, 'a dry run changes nothing').toBe(start);
		const { outcomes } = await this.run([], undefined);
		if (!isFresh) return;
		// Nobody knows beforehand what the service refuses, and other rows for the same link follow from that.
		const refused =
			/may have been created|no second link|taken|no updates|not sent|not keep|than today/;
		const words = outcomes.map(wordOf);
		if (words.some((word) => refused.test(word))) return;
		// Side by side, a later row may come first.
		const isOneByOne = this.plan.inFlight === 1;
		const withoutNames = (word: string) =>
			isOneByOne || !word.includes(' ') ? word.replace(/https:\/\/.*/, '') : 'failed';
		expect(said.map(wordOf).map(withoutNames), 'a dry run says what the run does').toEqual(
			words.map(withoutNames),
		);
	}

	private async twoRuns(inTwoProcesses: boolean): Promise<void> {
		const { account, plan, rows } = this;
		const other = inTwoProcesses ? new Process(account) : this.process;
		const start = account.writes.length;
		const before = account.links;
		const isFresh = this.isFresh;
		this.mayDouble ||= inTwoProcesses;
		const [outcomes, others] = await Promise.all([
			run(account, this.process, plan, rows, false),
			run(account, other, plan, rows, false),
		]);
		const writes = account.writes.slice(start);
		if (writes.length > 0) this.lastChangeAt = account.time.now();
		this.done.clear();
		for (const some of [outcomes, others]) {
			this.judge({
				outcomes: some,
				writes,
				isClean: false,
				isCalm: false,
				isFresh,
				showsOthers: false,
				before,
			});
		}
		this.done.clear();
	}

	private judge(ran: Ran): void {
		for (const write of ran.writes) this.judgeWrite(write, ran);
		this.judgeDoubles();
		ran.outcomes.forEach((outcome, index) => {
			if (outcome instanceof UserFacingError) this.judgeFailure(outcome, index, ran);
			else if (outcome !== undefined) this.judgeDone(outcome, index, ran);
			this.done.delete(index);
			const row = this.rows[index];
			if (outcome === undefined || outcome instanceof UserFacingError || row === undefined) return;
			const link = this.linkNamed(outcome.record.shorturl);
			const wrote = ran.writes.some((write) => write.after?.id === link?.id);
			const names = Object.keys(row.body).map((field) => `${link?.id} ${field}`);
			const isSettled = wrote || !names.some((name) => this.unsettled.has(name));
			// A link that the service had is taken for a new one where the list is older than it.
			const isHandedOut = outcome.record.action === 'created' && !wrote;
			// A list that lags may show a link as it was before another row for it.
			const name = nameIn(row, this.plan);
			const isAlone = !this.rows.some((one, at) => at !== index && nameIn(one, this.plan) === name);
			const isKnown = ran.showsOthers && (ran.isFresh || isAlone);
			if (isKnown && isSettled && !isHandedOut) this.done.set(index, this.process);
			if (isHandedOut) for (const name of names) this.unsettled.add(name);
			if (!ran.isFresh || wrote) return;
			for (const field of Object.keys(row.body)) {
				if (!this.isSometimesShown(field)) this.seen.add(`${link?.id} ${field}`);
			}
		});
	}

	/** A write is about the row's own link, and changes only what the row asks for. */
	private judgeWrite({ row: index = -1, method, before, after, body }: Write, ran: Ran): void {
		const row = this.rows[index];
		must(row !== undefined, 'every write is a row’s');
		if (row === undefined || after === undefined) return;
		must(isOf(this, row, after, ran.before), `row ${index + 1} writes to its own link`);
		if (method === 'PUT' && before !== undefined && this.manner.updates === 'keep') {
			const fields = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
			const changed = [...fields].filter(
				(field) => !isEqual(before.fields[field], after.fields[field]) && !(field in row.body),
			);
			// A cache may show the long URL from before an update whose answer was lost.
			const isOld = (field: string) => field === 'url' && !ran.isClean && this.manner.staleMs > 0;
			must(changed.every(isOld), `row ${index + 1} changes nothing else: ${changed.join(', ')}`);
		}
		const emptied = Object.keys(before?.fields ?? {}).filter((field) => !(field in after.fields));
		for (const field of emptied) this.disturb(`${after.id} ${field}`);
		for (const name of Object.keys(body).map((field) => `${after.id} ${field}`)) {
			this.sent.add(name);
			this.seen.delete(name);
			this.unsettled.delete(name);
		}
		must(!('shorturl' in body), 'a short URL is no field of a body');
		const known = this.done.get(index);
		if (known === undefined || !ran.isClean) return;
		// What a failed row has changed is changed back.
		if (ran.writes.some((write) => write.row !== index && write.after?.id === after.id)) return;
		if (this.plan.matchOn === 'url' && !ran.isFresh) return;
		expect(method, 'a row that is done makes no link').toBe('PUT');
		if (this.plan.unseenFields === 'always') return;
		if (
			known === this.process &&
			!Object.keys(row.body).some((field) => this.isSometimesShown(field))
		)
			expect(body, `row ${index + 1} has been sent already`).toBeNull();
		const own = ran.writes.filter((write) => write.row === index);
		// The first update of a process leaves fields out, and is sent again, whole, where that shows nothing.
		expect(own.length, 'one update for a row').toBeLessThanOrEqual(2);
		if (!ran.isFresh) return;
		expect(mayBeUnseen(this, row), `row ${index + 1} is shown as it is, so nothing is sent`).toBe(
			true,
		);
	}

	/** Whether either the list or the answer for one link shows a field, and the other leaves it out. */
	private isSometimesShown(field: string): boolean {
		const { notDetailed, notListed } = this.manner;
		const isDetail = ['expiry', 'geotarget', 'devicetarget'].includes(field);
		return !isDetail && notDetailed.includes(field) !== notListed.includes(field);
	}

	private judgeDoubles(): void {
		if (this.mayDouble || this.plan.matchOn !== 'url') return;
		const creates = this.account.writes.filter(({ method }) => method === 'POST');
		const names = creates.map(
			({ body }) => `${longUrlOf(body.url).spelling} ${toText(body.domain)}`,
		);
		must(names.length === new Set(names).size, `one link for a long URL: ${names.join(', ')}`);
	}

	private judgeDone({ record }: Exclude<Outcome, UserFacingError>, index: number, ran: Ran): void {
		const row = this.rows[index];
		const link = this.linkNamed(record.shorturl);
		const name = `row ${index + 1}: ${toText(record.action)} ${toText(record.shorturl)}`;
		if (row === undefined) return;
		if (!ran.isClean || !ran.isFresh) return;
		must(link !== undefined, `${name} is there`);
		if (link === undefined) return;
		// A service that makes no second link hands out one whose alias differs in upper and lower case.
		const wrote = ran.writes.some(({ after }) => after?.id === link.id);
		const isHandedOut = record.action === 'created' && !wrote;
		if (isHandedOut && this.manner.suppressesDuplicates !== 'never') return;
		must(isOf(this, row, link, ran.before), `${name} is its link`);
		const { unseenFields, matchOn } = this.plan;
		for (const [field, value] of Object.entries(row.body)) {
			if (field === 'custom' || field === 'domain') continue;
			if (field === 'url' && matchOn === 'url') continue;
			if (unseenFields === 'onChange' && !isFaithful(this.account, field, value)) continue;
			if (this.unsettled.has(`${link.id} ${field}`)) continue;
			// A service that empties what is not sent takes no expiry of the past either.
			if (field === 'expiry' && isOver(value) && this.manner.updates === 'clear') continue;
			const shown = `${name} has its ${field}`;
			if (field === 'url') {
				const [is, be] = [link.fields.url, this.account.stored('url', value)].map(
					(url) => longUrlOf(url).spelling,
				);
				must(is === be, shown);
			} else must(plain(link.fields[field]) === plain(this.account.stored(field, value)), shown);
		}
	}

	/** A failed row says why, and it is so. */
	private judgeFailure(error: UserFacingError, index: number, ran: Ran): void {
		const { message, remedy } = error.explanation;
		const row = this.rows[index];
		must(remedy !== '', `${message}: what to do`);
		if (row === undefined) return;
		const reason = REASONS.find(([pattern]) => pattern.test(message));
		must(reason !== undefined, `no such reason: ${message}`);
		const { account, plan, rows } = this;
		const all = [...(ran.showsOthers ? [] : this.former), ...ran.before, ...account.links];
		const links = all.filter(({ isForeign }) => !isForeign);
		const about = { row, rows, index, plan, links, all, manner: account.manner, ran };
		const isOwn = (link: StoredLink) => isOf(this, row, link, ran.before);
		must(reason?.[1]({ ...about, isOwn }), `row ${index + 1}: ${message}`);
	}

	private linkNamed(shorturl: unknown): StoredLink | undefined {
		return this.account.links.find((link) => shortUrlOf(link) === shorturl);
	}
}

/** Assertions of vitest would take most of the time. */
function must(is: boolean | undefined, what: string): void {
	if (is !== true) expect.fail(what);
}

const RUN: Step = { do: 'run', fates: [], killAt: undefined };

/** Rows give their cells in one order. */
function inOrder(body: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function wordOf(outcome: Outcome | undefined): string {
	if (outcome instanceof UserFacingError) return outcome.explanation.message;
	const word = toText(outcome?.record.action);
	return { create: 'created', update: 'updated' }[word] ?? word;
}
