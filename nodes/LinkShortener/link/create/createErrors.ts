import { LATE_MS, type CreateKey, type Loss } from './sendCreate';
import type { ListedLink } from '../find/listedLink';
import { firstFew } from '../../shared/printable';
import { toText } from '../../shared/json';
import { ASK_ABOUT_FILTER } from '../../api/http/remedies';
import { UserFacingError, type Explanation } from '../../shared/userFacingError';

interface Doubt {
	why: string;
	links?: readonly ListedLink[];
	kind?: Explanation['kind'];
	letsServiceChoose: boolean;
}

export function mayExist(
	{ alias = '', lost }: CreateKey,
	{ why, links = [], kind = 'unavailable', letsServiceChoose }: Doubt,
): UserFacingError {
	const sendings = lost?.sendings ?? 1;
	const names = firstFew(links.map(({ record }) => toText(record.shorturl)));
	const named = names === '' ? '' : ` It may be one of these: ${names}.`;
	const sent = sendings > 1 ? `It was sent ${sendings} times.` : 'Nothing was sent a second time.';
	const itsAlias = alias === '' ? '' : `; its alias is ${alias}`;
	const doubt = `${why}${named} ${sent} Look in the service before you run this item again${itsAlias}.`;
	const advice = alias === '' && letsServiceChoose ? ` ${USE_GENERATED}` : '';
	if (lost === undefined || lost.why === 'noAnswer') {
		const message = 'The link may have been created: the response was lost';
		return inDoubt({ message, remedy: `${doubt}${advice}`, kind });
	}
	const filter = lost.why === 'filter' ? ` ${ASK_ABOUT_FILTER}` : '';
	const remedy = `The link may have been created. ${doubt}${filter}${advice}`;
	return inDoubt({ ...lost.explanation, remedy });
}

const USE_GENERATED = 'To avoid this, set Options → If Custom Alias Is Empty to Generate.';

export function inDoubt(explanation: Explanation): UserFacingError {
	return new UserFacingError({ ...explanation, isUnconfirmed: true });
}

/** No link with its alias is there; where that is not certain, the service shows none and may hide one. */
export function notThere(
	{ explanation, sendings, why }: Loss,
	alias = '',
	isCertain = false,
): UserFacingError {
	if (why === 'saidDone') return inDoubt(explanation);
	const sent = sendings > 1 ? `was sent ${sendings} times` : 'was sent once';
	const silent = `The link ${sent}, but the service never confirmed it, and ${LATE_MS / 1000} seconds later`;
	if (!isCertain) {
		const remedy =
			why === 'filter'
				? `Most likely the link was not created: the service shows no link with its alias, ${alias}. ${ASK_ABOUT_FILTER}`
				: `${silent} it showed no link with its alias, so most likely it was not created. Look in the service before you run this item again; its alias is ${alias}.`;
		return inDoubt({ ...explanation, remedy });
	}
	const remedy =
		why === 'filter'
			? `No link has its alias, so it was not created. ${ASK_ABOUT_FILTER}`
			: `${silent} no link had its alias, so it was not created. Check the service and the network connection, then run this item again.`;
	return new UserFacingError({ ...explanation, remedy, isUnconfirmed: false });
}
