import { LATE_MS, type CreateKey, type Loss } from './createKey';
import { namesOf, type ListedLink } from '../find/listedLink';
import { ASK_ABOUT_FILTER } from '../../api/http/remedies';
import { UserFacingError, type Explanation } from '../../shared/userFacingError';

export const STOPPED: Explanation = {
	message: 'The run was stopped while the link was being created',
	remedy: 'Look in the service before you run this item again.',
};

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
	const named = links.length === 0 ? '' : ` It may be one of these: ${namesOf(links)}.`;
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

export function notCreated({ explanation, sendings, why }: Loss): UserFacingError {
	const remedy =
		why === 'filter'
			? `No link has its alias, so it was not created. ${ASK_ABOUT_FILTER}`
			: `The link ${sentInWords(sendings)}, but the service never confirmed it, and ${LATE_MS / 1000} seconds later no link had its alias, so it was not created. Check the service and the network connection, then run this item again.`;
	return new UserFacingError({ ...explanation, remedy, isUnconfirmed: false });
}

/** The service shows no link with its alias, and may hide one. */
export function notShown({ alias = '', lost }: CreateKey): UserFacingError {
	const { explanation = STOPPED, sendings = 1, why } = lost ?? {};
	if (why === 'saidDone') return inDoubt(explanation);
	if (why === 'filter') {
		const remedy = `Most likely the link was not created: the service shows no link with its alias, ${alias}. ${ASK_ABOUT_FILTER}`;
		return inDoubt({ ...explanation, remedy });
	}
	const remedy = `The link ${sentInWords(sendings)}, but the service never confirmed it, and ${LATE_MS / 1000} seconds later it showed no link with its alias, so most likely it was not created. Look in the service before you run this item again; its alias is ${alias}.`;
	return inDoubt({ ...explanation, remedy });
}

function sentInWords(sendings: number): string {
	return sendings > 1 ? `was sent ${sendings} times` : 'was sent once';
}
