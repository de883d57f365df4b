import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';

/** The fields by which a person knows a record, the likeliest first. */
const NAMES = ['shorturl', 'alias', 'name', 'domain', 'title', 'link', 'id'];

/** The most records that one line names; the rest is counted. */
const MAX_NAMED = 10;

const MAX_LENGTH = 80;

/** The records of one poll that lack something the trigger needs. Each is said, none is passed over in silence. */
export class Unreadable {
	private readonly ids = new Set<string>();

	private readonly clicks = new Set<string>();

	/** Notes a record without a usable id. */
	addId(record: IDataObject): void {
		this.ids.add(describe(record, record.id));
	}

	/** Notes a link whose clicks are no number. */
	addClicks(record: IDataObject): void {
		this.clicks.add(describe(record, record.clicks));
	}

	/** A line about the records without a usable id. */
	get withoutId(): string | undefined {
		if (this.ids.size === 0) return undefined;
		return `These records have no ID that can be used, so the trigger cannot tell them from others and never emits them: ${list(this.ids)}.`;
	}

	/** Lines about the clicks that could not be read. */
	get notes(): string[] {
		if (this.clicks.size === 0) return [];
		return [
			`The clicks of these links are no number, so they are not counted: ${list(this.clicks)}.`,
		];
	}
}

function describe(record: IDataObject, value: IDataObject[string]): string {
	const name = NAMES.map((field) => toText(record[field])).find((text) => text !== '');
	const text = toText(value);
	return `${cut(name ?? 'a record without a name')} (${text === '' ? 'no value' : `"${cut(text)}"`})`;
}

function list(all: ReadonlySet<string>): string {
	const named = [...all].slice(0, MAX_NAMED).join(', ');
	const more = all.size - MAX_NAMED;
	return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named;
}

function cut(text: string): string {
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
