import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { judgeAnswer } from './judgeAnswer';
import { textsShown } from '../fields/linkFields';
import { completeLink, listedLink, type ListedLink } from '../find/listedLink';
import { linksOf, type LinksOfKey } from '../find/linkMemory';
import { lookForLink, type Look } from './lookForLink';
import { type CreateKey, mayBeDoneError, LATE_MS, type Loss, sendCreate } from './sendCreate';
import { ASK_ABOUT_FILTER } from '../../api/http/remedies';
import { firstFew, toText } from '../../shared/text';
import type { Row } from '../rows/runRows';
import { otherFields } from '../rows/updateLink';
import {
	Cancelled,
	type Explanation,
	sentence,
	UserFacingError,
} from '../../shared/userFacingError';

/** The link of a create as the service named it, and how it came about. */
interface SentCreate {
	record: IDataObject;
	origin: 'created' | 'recovered' | 'found';
	/** Nothing shows its age, so it may lack what the row has. */
	mayBeOld?: boolean;
	/** What a person should know of it. */
	hint?: string | undefined;
}

/**
 * How often a create is sent: twice where the service answered with something unusable, three times where the
 * connection broke, which is rarely the row's fault, and four times on a line that was seen to cut single connections.
 */
const MAX_SENT = { unusable: 2, broken: 3, cutting: 4 };

const USE_GENERATED =
	'To avoid this, set Options → If Custom Alias Is Empty to Generate (Safe to Retry).';

const NO_ALIASES =
	'The service does not accept generated aliases and chooses its own. If a response is lost, the node cannot check whether the link was created.';

/**
 * Sends the create of one item until its link is there, its item has failed, or nothing tells. Its alias is the key
 * by which the link is made once: a lost create is looked for at once and 12 seconds later, and only then sent again.
 */
export class CreateByKey {
	private readonly known: LinksOfKey;

	/** Whether its alias is nobody else's, so that a link that has it is the item's. */
	private readonly isOurs: boolean;

	/** With an alias of ours, after which it is sent without one. */
	private isRefused = false;

	/** Whether the last look has shown that there is no link. */
	private isAbsent = false;

	/** In this try. */
	private losses = 0;

	private isBroken = false;

	/** A caller that gives an alias has its lock. */
	constructor(
		private readonly client: Client,
		private readonly row: Row,
		private readonly key: CreateKey,
	) {
		this.known = linksOf(client);
		this.isOurs = row.alias === '';
		const sendsOurs = !row.letsServiceChoose && this.known.aliases.sendsOurs;
		key.alias ??= row.alias || (sendsOurs ? ownAlias() : '');
	}

	/**
	 * Exactly one link, even when a response is lost.
	 * @throws {UserFacingError} in the service's words, or saying that the link may exist
	 */
	async run(): Promise<SentCreate> {
		const { row, isOurs, key, known } = this;
		const {
			record: answer,
			origin,
			mayBeOld,
		} = await this.send().catch((error: unknown) => {
			throw this.explained(error);
		});
		key.lost = undefined;
		const record = completeLink(answer, row.body);
		if (origin === 'found') return { record, origin };
		const link = listedLink(answer);
		const texts = textsShown(row.body);
		// Not the answer's own long URL, in which other rows may not find what was sent.
		known.noteMade(
			listedLink({ ...texts, ...answer, longurl: texts.longurl }),
			mayBeOld ? {} : row.body,
		);
		const isChanged = !isOurs && row.alias !== link.alias;
		const lacksAliases = isOurs && !row.letsServiceChoose && !known.aliases.sendsOurs;
		const changed = `The service changed the alias ${row.alias} to ${link.alias}. Enter ${link.alias}, so that the next run finds its link.`;
		return { record, origin, hint: isChanged ? changed : lacksAliases ? NO_ALIASES : undefined };
	}

	private async send(): Promise<SentCreate> {
		const { key } = this;
		let isLast = false;
		for (;;) {
			if (key.lost !== undefined) {
				const link = await this.settleLoss(key.lost, isLast);
				if (link !== undefined) return { record: link.record, origin: 'recovered' };
			}
			const isAgain = key.lost !== undefined || this.isRefused;
			const sending = await sendCreate(this.client, this.row, key, isAgain);
			if (sending.kind === 'answered') return this.learn(sending.record, sending.above);
			if (sending.kind === 'failed')
				return await this.settleRefusal(sending.error, sending.mayBeDone);
			this.isAbsent = false;
			this.losses += 1;
			this.isBroken = sending.isBroken;
			const broken = this.known.cutsConnections ? MAX_SENT.cutting : MAX_SENT.broken;
			isLast = this.losses >= (sending.isBroken ? broken : MAX_SENT.unusable);
		}
	}

	/** What an answer tells of the link, and of the key: whose link it is, and whether aliases are taken. */
	private learn(record: IDataObject, leftAbove: number | undefined): SentCreate {
		const { row, isOurs, key, known } = this;
		const { alias = '' } = key;
		const link = listedLink(record);
		const { isNamed, isNew, isSure } = judgeAnswer({
			...{ link, row, alias },
			above: key.lost === undefined ? leftAbove : key.above,
			isListed: known.isListed,
			isUsedAlias: known.isUsedAlias(link.alias),
		});
		known.cutsConnections ||= this.isBroken;
		known.see(link);
		known.noteUsedAlias(link.alias);
		if (!isNew) return { record, origin: 'found' };
		// A link that the service had may be on any domain.
		if (row.host === '' && isSure) known.defaultHost = link.host;
		if (isNamed) {
			known.aliases.noteTaken(isOurs);
			known.aliases.areKept = true;
		} else if (isOurs && alias !== '' && isSure) known.aliases.noteIgnored();
		else if (alias === '' && this.isRefused) known.aliases.noteRefused();
		return { record, origin: 'created', mayBeOld: !isNamed && !isSure };
	}

	/** Undefined if it is to be sent again, which is not done if it `isLast`. @throws {UserFacingError} then */
	private async settleLoss(lost: Loss, isLast: boolean): Promise<ListedLink | undefined> {
		const { client, known } = this;
		const lateAt = lost.at + LATE_MS;
		let look: Look;
		for (;;) {
			const beganAt = Date.now();
			look = await this.look();
			if (look.link !== undefined) return this.itsOwn(look.link);
			if (beganAt >= lateAt || lost.why !== 'noAnswer') break;
			if (lateAt > (client.policy.deadline ?? Infinity)) {
				throw this.mayBeDoneError('There was no time to check.');
			}
			await client.sleep(lateAt - Date.now());
		}
		this.isAbsent = look.isAbsent;
		// A link that another item has is no candidate.
		const toPage = look.toPage.filter(({ alias }) => !known.isUsedAlias(alias));
		if (!this.hasKey()) throw this.mayBeDoneError('Nothing identifies its link.', toPage);
		if (!known.aliases.areTaken && (toPage.length > 0 || look.isCutShort)) {
			throw this.mayBeDoneError('The service may have chosen another alias.', toPage);
		}
		if (lost.why === 'noAnswer' && !isLast) return undefined;
		throw this.notThere(lost, look.isAbsent);
	}

	/** An item whose alias is ours is sent once more without it, since a plan may lack aliases. */
	private async settleRefusal(error: UserFacingError, isPage = false): Promise<SentCreate> {
		const { isOurs, key } = this;
		if (key.lost !== undefined) {
			const { record } = await this.settleRefusalOfLost(error, isPage);
			return { record, origin: 'recovered' };
		}
		if (isOurs && key.alias !== '' && error.is('rejected')) {
			this.isRefused = true;
			key.alias = '';
			return await this.send();
		}
		// Nothing of it is open, so another try may have another alias.
		if (isOurs) key.alias = undefined;
		throw error;
	}

	/** The link of a lost create that was refused when it was sent again. */
	private async settleRefusalOfLost(error: UserFacingError, isPage: boolean): Promise<ListedLink> {
		if (error.is('unavailable') && !isPage) throw error;
		const { row, isOurs } = this;
		const { link, isAbsent } = await this.look();
		// A page hardly ever comes after the work, so a link that may not be the item's is older.
		const isOther = isPage && link !== undefined && link.canonicalUrl !== row.canonicalUrl;
		if (isOther || (isAbsent && (isOurs || isPage))) {
			this.key.lost = undefined;
			throw error;
		}
		if (isPage && link !== undefined && !isOurs && row.mode === 'create')
			throw this.mayBeDoneError('A link with this alias and long URL exists, and may be older.', [
				link,
			]);
		if (link !== undefined) return this.itsOwn(link);
		throw this.mayBeDoneError(`Then the service returned: ${sentence(error.message)}`);
	}

	/** Whether the link can be told by its alias. */
	private hasKey(): boolean {
		const { isOurs, key, known } = this;
		const { areIgnored, sendsOurs } = known.aliases;
		return key.alias !== '' && !areIgnored && (!isOurs || sendsOurs);
	}

	private async look(): Promise<Look> {
		const { row, client, key } = this;
		const alias = this.hasKey() ? (key.alias ?? '') : '';
		return await lookForLink(client, row, alias, key.above);
	}

	/** @throws {UserFacingError} where the alias is a user's, so that another link may have had it before */
	private itsOwn(link: ListedLink): ListedLink {
		const { row, isOurs, known } = this;
		const leadsElsewhere = link.canonicalUrl !== row.canonicalUrl;
		const other = [...(leadsElsewhere ? ['longurl'] : []), ...otherFields(link, row)];
		if (!isOurs && other.length > 0) {
			const why = `A link with this alias exists, and may differ in ${other.join(', ')}.`;
			throw this.mayBeDoneError(why, [link]);
		}
		known.aliases.noteTaken(isOurs);
		known.see(link);
		return link;
	}

	/** What the item says in the place of an error, once something was sent whose answer was lost. */
	private explained(error: unknown): unknown {
		const { client, isAbsent, key } = this;
		const { alias, lost } = key;
		if (lost === undefined) return error;
		if (error instanceof Cancelled) {
			const isCanceled = error.mayBeDone || client.policy.cancelSignal?.aborted === true;
			if (isCanceled) return new Cancelled(true, alias);
			return this.mayBeDoneError('The run was stopped before this could be checked.');
		}
		if (!(error instanceof UserFacingError)) return error;
		const { mayBeDone, message, remedy, kind, httpStatus } = error.explanation;
		if (mayBeDone !== undefined || isAbsent) return error;
		if (lost.why === 'filter' && kind === 'misconfigured') return mayBeDoneError(lost.explanation);
		// What is wrong in the credential is to be mended first.
		const first = error.is('misconfigured', 'credentialRefused') ? ` ${remedy}` : '';
		const why = `This could not be checked: ${message}.${first}`;
		return this.mayBeDoneError(why, [], { kind, httpStatus });
	}

	/** No link with its alias is there; where that is not certain, the service shows none and may hide one. */
	private notThere({ explanation, why }: Loss, isCertain: boolean): UserFacingError {
		if (why === 'saidDone') return mayBeDoneError(explanation);
		const again = isCertain
			? 'No link has its alias, so it was not created. Check the service and the network connection, then run this item again.'
			: `The service shows no link with its alias, ${this.key.alias}, so most likely it was not created. Look in the service before you run this item again.`;
		const remedy = why === 'filter' ? `${again} ${ASK_ABOUT_FILTER}` : again;
		return new UserFacingError(explanation.message, remedy, {
			...explanation,
			mayBeDone: !isCertain,
		});
	}

	private mayBeDoneError(
		why: string,
		links: readonly ListedLink[] = [],
		cause: Partial<Explanation> = { kind: 'unavailable' },
	): UserFacingError {
		const { alias = '', lost } = this.key;
		const names = firstFew(links.map(({ record }) => toText(record.shorturl)));
		const doubt = [
			why,
			names !== '' && `It may be one of these: ${names}.`,
			`Look in the service before you run this item again${this.hasKey() ? `; its alias is ${alias}` : ''}.`,
			lost?.why === 'filter' && ASK_ABOUT_FILTER,
			alias === '' && this.row.letsServiceChoose && USE_GENERATED,
		]
			.filter(Boolean)
			.join(' ');
		if (lost === undefined || lost.why === 'noAnswer') {
			const message = 'The link may have been created: the service did not confirm it';
			return mayBeDoneError({ ...cause, message, remedy: doubt });
		}
		const remedy = `The link may have been created. ${doubt}`;
		return mayBeDoneError({ ...lost.explanation, remedy });
	}
}

/** Letters and digits that are not taken for one another, and make few words. */
const LETTERS = 'bcdfghjkmnpqrstvwxyz';
const CHARACTERS = `${LETTERS}23456789`;

/** About as long as those of services. On a brand with a million links, one in 13,000 is taken. */
const LENGTH = 7;

/** A letter first, so that no spreadsheet takes it for a number. */
export function ownAlias(): string {
	const alias = [...randomBytes(LENGTH)]
		.map((byte, place) => {
			const from = place === 0 ? LETTERS : CHARACTERS;
			return from[byte % from.length];
		})
		.join('');
	return /(.)\1\1/.test(alias) ? ownAlias() : alias;
}
