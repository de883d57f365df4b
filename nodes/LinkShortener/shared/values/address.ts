import { parseUrl, toText } from '../text';
import { fieldError, wrongValue } from '../userFacingError';
import { addressIn, refuseSeveral } from './convert';
import { refuseMistakenText } from './text';

/** Judged as typed: `URL` makes a host of nearly anything. Path and query may have any address in them. Pure. */

const PAGE = 'https://example.com/page';

/** Put around an address by people and programs. */
const AROUND = /^(?:<(.+)>|\((.+)\)|\[(.+)\]|"(.+)"|'(.+)'|“(.+)”|„(.+)“|«(.+)»)$/s;

/** Perhaps with a title; and a link of Slack. */
const MARKDOWN = /^\[[^\]]*\]\(\s*<?([^\s<>]+?)>?(?:\s+"[^"]*")?\s*\)$/;
const SLACK = /^<([^\s|<>]+)\|[^<>]*>$/;

const BEGINS = /^(?:https?:\/\/|www\.)\S+$/i;

/** From brackets, quotes or a link of Markdown; any other text as it is. */
function bareAddress(text: string): string {
	const [, ofLink = ''] = MARKDOWN.exec(text) ?? SLACK.exec(text) ?? [];
	const [, ...inside] = AROUND.exec(text) ?? [];
	const around = inside.join('').trim();
	return [ofLink, around].find((one) => BEGINS.test(one)) ?? text;
}

/** As a page's source has it, in front of another parameter. */
const ESCAPED_AMPERSAND = /&(?:amp|#0?38);(?=[\w.~[\]-]+=)/gi;

export function addressText(value: unknown): string {
	return bareAddress(toText(addressIn(value)));
}

/** On this machine, or on a host in the same network that is named with its port. */
const LOCAL_HOST = /^(localhost(:\d+)?(?=[/?#]|$)|[a-z][\w-]*:\d{1,5}(?=\/))/i;

/** If it begins with a host; any other text as it is. */
function withScheme(text: string): string {
	if (LOCAL_HOST.test(text)) return `http://${text}`;
	const [host = ''] = /^[^\s/?#:@]+(?=(?::\d+)?(?:[/?#]|$))/.exec(text) ?? [];
	return /[^.]\.[^.]/.test(host) ? `https://${text}` : text;
}

function looksLikeAddress(text: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:\S|[^\s/?#:@]+\.[a-z]{2})/i.test(text.trim());
}

const GAP = '[\\s,;|"\'(<[“]';

const BEHIND = new RegExp(`(?<=${GAP})(?:https?://|www\\.)(?=\\S)`, 'gi');

const GAP_AT_END = new RegExp(`(?<!${GAP})${GAP}+$`);

/** Undefined if it may be one address. A query is not looked at: it may have a text to share. */
function severalIn(text: string): string | undefined {
	const [page = ''] = text.split('?', 1);
	const leads = [...page.matchAll(BEHIND)].map(({ index }) => page.slice(0, index));
	const [lead] = leads;
	if (lead === undefined) return undefined;
	const gaps = leads.map((before) => GAP_AT_END.exec(before.slice(-MAX_GAP))?.[0] ?? '');
	const isSpaced = gaps.some((gap) => /\s/.test(gap));
	const isAfterAddress = looksLikeAddress(lead.slice(0, lead.length - (gaps[0]?.length ?? 0)));
	// Trackers have an address behind semicolons, too, and any path may have one in brackets.
	const parts = page.split(/[\s,;|]+/).filter((part) => part !== '');
	const isList = isSpaced || (parts.length > 1 && parts.every(looksLikeAddress));
	if (isAfterAddress && !isList) return undefined;
	return isAfterAddress || leads.length > 1
		? 'has more than one address'
		: 'has other text before the address';
}

const MAX_GAP = 20;

/** A scheme behind a scheme, in the place of a host or right behind one. */
const TWO_SCHEMES = /^https?:\/*https?(?::|\/\/)|^https?:\/\/[^/?#\s]*https?:\/\//i;

function isTwice(text: string): boolean {
	const half = text.length / 2;
	return looksLikeAddress(text) && text.slice(0, half) === text.slice(half);
}

const FILES = new Set([
	...['xlsx', 'xlsm', 'xls', 'csv', 'tsv', 'ods', 'docx', 'doc', 'odt', 'pptx', 'ppt', 'pdf'],
	...['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'html', 'htm', 'php', 'txt', 'json', 'xml'],
]);

const IP = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** Names in other alphabets are sent as they are. */
const NOT_IN_HOSTS = /[^\w.\-\s\u0080-\uffff]/;

function wrongHost(address: string): string | undefined {
	const [, place, path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(address) ?? [];
	if (place === undefined || place.startsWith('[')) return undefined;
	const host = place.replace(/^.*@/, '').replace(/:\d*$/, '').toLowerCase();
	if (/\.{3}|…/.test(host) || /^\/(?:\.{3}|…)(?:\/|$)/.test(path)) return 'was cut off';
	const labels = host.replace(/\.$/, '').split('.');
	const last = labels.at(-1) ?? '';
	if (/^\d/.test(last) && (labels.length > 1 || /^\d+$/.test(last)) && !IP.test(host))
		return 'is a number or a date, not a web address';
	if (labels.length > 1 && FILES.has(last)) return 'is the name of a file, not a web address';
	const [odd] = NOT_IN_HOSTS.exec(host) ?? [];
	if (odd !== undefined) return `has "${odd}" in its domain name`;
	// No top-level domain has one letter: k.A.
	const isNameless = /^$|^\.|\.\.|\.$|\.[a-z]$|^(?:www|undefined|null|nan)$/.test(
		host.replace(/\.$/, ''),
	);
	return isNameless ? 'has no domain name' : undefined;
}

function whyNoAddress(text: string): string | undefined {
	// A path on a disk or in an office network, as people copy it from a window with files.
	if (/^(?:[a-z]:[\\/]|\\\\|file:)/i.test(text))
		return 'is a file on a computer, not a web address';
	if (TWO_SCHEMES.test(text)) return 'begins with https:// or http:// twice';
	if (isTwice(text)) return 'has the same address twice';
	const several = severalIn(text);
	if (several !== undefined) return several;
	if (/[\n\r\v\f\u0085\u2028\u2029]/.test(text)) return 'has a line break';
	if (text.includes('\t')) return 'has a tab';
	// Apps have schemes with a hyphen, such as view-source:https://example.com.
	if (/^(?!feed:)[a-z]+:https?:\/\//i.test(text)) return 'has other text before the address';
	if (/…["'”)\]]*$/.test(text)) return 'was cut off';
	return wrongHost(withScheme(text));
}

/** Nothing is cut off: nobody can tell which part is meant. @throws {UserFacingError} that names the field */
export function checkedAddress(value: unknown, field: string, example: string): string {
	refuseSeveral(addressIn(value), field);
	const text = addressText(value);
	refuseMistakenText(text, field, { kind: 'address', example });
	const what = whyNoAddress(text);
	if (what === undefined) return text.replace(ESCAPED_AMPERSAND, '&');
	throw fieldError(field, `"${text}" ${what}`, `Keep only one web address, such as ${example}.`);
}

function webAddress(value: unknown, field: string, example: string): string {
	const text = checkedAddress(value, field, example);
	const escaped = withScheme(text).replace(/\s/g, encodeURIComponent);
	if (/^https?:\/\/[^/]/i.test(escaped) && parseUrl(escaped) !== undefined) return escaped;
	throw wrongValue(field, `"${text}" is not a web address`, example);
}

/** Without a scheme it gets https://, and white space is escaped as browsers do it. */
export function toWebAddress(value: unknown, field: string): string {
	return webAddress(value, field, PAGE);
}

/** Such as mailto: and those of apps. What has no other letters than http and https may be a typo of them. */
const OTHER_LINK = /^(?![htps]+:)[a-z][a-z\d+.-]*:\S/i;

/** A web address, or another link, such as mailto:, which goes as it is. */
export function toLongUrl(value: unknown, field: string): string {
	const text = checkedAddress(value, field, PAGE);
	return OTHER_LINK.test(withScheme(text)) ? text : webAddress(value, field, PAGE);
}

/** As the service writes it: https://go.example.com. One with a path is refused: the alias stands there. */
export function toDomainAddress(value: unknown, field: string): string {
	const address = webAddress(value, field, 'https://go.example.com');
	const [host = ''] = /^https?:\/\/[^/?#]+/i.exec(address) ?? [];
	if (/^\/*$/.test(address.slice(host.length))) return host.toLowerCase();
	throw wrongValue(
		field,
		`must be a domain name without a path, not "${toText(value)}"`,
		host.toLowerCase(),
	);
}
