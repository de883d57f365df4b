import type { IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../../shared/json';
import { wrongValue } from '../../shared/userFacingError';
import { isEmpty } from '../../shared/n8n/parameters';
import { toSwitch, toUntrimmedText, yesOrNo } from '../../shared/values/convert';
import { toLongUrl } from '../../shared/values/address';
import { toParameterValue } from '../../shared/values/parameter';
import { parseJson, soleValue } from '../../shared/values/single';
import { meantText, refuseUnmeantValue } from '../../shared/values/text';

/** Values of forms, sheets and agents for the body of POST /api/url/add. Pure; each throws a `UserFacingError`. */

type Parts = Readonly<Record<string, unknown>>;

interface RowsForm {
	group: string;
	parts: readonly [string, string];
	example: string;
}

/** From the form (`{ targets: [{ location, link }] }`), an array, a single one, an object of pairs, or JSON. */
export function toRows(value: unknown, field: string, form: RowsForm): Parts[] {
	const given = parseJson(value);
	const rows = isRecord(given) ? rowsOfRecord(given, form) : given;
	if (Array.isArray(rows) && rows.every(isRecord)) {
		refuseUnmeantValue(rows, field, { kind: 'many' });
		return rows;
	}
	const isText = typeof given === 'string' && /^\s*[[{]/.test(given);
	const { example } = form;
	throw wrongValue(field, isText ? 'is not valid JSON' : 'is not a list', example);
}

function rowsOfRecord(record: IDataObject, { group, parts }: RowsForm): unknown {
	if (Array.isArray(record[group])) return record[group];
	// A row has these parts only. People write `{ name: "Bob", ref: "x" }` for two parameters.
	if (Object.keys(record).sort().join() === [...parts].sort().join()) return [record];
	const [first, second] = parts;
	return Object.entries(record).map(([key, entry]) => ({ [first]: key, [second]: entry }));
}

export const OTHER = '__other';

const EXAMPLES: Record<string, string> = { location: 'Canada', device: 'iPhone', language: 'fr' };

/** A row without both halves is refused. `key`: `location`, `device` or `language`. */
export function toTargets(value: unknown, field: string, key: string): IDataObject[] {
	const usual = EXAMPLES[key] ?? '';
	const example = `[{"${key}": "${usual}", "link": "https://example.com/page"}]`;
	const form = { group: 'targets', parts: [key, 'link'], example } as const;
	return toRows(value, field, form).map((row) => {
		const place = meantText(soleValue(row[key]), field);
		const chosen = place === OTHER ? meantText(soleValue(row.other), field) : place;
		if (chosen === '') throw wrongValue(field, `has an entry without a ${key}`, usual);
		if (toText(row.link) === '') {
			const what = `has no destination URL for ${chosen}`;
			throw wrongValue(field, what, 'https://example.com/page');
		}
		return { [key]: chosen, link: toLongUrl(row.link, field) };
	});
}

/** With or without its `?`; undefined for anything else. */
function rowsOfQuery(value: unknown): Parts[] | undefined {
	const query = typeof value === 'string' ? value.trim() : '';
	if (!/^[?&]?[^\s=&?[\]{}"]+=/.test(query)) return undefined;
	const parts = query.replace(/^[?&]/, '').split(/&(?:amp;)?/);
	return parts.flatMap((part) => {
		const [, name = part, own = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
		return part === '' ? [] : [{ name, value: own }];
	});
}

export function toNamedValues(value: unknown, field: string): IDataObject[] {
	const example = '[{"name": "ref", "value": "newsletter"}]';
	const form = { group: 'parameter', parts: ['name', 'value'], example } as const;
	return toRows(rowsOfQuery(value) ?? value, field, form).map((row) => {
		const name = meantText(row.name, field);
		if (name === '') throw wrongValue(field, 'has an entry without a name', 'ref');
		return { name, value: toParameterValue(name, soleValue(row.value), field) };
	});
}

/** `auto` makes them from the long URL; the stores are the targets on devices without the app. */
export function toDeepLink(value: unknown, field: string): IDataObject | undefined {
	const parsed = parseJson(value);
	if (!isRecord(parsed)) return { auto: toSwitch(parsed, field) };
	const deepLink: IDataObject = {};
	for (const [key, entry] of Object.entries(parsed)) {
		if (isEmpty(entry)) continue;
		if (key === 'auto') deepLink.auto = toSwitch(entry, field);
		else if (key === 'apple' || key === 'google') deepLink[key] = toLongUrl(entry, field);
		else
			throw wrongValue(
				field,
				`has an unknown part "${key}". Its parts are auto, apple (iOS) and google (Android)`,
				'{"auto": true, "apple": "https://apps.apple.com/app/example", "google": "https://play.google.com/store/apps/example"}',
			);
	}
	return Object.keys(deepLink).length > 0 ? deepLink : undefined;
}

/** A sheet may only say whether there is one: `yes` is nobody's password; no and FALSE are no value. */
export function toPassword(value: unknown, field: string): string {
	const text = toText(value);
	if (yesOrNo(text) !== true) return toUntrimmedText(value);
	throw wrongValue(field, `"${text}" looks like a yes or no, not a password`, 'open-sesame-27');
}
