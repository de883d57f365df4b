import { aliasKey } from '../../shared/values/shortUrl';
import { type ListedLink, type RowLink } from '../find/listedLink';

/** What is known when a create is answered with a link. The answer may name an old one. */
export interface Answered {
	link: ListedLink;
	row: Pick<RowLink, 'alias' | 'canonicalUrl'>;
	/** Empty where none was sent. */
	alias: string;
	/** The highest id seen when it left; undefined where none was. */
	above: number | undefined;
	/** Whether a list has shown that id, or one before it. */
	isListed: boolean;
	/** The link's alias was sent for an item before, or an item has it. */
	isUsedAlias: boolean;
}

/** Tells a new link from one that the service had. Pure. */
export function judgeAnswer({ link, row, alias, above, isListed, isUsedAlias }: Answered) {
	const isNamed = alias !== '' && aliasKey(link.alias) === aliasKey(alias);
	// Nobody else has an alias that was made for the item.
	if (isNamed && row.alias === '') return { isNamed, isNew: true, isSure: true };
	const isOfAnother = !isNamed && isUsedAlias;
	const leadsElsewhere =
		link.record.longurl !== undefined && link.canonicalUrl !== row.canonicalUrl;
	const isAgeKnown = link.id !== undefined && above !== undefined;
	const isOld = isAgeKnown ? Number(link.id) <= above : leadsElsewhere;
	const isNew = !isOld && !isOfAnother;
	return { isNamed, isNew, isSure: isNew && isAgeKnown && isListed };
}
