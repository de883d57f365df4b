import type { IDataObject } from 'n8n-workflow';

import { NOTHING_KNOWN, type Flight, type Leaving, type Lost } from './ledger';
import { listedLink, lookedUpLink, type ListedLink } from './listedLink';
import { linksOf, type LinkClient } from './linkMemory';
import { foundNowhere, inDoubt, mayExist } from './lostCreates';
import { readLinkDetail } from './readLink';
import { fits, type WantedLink } from './wantedLink';
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

/** A create is sent so often, unless an outage took its answer. */
const MAX_SENT = 2;

/** A create is not sent again this long after the first round that could read. */
const MAX_SENDING_MS = 120_000;

/** Of a create that was under way when its run was stopped. */
const STOPPED: Explanation = {
	message: 'The run was stopped while the link was being created',
	remedy: 'Look in the service before you run this item again.',
};

/** A sending whose answer was lost, perhaps in an outage. */
type NoLink = 'lost' | 'lostInOutage';

/** The sendings of one create. */
export class Sending {
	/** The link to look for: of an earlier try, whatever an expression gives now. */
	readonly wanted: WantedLink;

	private readonly links: ReturnType<typeof linksOf>;

	/** When its first answer in this try was lost (epoch ms). */
	private lostAt: number | undefined;

	constructor(
		private readonly client: LinkClient,
		private readonly itemKey: string,
		private lost: Lost | undefined,
		asked: WantedLink,
	) {
		this.wanted = lost?.wanted ?? asked;
		this.links = linksOf(client);
	}

	/** @param items how many the run has */
	async run(items: number): Promise<SentCreate> {
		const { client, links } = this;
		let firstReadAt: number | undefined;
		let last: NoLink | undefined;
		for (let sent = 0; ;) {
			if (this.lost !== undefined) {
				// A filter's page comes after the work or in its place, so one look tells what there is to know.
				const isFiltered = last !== undefined && this.lost.explanation.kind === 'filtered';
				const { isSaidDone } = this.lost;
				const times = isFiltered || isSaidDone ? 'once' : 'rounds';
				const link = await links.lost.find(this.lost, client, times);
				if (link !== undefined) return recovered(link);
				if (isSaidDone) throw inDoubt(this.lost.explanation);
				firstReadAt ??= Date.now();
				const isOver = sent >= MAX_SENT || Date.now() - firstReadAt >= MAX_SENDING_MS;
				if (isOver || isFiltered) throw foundNowhere(this.lost);
			}
			if (items < MIN_LONG_RUN || links.ledger.namesNoId) await links.newest.refresh(client);
			const outcome = await this.send();
			if (typeof outcome === 'object') return outcome;
			if (outcome !== 'lostInOutage') sent += 1;
			last = outcome;
		}
	}

	/** What the item says in the place of an error, once something was sent whose answer was lost. */
	explain(error: unknown): unknown {
		const { lost } = this;
		if (lost === undefined) return error;
		if (error instanceof Cancelled) {
			if (lost.explanation === STOPPED) return error;
			return mayExist(lost, 'The run was stopped before that could be found out.');
		}
		if (!(error instanceof UserFacingError) || error.explanation.isUnconfirmed) return error;
		// It is nowhere, so the reason why it may not be sent again is all there is to say.
		const isSure = lost.verdict?.kind === 'absent' && lost.above !== undefined;
		if (isSure) return error;
		const { message, kind } = error.explanation;
		return mayExist(lost, `It could not be sent again: ${message}.`, [], kind);
	}

	private async send(): Promise<SentCreate | NoLink> {
		const { client, wanted } = this;
		const { ledger } = this.links;
		const left: { flight?: Flight } = {};
		const land = () => {
			if (left.flight !== undefined) ledger.land(left.flight);
		};
		// What was known is noted in the step in which it leaves.
		const leaves = () => {
			land();
			left.flight = ledger.leave(wanted);
		};
		const request: ServiceRequest = {
			method: 'POST',
			path: '/api/url/add',
			json: wanted.body,
			safety: 'unsafe',
		};
		const sending = client.send(request, { leaves, lostAt: this.lostAt });
		const sent = sending.catch((error: unknown) => {
			const { flight } = left;
			const isStopped = error instanceof Cancelled && error.mayBeDone;
			if (isStopped && flight !== undefined) this.lose(this.lost?.explanation ?? STOPPED, flight);
			throw error;
		});
		return await sent.then(async (result) => await this.learn(result, left.flight)).finally(land);
	}

	private async learn(result: Result, flight: Flight | undefined): Promise<SentCreate | NoLink> {
		const { wanted } = this;
		const { ledger } = this.links;
		const leaving = flight ?? NOTHING_KNOWN;
		if (result.kind === 'failed') return await this.rejected(result.error);
		if (result.kind === 'unconfirmed') {
			this.lose(result.error.explanation, leaving);
			return result.inOutage ? 'lostInOutage' : 'lost';
		}
		const answer = await settle(Promise.resolve(result.body).then(createdLinkRecord));
		if (answer instanceof UserFacingError) this.lose(answer.explanation, leaving, true);
		const record = answer instanceof UserFacingError ? await this.readById(result.body) : answer;
		if (record === undefined) return 'lost';
		const link = listedLink(record);
		// Some services hand out a link that they have, such as that of another item.
		const isOld = link.id !== undefined && link.id <= (leaving.above ?? 0);
		const origin = isOld || ledger.isGiven(link) ? 'found' : 'created';
		ledger.give(link);
		ledger.namesNoId = link.id === undefined;
		ledger.see([link.id]);
		const isNew = origin === 'created' && link.id !== undefined && flight?.isListed === true;
		// A link that the service had may be on any domain.
		if (wanted.host === '' && isNew) ledger.defaultHost = link.host;
		return { record, origin };
	}

	/** The link of an answer that names its id and no short URL; undefined where that is another link, or unreadable. */
	private async readById(answer: IDataObject): Promise<IDataObject | undefined> {
		const { id } = listedLink(createdFields(answer));
		if (id === undefined) return undefined;
		const shown = await settle(readLinkDetail(this.client, id));
		if (shown instanceof UserFacingError) return undefined;
		const link = lookedUpLink(shown);
		const isAsked = (link.id ?? id) === id && fits(link, this.wanted);
		return isAsked ? { id, shorturl: link.record.shorturl } : undefined;
	}

	/** The service has rejected the last sending; an earlier one may have made the link. */
	private async rejected(error: UserFacingError): Promise<SentCreate> {
		const { lost, client, links } = this;
		if (lost !== undefined) {
			const link = await links.lost.find(lost, client, 'once');
			if (link !== undefined) return recovered(link);
			// Without an id above which to look, its own link may stand further down.
			if (lost.above === undefined) throw mayExist(lost, `Then it said: ${error.message}.`);
		}
		links.ledger.resolve(this.itemKey);
		throw error;
	}

	private lose(explanation: Explanation, leaving: Leaving, isSaidDone = false): void {
		const { wanted, itemKey } = this;
		// Its link may still be that of the first sending.
		const { above, isFresh } = this.lost ?? leaving;
		const sendings = (this.lost?.sendings ?? 0) + 1;
		const lostAt = Date.now();
		// What came of the first sending of this try tells more than that of one with a short timeout.
		const told = this.lostAt === undefined ? undefined : this.lost?.explanation;
		this.lostAt ??= lostAt;
		const facts = { wanted, lostAt, sendings, above, isFresh, isSaidDone };
		this.lost = { ...facts, explanation: told ?? explanation, isSought: false };
		this.links.ledger.keep(itemKey, this.lost);
	}
}

function recovered({ record }: ListedLink): SentCreate {
	return { record, origin: 'recovered' };
}
