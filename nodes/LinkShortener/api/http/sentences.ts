import { SEND_LESS } from './remedies';

/** The words of a refused key. No translation of the product has the first; the others are Laravel's. */
export const KEY_REFUSED = /^(a )?(in)?valid api key\b|^unauthenticated\b|^unauthorized\W*$/i;

/** The words of a missing record, Laravel's last. What they quote is no part of them. */
export const IS_GONE = /^([\w-]+ ){0,4}(does not exist|not found)\b|^no query results for model\b/i;

/** The words of a plan that is used up. In another language it is found out by each row. */
export const PLAN_USED_UP = /^you have (reached your maximum|maxed your) ([\w-]+ ){0,4}limit\b/i;

/**
 * What installs are known to say besides, and a better remedy. Messages are translated, so these decide
 * nothing.
 */
export const SENTENCES: ReadonlyArray<readonly [words: RegExp, remedy: string]> = [
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
		/valid domain name/i,
		'Check Domain: it is a host of your own with https:// in front and nothing behind it, such as https://go.example.com.',
	],
	[
		/permission|api key/i,
		'The account behind the API key may not do this. Ask its administrator for the permission.',
	],
	[
		/already have|already been used|been already used/i,
		'Use another value, or update what exists already.',
	],
	[
		/name cannot be empty|at least 2 characters/i,
		'Enter a longer Name, with at least 2 characters.',
	],
	[
		/associated with this email/i,
		'Another account of the service has this address. Enter another one under Email.',
	],
	[/more than 3 characters/i, 'Search for a longer word, with at least 4 characters.'],
	[/\bfile ([\w-]+ ){0,3}too (large|big)\b|\b(file|upload) size\b/i, SEND_LESS],
];
