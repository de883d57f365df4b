import type { Explanation, FailureKind } from '../../shared/userFacingError';
import { CHECK_BASE_URL, CHECK_SHORT_URL, NO_SUCH_RECORD } from './remedies';
import type { ParsedResponse, ServiceRequest } from './types';

type Rejected = Extract<ParsedResponse, { kind: 'rejected' }>;

/** Words of installs for a missing record, Laravel's last. */
const IS_GONE = /does not exist|not found|no query results for model/i;

const ALIAS_TAKEN = /alias is taken/i;

/** Words of installs for a plan that allows no more (seen on real installs). */
const PLAN_LIMIT = /you have reached your maximum .*limit/i;

/** Words for a single thing that a good key may not do. */
const ONE_THING = /permission|access to|allowed to|domain|feature|plan\b|scope/i;

/** The words for a refusal: the service's own, and what to do about them. */
export function explainRejection(
	{ status, message, details }: Rejected,
	request: ServiceRequest,
): Explanation {
	const said = { message, details, httpStatus: status };
	if (refusesTheKey(message, status)) {
		const remedy =
			'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one, and some web servers drop the Authorization header unless configured to pass it on.';
		return { ...said, remedy, kind: 'credentialRefused' };
	}
	const isLookUp = request.query?.short !== undefined && IS_GONE.test(message);
	const remedy = isLookUp ? CHECK_SHORT_URL : remedyFor(message, status);
	return { ...said, remedy, kind: kindOf(message, status) };
}

/** Whether the service refuses the key itself, and not one thing that the key may not do. */
export function refusesTheKey(message: string, status: number): boolean {
	if (status === 401 || /valid api key|unauthenticated|^unauthorized\W*$/i.test(message))
		return true;
	return /api key/i.test(message) && !ONE_THING.test(message);
}

/** The kind of failure that the service's words tell. */
function kindOf(message: string, status: number): FailureKind {
	if (status === 404 || IS_GONE.test(message)) return 'notFound';
	if (PLAN_LIMIT.test(message)) return 'planLimit';
	return ALIAS_TAKEN.test(message) ? 'aliasTaken' : 'rejected';
}

/** The remedies for messages that real installs send. */
const REMEDIES: Array<[RegExp, string]> = [
	[
		/alias is (taken|reserved)|inappropriate alias/i,
		'Choose another Custom Alias, or leave it empty to get a random one.',
	],
	[/alias must be/i, 'Use a longer Custom Alias, or leave it empty to get a random one.'],
	[
		/valid url/i,
		'Check Long URL: it needs https:// in front and no spaces, such as https://example.com/page.',
	],
	[
		/blacklisted|cannot shorten/i,
		'The service does not shorten links to this website. Use another Long URL.',
	],
	[
		/expiry date/i,
		'Set Expiry to a day after today, or leave it empty for a link that does not expire.',
	],
	[
		/maximum .*limit|upgrade/i,
		'The plan of this account allows no more. Delete something in the service or change the plan.',
	],
	[
		/valid domain name/i,
		'Check Domain: it is a host of your own with https:// in front and nothing behind it, such as https://go.example.com.',
	],
	[
		/name cannot be empty|at least 2 characters/i,
		'Enter a longer Name, with at least 2 characters.',
	],
	[
		/associated with this email/i,
		'Another account of the service has this address. Enter another one under Email.',
	],
	[
		/permission|api key/i,
		'The account behind the API key may not do this. Ask its administrator for the permission.',
	],
	[IS_GONE, NO_SUCH_RECORD],
	[
		/already have|been already used|already been used/i,
		'Use another value, or update what exists already.',
	],
	[/more than 3 characters/i, 'Search for a longer word, with at least 4 characters.'],
];

function remedyFor(message: string, status: number): string {
	const known = REMEDIES.find(([words]) => words.test(message));
	// A 404 that names no record of the service comes from an address where it does not live.
	if (known === undefined && status === 404) return CHECK_BASE_URL;
	return (
		known?.[1] ??
		'The service refused the request for this reason. Change what it objects to and try again.'
	);
}
