import { isRecord, toText } from '../../shared/json';
import { shortened } from '../../shared/printable';
import type { Explanation } from '../../shared/userFacingError';
import type { ExtraHeader } from './credential';
import type { ServiceRequest } from './types';

/** The secrets of a connection. */
interface Secrets {
	apiKey: string;
	extraHeader?: ExtraHeader;
}

/** A shorter text is hidden only where a value stands: elsewhere it would garble every message. */
const MIN_LENGTH = 4;

/** A shorter text of letters alone may be a word. */
const MIN_LENGTH_OF_NO_WORD = 16;

/** A shorter text in base64 may stand anywhere by chance. */
const MIN_BASE64_LENGTH = 8;

/**
 * Words of messages, by services and by this package. A service that refuses with one of them need not mean
 * the password that is the same word, and to hide it would tell that it is.
 */
const COMMON_WORDS = new Set(
	`account administrator again alias aliases allowed already another answer answered answers associated
	attention available been before between blacklisted broke came campaign cannot certificate channel
	characters choose codes complete connection contact correct custom date depth description does domain email
	empty enter entity error exist expired expiry failed field file forbidden found gave have host http https image
	inappropriate incorrect install instead invalid keyword large later least like limit link links login long
	maximum message minimum missing moment more must name network nothing overlay page password permission
	pixel plan please private proxy public reached redirect refused request required reserved reset seconds
	self sends server service short shorten shortening signed speak splash taken than that this title today
	token trusted type unauthorized unknown upgrade urls used user username valid value weak website with
	within wrong your zero`.split(/\s+/),
);

/**
 * An explanation without the key, the extra header and passwords, even if the service quoted them. Only then
 * its message is cut, so that no part of a secret is left at the end.
 *
 * @param passwords that were sent along
 */
export function withoutSecrets(
	explanation: Explanation,
	{ apiKey, extraHeader }: Secrets,
	passwords: readonly string[] = [],
): Explanation {
	const secrets: Array<[secret: string, name: string]> = [
		[apiKey, '[API key]'],
		...secretsIn(extraHeader?.value ?? '').map((text): [string, string] => [
			text,
			'[extra header]',
		]),
		...passwords.map((text): [string, string] => [text, '[password]']),
	];
	const forms = secrets.map(([secret, name]) => ({ ...formsOf(secret), name }));
	const hide = (text: string) =>
		forms.reduce((shown, { plain, name }) => shown.replace(plain, name), text);
	// No word of this package's own is a secret.
	const remedy = forms.reduce(
		(shown, { plain, asValue = plain, name }) => shown.replace(asValue, name),
		explanation.remedy,
	);
	return {
		...explanation,
		message: shortened(hide(explanation.message)),
		remedy,
		...(explanation.details
			? { details: explanation.details.map((line) => shortened(hide(line))) }
			: {}),
	};
}

/** The passwords that a request sends: of a link, a file or an account, and of the network in a QR code. */
export function passwordsIn({
	json = {},
	query = {},
}: Pick<ServiceRequest, 'json' | 'query'>): string[] {
	const ofNetwork = isRecord(json.data) ? toText(json.data.pass) : '';
	const sent = [toText(json.password), toText(query.password), ofNetwork];
	return sent.filter((password) => password !== '');
}

/** A header's value as a whole, and what its cookies hold: a service may quote one of them. */
function secretsIn(value: string): string[] {
	const ofCookies = value.split(/[;,\s]+/).map((pair) => /=(.*)$/.exec(pair)?.[1] ?? '');
	return [value, ...ofCookies].filter((secret) => secret !== '');
}

/** The patterns of a secret. Escaped or in base64 it is found anywhere. */
interface Forms {
	/** Anywhere, or as a word of its own where it may be a word. */
	plain: RegExp;
	/** In quotes or behind `=`; left out where it is found anywhere. */
	asValue?: RegExp;
}

function formsOf(secret: string): Forms {
	const text = secret.replace(/./gsu, (character) => anyEscape(character));
	const end = String.raw`(?![\p{L}\d_-]|\.\p{L})`;
	const pattern = (source: string) => new RegExp([source, ...inBase64(secret)].join('|'), 'giu');
	const asValue = pattern(String.raw`(?<=["“‘=]|(?<!\p{L})'|&quot;|&#39;)${text}${end}`);
	const isCommon = COMMON_WORDS.has(secret.toLowerCase()) || /^\d{1,7}$/.test(secret);
	if (secret.length < MIN_LENGTH || isCommon) return { plain: asValue };
	const isWord = /^\p{L}+$/u.test(secret) && secret.length < MIN_LENGTH_OF_NO_WORD;
	if (!isWord) return { plain: pattern(text) };
	return { plain: pattern(String.raw`(?<![\p{L}\d_.-])${text}${end}`), asValue };
}

/** The named entities of HTML. */
const ENTITIES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** The pattern of a character, as it is or escaped, once or more, for JSON, an address or HTML. */
function anyEscape(character: string): string {
	if (/[a-z\d]/i.test(character)) return character;
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	const bytes = Buffer.from(character).toString('hex').match(/../g) ?? [];
	return `(?:${[
		String.raw`\\{0,4}${character.replace(/[$()*+./?[\\\]^{|}]/, String.raw`\$&`)}`,
		String.raw`\\{1,4}u0{0,3}${hex}`,
		...(character === ' ' ? [String.raw`\+`] : []),
		bytes.map((byte) => `%(?:25){0,3}${byte}`).join(''),
		`&(?:amp;){0,3}(?:#0{0,4}${code}|#x0{0,4}${hex}|${ENTITIES[character] ?? '#'});`,
	].join('|')})`;
}

/** The part of a secret's base64 form that does not depend on what is around it, by its place in the bytes. */
function inBase64(secret: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(`${'\0'.repeat(before)}${secret}`);
		const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		const text = bytes.toString('base64').slice(from, to);
		if (text.length < MIN_BASE64_LENGTH) return [];
		// Another alphabet, for addresses, has other signs for the last two.
		const signs = text.replace(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : '[/_]'));
		return [`${signs}[\\w+/-]?={0,2}`];
	});
}
