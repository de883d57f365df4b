import type { Explanation, FailureKind } from '../../shared/userFacingError';
import {
	CHECK_BASE_URL,
	CHECK_SHORT_URL,
	NO_SUCH_RECORD,
	REFUSED_KEY,
	SEND_LESS,
} from './remedies';
import { TOO_LARGE_TO_READ } from './retry';
import type { ParsedResponse, ServiceRequest } from './types';
import { ownWords } from './words';

type Rejected = Extract<ParsedResponse, { kind: 'rejected' }>;

// Whole phrases, compared with the service's own words: what it quotes may hold any of them.

/** Words of installs for a missing record, Laravel's last. */
const IS_GONE = /\bdoes not exist\b|\bnot found\b|\bno query results for model\b/i;

const ALIAS_TAKEN = /\balias is taken\b/i;

/** Words of installs for a plan that allows no more (seen on real installs). */
const PLAN_LIMIT = /\byou have reached your maximum ([\w-]+ ){0,4}limit\b/i;

/** Words of installs for a key that they do not accept. */
const KEY_REFUSED = [
	/\b(valid|invalid|wrong|incorrect|unknown|missing|expired|no) api key\b/i,
	/\bapi key ((is|was|has|been|not) ){0,3}(invalid|wrong|incorrect|unknown|missing|expired|required|revoked|disabled|deleted)\b/i,
	/\bapi key (is |was )?not (valid|found|accepted|recognized|active)\b/i,
	/\bunauthenticated\b|^unauthorized\W*$/i,
];

/** Words for a single thing that a good key may not do. */
const ONE_THING = /\bread-only\b|\bpermissions?\b|\bno access to\b|\bnot allowed to\b|\bscope\b/i;

/** The words for a refusal: the service's own, and what to do about them. */
export function explainRejection(
	{ status, message, details }: Rejected,
	request: ServiceRequest,
): Explanation {
	const said = { message, details, httpStatus: status };
	if (refusesTheKey(message, status)) {
		return { ...said, remedy: REFUSED_KEY, kind: 'credentialRefused' };
	}
	const words = ownWords(message);
	const isLookUp = request.query?.short !== undefined && IS_GONE.test(words);
	const remedy = isLookUp ? CHECK_SHORT_URL : remedyFor(words, status);
	return { ...said, remedy, kind: kindOf(words, status) };
}

/** Whether the service refuses the key itself, and not one thing that the key may not do. */
export function refusesTheKey(message: string, status: number): boolean {
	const words = ownWords(message);
	if (KEY_REFUSED.some((phrase) => phrase.test(words))) return true;
	return status === 401 && !ONE_THING.test(words);
}

/** The kind of failure that the service's words tell. */
function kindOf(words: string, status: number): FailureKind {
	if (status === 404 || IS_GONE.test(words)) return 'notFound';
	if (PLAN_LIMIT.test(words)) return 'planLimit';
	return ALIAS_TAKEN.test(words) ? 'aliasTaken' : 'rejected';
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
		'Check every address that you entered, such as Long URL: it has to look like https://example.com/page.',
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
		/\bmaximum ([\w-]+ ){0,4}limit\b|\bupgrade\b/i,
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
	[/\bfile ([\w-]+ ){0,3}too (large|big)\b|\b(file|upload) size\b/i, SEND_LESS],
	[/more than 3 characters/i, 'Search for a longer word, with at least 4 characters.'],
];

function remedyFor(words: string, status: number): string {
	const known = REMEDIES.find(([phrase]) => phrase.test(words));
	if (TOO_LARGE_TO_READ.includes(status)) return SEND_LESS;
	// A 404 that names no record of the service comes from an address where it does not live.
	if (known === undefined && status === 404) return CHECK_BASE_URL;
	return (
		known?.[1] ??
		'The service refused the request for this reason. Change what it objects to and try again.'
	);
}
