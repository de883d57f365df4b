import type { ServiceRequest } from './types';

/** Remedies that are used in more than one place. */

export const CHECK_BASE_URL =
	'Open the Link Shortener API credential and check Base URL: it is the address where you log in to the service, without a path such as /dashboard.';

export const REFUSED_KEY =
	'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one, and some web servers drop the Authorization header unless configured to pass it on.';

export const CHECK_SHORT_URL =
	'Check the short URL: nothing in the account of this API key has it. It may have been deleted. If it is a long URL, enter the short URL instead, which Link → Get Many shows.';

export const BOT_CHECK =
	'A bot check such as Cloudflare has the same effect: ask the operator of the service to let API requests through, or turn on Add Extra Header in the credential and enter what it wants.';

export const ASK_ABOUT_FILTER =
	'A filter between n8n and the service, such as a web firewall, may have stopped this request because of a text in it: change what it may object to, or ask the operator of the service to let API requests through.';

export const NO_SUCH_RECORD =
	'Nothing in the account of this API key has this ID or address. It may have been deleted: choose it again.';

export const SEND_LESS =
	'The service, or a web server in front of it, takes smaller requests only. Send a smaller file or shorter texts, or ask its operator to raise the limit.';

/** Adds to a create's remedy that the record may exist all the same. */
export function withDoubt(request: ServiceRequest, remedy: string): string {
	if (request.safety !== 'unsafe') return remedy;
	const [done, look] =
		request.file === undefined
			? ['created', 'look in the service']
			: ['uploaded', 'look for it with File → Get Many'];
	return `It may have been ${done} all the same, so it was not sent a second time: ${look} before you run this item again. ${remedy}`;
}
