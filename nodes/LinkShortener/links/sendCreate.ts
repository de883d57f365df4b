import type { IDataObject } from 'n8n-workflow';

import type { Lane } from './lanes';
import { NOTHING_KNOWN, type Leaving } from './ledger';
import { listedLink, lookedUpLink, type ListedLink } from './listedLink';
import { linksOf, type LinkClient } from './linkMemory';
import { foundNowhere, inDoubt, LATE_MS, lookFor, mayExist, type Lost } from './lostLink';
import { readLinkDetail } from './readLink';
import { fits, leadsToPage, type WantedLink } from './wantedLink';
import type { Result, ServiceRequest } from '../api/http/types';
import { createdFields, createdLinkRecord } from '../api/records';
import { Cancelled, type Explanation, settle, UserFacingError } from '../shared/userFacingError';

/** The link of a create as the service named it, and how it came about. */
export interface SentCreate {
	record: IDataObject;
	origin: 'created' | 'recovered' | 'found';
}

/** A run of fewer items reads the highest id first. A longer one learns as much from its first answer. */
const MIN_LONG_RUN = 10;

/** When the newest links are read for a lost create, from the loss on. The service is done by the last. */
const LOOKS_MS = [0, LATE_MS];

/** The same for one that is not sent again: a filter answered, or "done" without a link, or a refusal. */
const ONE_LOOK_MS = [0];

/**
 * How often a create is sent, outages not counted: twice where the service answered with something unusable, three
 * times where the connection broke, which is rarely the row's fault, and four times on a line that was seen to cut
 * single connections.
 */
const MAX_SENT = { unusable: 2, broken: 3, cutting: 4 };

/** A create is not sent again this long after the first look that did not find it. */
const MAX_SENDING_MS = 120_000;

/** Of a create that was under way when its run was stopped. */
const STOPPED: Explanation = {
	message: 'The run was stopped while the link was being created',
	remedy: 'Look in the service before you run this item again.',
};

/**
 * Sends one create until its link is there, its item has failed, or nothing tells.
 *
 * A lost create is looked for at once and once more when the service had its time, with nothing else of its
 * lane under way. If its link is nowhere, it is sent again.
 */
export class Sendings {
	private readonly links: ReturnType<typeof linksOf>;

	/** What it asks for, by which its lane knows it. */
	private readonly bodyKey: string;

	private lost: Lost | undefined;

	/** Whether the connection of the last sending broke. */
	private isBroken = false;

	/** Whether the last look has shown that the link of the lost create is nowhere, for good. */
	private isNowhere = false;

	/** @param isAlone whether the caller is alone in the lane */
	constructor(
		private readonly client: LinkClient,
		private readonly lane: Lane,
		private readonly wanted: WantedLink,
		private readonly isAlone: boolean,
	) {
		this.links = linksOf(client);
		this.bodyKey = JSON.stringify(wanted.body);
	}

	/**
	 * @param items how many the run has
	 * @throws {UserFacingError} in the service's words, or naming the links that it may be
	 */
	async run(items: number): Promise<SentCreate> {
		return await this.send(items).catch((error: unknown) => {
			const told = this.explain(error);
			const isOpen = told instanceof UserFacingError && told.explanation.isUnconfirmed === true;
			if (this.lost !== undefined && (isOpen || told instanceof Cancelled)) this.hold(this.lost);
			throw told;
		});
	}

	private async send(items: number): Promise<SentCreate> {
		const { client, links } = this;
		let firstReadAt: number | undefined;
		for (let sent = 0; ;) {
			if (items < MIN_LONG_RUN || links.ledger.namesNoId) await links.newest.refresh(client);
			const sending = await this.sendOnce();
			if (sending.kind === 'answered') return sending;
			if (sending.kind === 'rejected') return await this.rejected(sending.error);
			const { lost } = sending;
			const own = await this.look(lost, lost.why === 'noAnswer' ? LOOKS_MS : ONE_LOOK_MS);
			if (own !== undefined) return recovered(own);
			if (lost.why === 'saidDone') throw inDoubt(lost.explanation);
			if (!sending.wasAway()) sent += 1;
			firstReadAt ??= Date.now();
			this.isBroken = sending.isBroken;
			const broken = links.ledger.cutsConnections ? MAX_SENT.cutting : MAX_SENT.broken;
			const most = sending.isBroken ? broken : MAX_SENT.unusable;
			const isOver = sent >= most || Date.now() - firstReadAt >= MAX_SENDING_MS;
			if (isOver || lost.why === 'filter') throw foundNowhere(lost);
		}
	}

	private async sendOnce(): Promise<Sending> {
		const { client, lane, wanted, isAlone } = this;
		const { ledger } = this.links;
		let leaving: Leaving | undefined;
		let isUnderWay = false;
		const land = () => {
			if (isUnderWay) lane.land();
			isUnderWay = false;
		};
		const row = {
			isAgain: this.lost !== undefined,
			whenFree: async () => {
				if (!isAlone) await lane.whenFree(client);
			},
			leave: () => {
				isUnderWay = !isAlone && lane.leave();
				if (!isAlone && !isUnderWay) return false;
				// What was known is noted in the step in which it leaves.
				leaving = ledger.leave(wanted);
				return true;
			},
			comesBack: land,
		};
		const request: ServiceRequest = {
			method: 'POST',
			path: '/api/url/add',
			json: wanted.body,
			safety: 'unsafe',
		};
		const sending = client.send(request, row).catch((error: unknown) => {
			const isStopped = error instanceof Cancelled && error.mayBeDone;
			if (isStopped && leaving !== undefined) this.lose('stopped', STOPPED, leaving);
			throw error;
		});
		// Its outcome is noted before it lands: whoever looks then has to know of it.
		const learned = sending.then(async (result) => await this.learn(result, leaving));
		return await learned.finally(land);
	}

	private async learn(result: Result, leaving = NOTHING_KNOWN): Promise<Sending> {
		if (result.kind === 'failed') return { kind: 'rejected', error: result.error };
		if (result.kind === 'unconfirmed') {
			const { explanation } = result.error;
			const why = explanation.kind === 'filtered' ? 'filter' : 'noAnswer';
			const lost = this.lose(why, explanation, leaving);
			const { wasAway, isBroken } = result;
			return { kind: 'lost', lost, wasAway, isBroken };
		}
		const answer = await settle(Promise.resolve(result.body).then(createdLinkRecord));
		if (answer instanceof UserFacingError) {
			const record = await this.readById(result.body);
			if (record !== undefined) return this.answered(record, leaving);
			const lost = this.lose('saidDone', answer.explanation, leaving);
			return { kind: 'lost', lost, wasAway: () => false, isBroken: false };
		}
		return this.answered(answer, leaving);
	}

	/** The service has answered with a link. */
	private answered(record: IDataObject, leaving: Leaving): Sending {
		const { wanted } = this;
		const { ledger } = this.links;
		const link = listedLink(record);
		// Some services return an existing link, such as that of another item.
		const isOld = link.id !== undefined && link.id <= (leaving.above ?? 0);
		const origin = isOld || ledger.isGiven(link) ? 'found' : 'created';
		ledger.give(link);
		ledger.cutsConnections ||= this.isBroken;
		ledger.namesNoId = link.id === undefined;
		ledger.see([link.id]);
		const isNew = origin === 'created' && link.id !== undefined && leaving.isListed;
		// A link that the service had may be on any domain.
		if (wanted.host === '' && isNew) ledger.defaultHost = link.host;
		return { kind: 'answered', record, origin };
	}

	/** The link of an answer that names its id and no short URL; undefined where that is another link, or unreadable. */
	private async readById(answer: IDataObject): Promise<IDataObject | undefined> {
		const { wanted } = this;
		const { id } = listedLink(createdFields(answer));
		if (id === undefined) return undefined;
		const shown = await settle(readLinkDetail(this.client, id));
		if (shown instanceof UserFacingError) return undefined;
		const link = lookedUpLink(shown);
		const isAsked = (link.id ?? id) === id && fits(link, wanted) && leadsToPage(link, wanted);
		return isAsked ? { id, shorturl: link.record.shorturl } : undefined;
	}

	/** The service has rejected the last sending; an earlier one may have made the link. */
	private async rejected(error: UserFacingError): Promise<SentCreate> {
		const { lost } = this;
		if (lost === undefined) throw error;
		const own = await this.look(lost, ONE_LOOK_MS);
		if (own !== undefined) return recovered(own);
		// Without an id above which to look, its own link may stand further down.
		if (lost.above === undefined)
			throw mayExist(lost, `Then the service returned: ${error.message}.`);
		throw error;
	}

	private lose(why: Lost['why'], explanation: Explanation, leaving: Leaving): Lost {
		const { wanted, lost: before } = this;
		if (before !== undefined) this.lane.resolve(before.inLane);
		// The first sending counts: the link may be its, and its failure tells more.
		const { above, isFresh } = before ?? leaving;
		const lost: Lost = {
			...{ wanted, why, above, isFresh },
			inLane: this.lane.lose(this.bodyKey),
			explanation: before?.explanation ?? explanation,
			lostAt: Date.now(),
			sendings: (before?.sendings ?? 0) + 1,
		};
		this.lost = lost;
		this.isNowhere = false;
		return lost;
	}

	/**
	 * @param timesMs when to look, from the loss on
	 * @returns its link, or undefined if that is not there
	 * @throws {UserFacingError} when nothing tells
	 */
	private async look(lost: Lost, timesMs: readonly number[]): Promise<ListedLink | undefined> {
		const { client, lane, isAlone } = this;
		const seen = await lookFor(client, lost, { lane, isAlone, timesMs });
		this.isNowhere = seen === 'nowhere';
		return typeof seen === 'string' ? undefined : seen;
	}

	/** What the item says in the place of an error, once something was sent whose answer was lost. */
	private explain(error: unknown): unknown {
		const { lost } = this;
		if (lost === undefined) return error;
		if (error instanceof Cancelled) {
			if (lost.why === 'stopped') return error;
			return mayExist(lost, 'The run was stopped before this could be checked.');
		}
		if (!(error instanceof UserFacingError) || error.explanation.isUnconfirmed) return error;
		// It is nowhere, so the reason why it may not be sent again is all there is to say.
		if (this.isNowhere && lost.above !== undefined) return error;
		const { message, kind } = error.explanation;
		return mayExist(lost, `It could not be sent again: ${message}.`, [], kind);
	}

	/** Keeps its lane for as long as the link may still appear. */
	private hold({ lostAt }: Lost): void {
		const { lane, links } = this;
		const ms = lostAt + LATE_MS - Date.now();
		void links.lanes.hold(lane, ms);
	}
}

/** What came of one sending. */
type Sending =
	| ({ kind: 'answered' } & SentCreate)
	| { kind: 'rejected'; error: UserFacingError }
	| {
			kind: 'lost';
			lost: Lost;
			/** Whether the service was away, for others as well. The look tells, so it is asked after that. */
			wasAway: () => boolean;
			/** Whether the connection itself broke. */
			isBroken: boolean;
	  };

function recovered({ record }: ListedLink): SentCreate {
	return { record, origin: 'recovered' };
}
