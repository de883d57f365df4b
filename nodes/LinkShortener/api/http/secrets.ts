import { toText } from '../../shared/json';
import { shownMessage } from '../../shared/printable';
import type { Explanation } from '../../shared/userFacingError';
import type { ExtraHeader } from './credential';
import type { ServiceRequest } from './types';

interface Secrets {
	apiKey: string;
	extraHeader?: ExtraHeader;
}

/** A shorter one is not hidden: a value such as `on` or `2026` stands in too many messages. */
const MIN_LENGTH = 6;

/** As typed, percent-encoded or escaped for JSON. The message is cut only then, so no part of a secret is left. */
export function withoutSecrets(
	explanation: Explanation,
	{ apiKey, extraHeader }: Secrets,
	passwords: readonly string[] = [],
): Explanation {
	const secrets = [
		{ secret: apiKey, name: '[API key]' },
		{ secret: extraHeader?.value ?? '', name: '[extra header]' },
		...passwords.map((secret) => ({ secret, name: '[password]' })),
	].filter(({ secret }) => secret.length >= MIN_LENGTH);
	const patterns = secrets.map(({ secret, name }) => ({ pattern: patternOf(secret), name }));
	const hide = (text: string) =>
		patterns.reduce((shown, { pattern, name }) => shown.replace(pattern, name), text);
	const shown = (text: string) => shownMessage(hide(text));
	const { details, message, remedy } = explanation;
	return {
		...explanation,
		message: shown(message),
		remedy: hide(remedy),
		...(details ? { details: details.map(shown) } : {}),
	};
}

export function passwordsIn({
	json = {},
	query = {},
}: Pick<ServiceRequest, 'json' | 'query'>): string[] {
	const sent = [toText(json.password), toText(query.password)];
	return sent.filter((password) => password !== '');
}

function patternOf(secret: string): RegExp {
	const json = JSON.stringify(secret).slice(1, -1);
	const ofPhp = json
		.replaceAll('/', String.raw`\/`)
		.replace(/[^\x20-\x7E]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const forms = [secret, encodeURIComponent(secret), json, ofPhp];
	return new RegExp(
		forms.map((form) => form.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join('|'),
		'gi',
	);
}
