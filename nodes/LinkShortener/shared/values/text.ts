import { composed, isRecord, toText, withoutInvisible } from '../text';
import { fieldError, type UserFacingError, wrongValue } from '../userFacingError';
import {
	locatorParts,
	looksLikeId,
	parseJson,
	refuseSeveral,
	soleValue,
	toUntrimmedText,
	yesOrNo,
} from './convert';

/** What programs and spreadsheets have made of a value. Pure. */

/** What databases, JavaScript, Python and pandas write for nothing. People's `n/a` or `-` are words. */
const NOTHING = new Set(['NULL', 'null', 'NaN', 'nan', 'undefined', '\\N', 'None', '<NA>']);

/** Of a whole cell, or an argument of a tool. */
export function isNothing(value: unknown): boolean {
	return typeof value === 'string' && NOTHING.has(withoutInvisible(value));
}

/** Excel and its like write 1.23457E+11, in much of Europe 1,23457E+11. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d{2,}$/i;

/** A year or a longer number with the decimals that tables write behind whole ones. */
const WITH_DECIMALS = /^\d{4,}\.0+$/;

export function isShortened(text: string): boolean {
	return SHORTENED.test(text);
}

/** Digits before a spreadsheet or a program made a number of them. */
export function isRewritten(text: string): boolean {
	return isShortened(text) || WITH_DECIMALS.test(text);
}

export function madeNumber(text: string, field: string, what: string): UserFacingError {
	return fieldError(
		field,
		`"${text}" is a number as a spreadsheet writes it, not ${what}`,
		'Format the column as text, and enter the value again.',
	);
}

/** A sheet may only say whether there is one: `yes` is nobody's password; no and FALSE are no value. */
export function toPassword(value: unknown, field: string): string {
	const text = toText(value);
	const is = isShortened(text) || yesOrNo(text);
	if (is !== true) return is === false ? '' : toUntrimmedText(value);
	throw wrongValue(
		field,
		'looks like a yes or no, or a number as a spreadsheet writes it, not a password',
		'open-sesame-27',
	);
}

/** By language: what Excel and Google Sheets show in a cell whose formula fails, without the `#`. */
const ERRORS = new Set(
	[
		// English, and what every language has in common
		'NULL! DIV/0! VALUE! REF! NAME? NUM! N/A SPILL! CALC! FIELD! BLOCKED! BUSY! CONNECT! UNKNOWN!',
		'EXTERNAL! PYTHON! TIMEOUT! ERROR! GETTING_DATA',
		// German
		'WERT! BEZUG! ZAHL! NV ÜBERLAUF! KALK! FELD! BLOCKIERT! UNBEKANNT! DATEN_ABRUFEN',
		// French
		'NUL! VALEUR! NOM? NOMBRE! EPARS! PROPAGATION! CALCUL! CHAMP! BLOQUE! CONNEXION! INCONNU!',
		'OBTENTION_DONNEES',
		// Spanish, without the marks in front that most of them have: #¡VALOR!, #¿NOMBRE?
		'NULO! VALOR! NOMBRE? N/D DESBORDAMIENTO! CAMPO! BLOQUEADO! OBTENIENDO_DATOS',
		// Italian
		'NULLO! VALORE! RIF! NOME? ESPANSIONE! RECUPERO_DATI',
		// Portuguese
		'NÚM! DESPEJAR! TRANSPOSIÇÃO! OBTENDO_DADOS',
		// Dutch
		'LEEG! DEEL/0! DELING.DOOR.0! WAARDE! VERW! NAAM? GETAL! N/B OVERLOOP! GEGEVENS_OPHALEN',
		// Polish
		'ZERO! DZIEL/0! ARG! ADR! NAZWA? LICZBA! ROZLANIE! BŁĄD! POBIERANIE_DANYCH',
		// Finnish
		'TYHJÄ! JAKO/0! ARVO! VIITTAUS! NIMI? LUKU! PUUTTUU LEVITTYMINEN! NOUDETAAN_TIETOJA',
		// Swedish
		'SKÄRNING! DIVISION/0! VÄRDEFEL! REFERENS! NAMN? OGILTIGT! SAKNAS HÄMTAR_DATA',
		// Danish
		'VÆRDI! REFERENCE! NAVN? NUMMER! I/T OVERLØB! HENTER_DATA',
	].flatMap((errors) => errors.split(' ')),
);

function isFormulaError(text: string): boolean {
	// Google Sheets, of a formula that has not finished.
	if (/^Loading(\.{3}|…)$/.test(text)) return true;
	if (!text.startsWith('#')) return false;
	const error = composed(text.slice(1).replace(/^[¡¿]/, '').toUpperCase());
	// Some editions write the mark at the end where others do not: #SAKNAS!, #N/D!
	return ERRORS.has(error) || ERRORS.has(error.replace(/!$/, ''));
}

interface TextRules {
	/** `prose`: sent with lost letters, since feeds cut emoji. `address` or part of one. `many`: has parts. */
	kind?: 'text' | 'prose' | 'address' | 'many';
	example?: string;
	isSecret?: boolean;
}

/** What an expression can use. The `(` is that of `$('Name of a node')`. */
const NAMES = [
	...['json', 'node', 'input', 'item', 'items', 'now', 'today', 'vars', 'execution', 'workflow'],
	...['prevNode', 'itemIndex', 'runIndex', 'fromAI', 'parameter', 'env', 'binary', 'secrets'],
	...['jmespath', 'ifEmpty'],
];

/** As typed, or with `=` in front. Mail tools have placeholders such as `{{${name}}}`. Bounded for long texts. */
const EXPRESSION = new RegExp(
	`^=\\{\\{|\\{\\{\\s{0,20}\\$\\(|\\{\\{(?:(?!\\}\\}).){0,200}?\\$(?:${NAMES.join('|')})(?![\\w-])`,
	's',
);

const MAX_SEARCHED = 10_000;

function isExpression(text: string): boolean {
	return text.includes('{{') && EXPRESSION.test(text.slice(0, MAX_SEARCHED));
}

/** A browser escapes the signs of an expression. */
function withBraces(address: string): string {
	return address.replace(/%(?:7B|7D|20|24)/gi, decodeURIComponent);
}

/** What n8n's AI Assistant and MCP server write where they lack a value. */
const PLACEHOLDER = '<__PLACEHOLDER_VALUE__';

const OBJECT = /^\[object \w+\](?:,\s?\[object \w+\])*$/;
const OBJECT_INSIDE = /\[object \w+\]|%5Bobject(?:%20|\+|\s)\w+(?:%5D|\])/i;

const HALVES = /\p{Surrogate}/gu;

/** The character in place of letters that could not be read, or half a letter. */
export function hasLostLetters(text: string): boolean {
	return text.includes('\uFFFD') || text.search(HALVES) >= 0;
}

/** No JSON may have halves. */
export function withoutHalves(text: string): string {
	return text.replace(HALVES, '\uFFFD');
}

/** @throws {UserFacingError} that names the field */
export function refuseMistakenText(text: string, field: string, rules: TextRules = {}): void {
	const { kind = 'text', example = '', isSecret = false } = rules;
	const otherwise = example === '' ? '' : `, or enter a value such as ${example}`;
	if (isFormulaError(text)) {
		throw fieldError(
			field,
			`has the formula error "${text}"`,
			`Correct the formula${otherwise || ', or leave it empty'}.`,
		);
	}
	if (isExpression(kind === 'address' ? withBraces(text) : text)) {
		throw fieldError(
			field,
			`"${text}" is an n8n expression that was not evaluated`,
			`Switch the field in which it was entered to Expression${otherwise}.`,
		);
	}
	if (text.includes(PLACEHOLDER)) {
		throw fieldError(
			field,
			`"${text}" is a placeholder that was not replaced`,
			`Replace it with a value${example === '' ? '' : ` such as ${example}`}, or leave the field empty.`,
		);
	}
	if (OBJECT.test(text) || (kind === 'address' && OBJECT_INSIDE.test(text))) {
		throw fieldError(
			field,
			`"${text}" is an object, not one of its values`,
			`In the node that provides it, select one value of the object${otherwise}.`,
		);
	}
	// Nobody can bring back what the character stands for.
	if (kind !== 'prose' && hasLostLetters(text)) {
		throw fieldError(
			field,
			`${isSecret ? '' : `"${text}" `}has garbled letters: its file was read with the wrong encoding`,
			'In the node that reads the file, set Options → Encoding to Latin1, or to windows1252 if available.',
		);
	}
}

/** Also for a list or an object where the field has one value. @throws {UserFacingError} that names the field */
export function refuseMistakenValue(value: unknown, field: string, rules: TextRules = {}): void {
	const { kind, isSecret = false } = rules;
	if (kind === 'many') {
		for (const text of textsIn(value)) refuseMistakenText(text, field, rules);
		return;
	}
	refuseMistakenText(toText(value), field, rules);
	refuseSeveral(value, field, { isProse: kind === 'prose', isSecret });
}

export function checkedText(value: unknown, field: string, rules: TextRules = {}): string {
	refuseMistakenValue(value, field, rules);
	return toText(value);
}

/** Whatever groups, lists, and JSON it stands in. */
function textsIn(value: unknown): string[] {
	const given = parseJson(value);
	if (Array.isArray(given)) return given.flatMap(textsIn);
	if (!isRecord(given) || 'toJSON' in given) return [toText(given)];
	return Object.entries(given).flatMap(([key, one]) => [key, ...textsIn(one)]);
}

/** @throws {UserFacingError} that names the field, before anything is sent */
export function toId(value: unknown, field: string): number {
	const raw = soleValue(locatorParts(value).value);
	const text = toText(raw);
	if (text === '') throw wrongValue(field, 'is empty', '42');
	if (isShortened(text)) throw madeNumber(text, field, 'an ID');
	const id = Number(text);
	if (!looksLikeId(text) || id === 0 || !Number.isSafeInteger(id)) {
		throw wrongValue(field, `"${text}" is not an ID: it must be a positive whole number`, '42');
	}
	return id;
}
