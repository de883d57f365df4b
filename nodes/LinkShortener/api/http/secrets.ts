import { isRecord, toText } from '../../shared/json';
import type { Explanation } from '../../shared/userFacingError';
import type { ExtraHeader } from './credential';
import type { ServiceRequest } from './types';

/** The secrets of a connection. */
interface Secrets {
	apiKey: string;
	extraHeader?: ExtraHeader;
}

/** A shorter text is no secret, and hiding it would garble every message. */
const MIN_SECRET_LENGTH = 4;

/**
 * An explanation without the key, the extra header and passwords, even if the service quoted them.
 *
 * @param passwords that were sent along
 */
export function withoutSecrets(
	explanation: Explanation,
	{ apiKey, extraHeader }: Secrets,
	passwords: readonly string[] = [],
): Explanation {
	const patterns: Array<[RegExp, string]> = [
		[anyForm(apiKey), '[API key]'],
		...secretsIn(extraHeader?.value ?? '').map((secret): [RegExp, string] => [
			anyForm(secret),
			'[extra header]',
		]),
		...passwords.map((password): [RegExp, string] => [anyForm(password), '[password]']),
	];
	const hide = (text: string) =>
		patterns.reduce((shown, [secret, name]) => shown.replace(secret, name), text);
	return {
		...explanation,
		message: hide(explanation.message),
		remedy: hide(explanation.remedy),
		...(explanation.details ? { details: explanation.details.map(hide) } : {}),
	};
}

/** The passwords that a request sends: of a link or an account, and of the network in a QR code. */
export function passwordsIn({ json = {} }: Pick<ServiceRequest, 'json'>): string[] {
	const ofNetwork = isRecord(json.data) ? toText(json.data.pass) : '';
	return [toText(json.password), ofNetwork].filter(isSecret);
}

/** A header's value as a whole, and what its cookies hold: a service may quote one of them. */
function secretsIn(value: string): string[] {
	const ofCookies = value.split(/[;,\s]+/).map((pair) => /=(.*)$/.exec(pair)?.[1] ?? '');
	return [value, ...ofCookies].filter(isSecret);
}

function isSecret(text: string): boolean {
	return text.length >= MIN_SECRET_LENGTH;
}

/** A text as it is, and as it stands in an address: percent-encoded, in whole or in part. */
function anyForm(secret: string): RegExp {
	const pattern = secret.replace(
		/\W/g,
		(sign) => `(?:\\${sign}|%${sign.charCodeAt(0).toString(16).padStart(2, '0')})`,
	);
	return new RegExp(pattern, 'gi');
}
