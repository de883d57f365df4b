import type { ListedLink } from '../find/listedLink';
import { plainAlias, type WantedLink } from '../find/wantedLink';

/** What is known when a create is answered with a link. */
export interface Answered {
	link: ListedLink;
	asked: Pick<WantedLink, 'alias' | 'canonicalUrl'>;
	/** The alias that was sent, or an empty text. */
	alias: string;
	/** The highest id that was known when it left; undefined where none was. */
	above: number | undefined;
	/** Whether a list has shown that id, or one before it: the answer to a create may name an old link. */
	isListed: boolean;
	/** Whether the link's alias was sent for an item before, or an item has it. */
	isSpokenFor: boolean;
}

/** Whose link the answer to a create names. */
export interface Verdict {
	/** Whether the link has the alias that was sent, in whatever spelling. */
	isNamed: boolean;
	/** Whether it was made by this create. Else the service has handed out a link that it had. */
	isNew: boolean;
	/** Whether that is more than likely. */
	isSure: boolean;
}

/** Tells a new link from one that the service had. Pure. */
export function judgeAnswer(answered: Answered): Verdict {
	const { link, asked, alias, above, isListed, isSpokenFor } = answered;
	const isNamed = alias !== '' && plainAlias(link.alias) === plainAlias(alias);
	// Nobody else has an alias that was made for the item.
	if (isNamed && asked.alias === '') return { isNamed, isNew: true, isSure: true };
	const isOfAnother = !isNamed && isSpokenFor;
	const leadsElsewhere =
		link.record.longurl !== undefined && link.canonicalUrl !== asked.canonicalUrl;
	const isAgeKnown = link.id !== undefined && above !== undefined;
	const isOld = isAgeKnown ? Number(link.id) <= above : leadsElsewhere;
	const isNew = !isOld && !isOfAnother;
	return { isNamed, isNew, isSure: isNew && isAgeKnown && isListed };
}
