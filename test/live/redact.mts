import { isJson, type Json } from './ledger.mts';

/**
 * What may be shown of responses. Of a record that the run has not made: names and types of its fields. Of its
 * own: numbers, dates, what it sent itself, and nothing else. What is not known to be harmless is not shown, so
 * that no form of the key has to be thought of.
 */
export interface Known {
	/** Texts that the run has sent or been given: pages, aliases and names of its own records. */
	own: ReadonlySet<string>;
	/** Hosts of the service. */
	hosts: ReadonlySet<string>;
	/** No part of it is shown. */
	key: string;
	/** The account's names, which are not shown. */
	names: readonly string[];
}

const SERVICE = 'https://sho.rt';
const DATE = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?(\.\d+)?Z?)?$/;
const A_DATE = '2030-01-01 00:00:00';

/** Objects whose keys are data: places, devices, referrers. */
const MAPS =
	/^(location|device|language|custom|top\w+|socialCount|parameters|(geo|device|language)target)$/i;

/** What a name of a field looks like: a host, an address or a name with a blank is data. */
const FIELD = /^[a-z][a-z_-]{0,24}\d?$/i;

/** A value that only its type is known of, as a sample of that type. Pure. */
export function sampleOf(value: unknown, key = ''): unknown {
	if (Array.isArray(value)) return distinct(value.map((part) => sampleOf(part, key)));
	if (isJson(value)) return fieldsOf(value, key, sampleOf);
	if (typeof value === 'number') return 1;
	if (typeof value === 'boolean') return true;
	if (typeof value !== 'string') return null;
	if (value === '') return '';
	if (/^\d+$/.test(value)) return '1';
	if (DATE.test(value)) return value.length > 10 ? A_DATE : A_DATE.slice(0, 10);
	return /^https?:\/\//.test(value) ? `${SERVICE}/sample` : 'text';
}

/** A value of an own record. Pure. */
export function ownOf(value: unknown, known: Known, key = ''): unknown {
	if (Array.isArray(value)) return value.map((part) => ownOf(part, known, key));
	if (isJson(value)) return fieldsOf(value, key, (part, name) => ownOf(part, known, name));
	if (typeof value !== 'string') return isSecret(String(value), known) ? sampleOf(value) : value;
	if (value === '' || DATE.test(value) || known.own.has(value)) return value;
	if (/^(message|msg)$/.test(key)) return wordsOf(value, known);
	if (/^\d{1,9}$/.test(value) && !isSecret(value, known)) return value;
	return addressOf(value, known) ?? sampleOf(value);
}

/** An address of the service, with those of its parts that are the run's own, or mean nothing. */
function addressOf(value: string, { own, hosts }: Known): string | undefined {
	const url = URL.parse(value);
	if (url === null || !hosts.has(url.host) || url.search !== '') return undefined;
	const isHarmless = (part: string) => own.has(part) || /^(|qr|[ru]|list-\d{1,4})$/.test(part);
	return (
		SERVICE +
		url.pathname
			.split('/')
			.map((part) => (isHarmless(part) ? part : 'x'))
			.join('/')
	);
}

/** What a service says: words of letters and short numbers, without those that hold a part of a secret. Pure. */
export function wordsOf(text: string, known: Known): string {
	const shown = text
		.split(/\s+/)
		.slice(0, 40)
		.map((word) => {
			const isWord = /^["'(“„«]*(\p{L}[\p{L}'’-]{0,23}|\d{1,6})[)"'”“».,:;!?]*$/u.test(word);
			return (isWord || known.own.has(word)) && !isSecret(word, known) ? word : '…';
		});
	return shown.join(' ');
}

/** So many characters of the key in a row are a part of it. */
const PART = 5;

function isSecret(text: string, { key, names }: Known): boolean {
	const given = text.toLowerCase();
	if (names.some((name) => given.includes(name.toLowerCase()))) return true;
	return [key, ...[0, 1, 2].map((shift) => base64Of(key, shift))].some((form) => {
		const whole = form.toLowerCase();
		for (let at = 0; at === 0 || at + PART <= whole.length; at += 1) {
			if (given.includes(whole.slice(at, at + PART))) return true;
		}
		return false;
	});
}

/** A secret as a part of something longer, which moves its bits. */
function base64Of(secret: string, shift: number): string {
	return Buffer.from(' '.repeat(shift) + secret)
		.toString('base64')
		.slice(shift + 1)
		.replace(/.?=*$/, '');
}

function fieldsOf(value: Json, key: string, shown: (part: unknown, key: string) => unknown): Json {
	const isMap = MAPS.test(key);
	const fields = Object.entries(value).map(([name, part]): [string, unknown] => {
		const isField = !isMap && (FIELD.test(name) || /^\d$/.test(name));
		return isField ? [name, shown(part, name)] : ['any', sampleOf(part)];
	});
	return Object.fromEntries(fields);
}

/** One of each shape: how many there are is a value, too. */
function distinct(values: unknown[]): unknown[] {
	const shapes = new Map(values.map((value) => [JSON.stringify(value), value]));
	return [...shapes.values()];
}
