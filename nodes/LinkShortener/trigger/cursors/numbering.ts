import type { Row } from './rows';

/** A record to recognize a service's numbering by: its id, its date, and its alias or name. */
export type KnownRecord = [id: number, date: string, name: string];

export function toKnown({ id, date, name }: Row): KnownRecord {
	return [id, date, name];
}

/** So many of the newest records are kept. */
const KEPT = 3;

/**
 * Tells whether ids still stand for the records they stood for. A service that was set up anew,
 * restored from a backup or moved gives ids to other records, or other ids to the same ones.
 */
export class Numbering {
	private readonly known: ReadonlySet<number>;

	private readonly confirmed = new Set<number>();

	/** Known ids that are other records now, and known records that have other ids. */
	private readonly contradicted = new Set<number>();

	constructor(
		private readonly kept: readonly KnownRecord[],
		private read: readonly KnownRecord[] = [],
	) {
		this.known = new Set(kept.map(([id]) => id));
	}

	/** Takes note of rows that were read, before anything is made of them. */
	look(rows: readonly Row[]): void {
		for (const row of rows) {
			if (this.isOtherRecord(row)) this.contradicted.add(row.id);
			else if (this.known.has(row.id)) this.confirmed.add(row.id);
			else
				for (const [id, date, name] of this.kept) {
					if (name !== '' && row.name === name && row.date === date) this.contradicted.add(id);
				}
		}
		this.read = newestOf([...this.read, ...rows.map(toKnown)]);
	}

	/** Whether a row has the id of a known record and is another one: its id was given out again. */
	isOtherRecord({ id, date, name }: Row): boolean {
		const known = this.kept.find(([knownId]) => knownId === id);
		if (known === undefined) return false;
		const isSameName = name !== '' && name === known[2];
		// A name can be changed, and all dates move when the service changes its time zone.
		return date === ''
			? name !== '' && known[2] !== '' && !isSameName
			: date !== known[1] && !isSameName;
	}

	/** Whether every known record that was met is another one by now, or has another id. */
	get isOther(): boolean {
		if (this.confirmed.size > 0) return false;
		// Names alone can be changed, one or two at a time.
		const hasDates = this.kept.some(([, date]) => date !== '');
		const needed = hasDates ? 1 : Math.max(2, this.kept.length);
		return this.contradicted.size >= needed;
	}

	/** Whether no known record was met, and none above them. */
	isGone(highestId: number): boolean {
		const isMet = this.confirmed.size + this.contradicted.size > 0;
		return !isMet && this.kept.some(([id]) => id > highestId);
	}

	/** The newest records, to recognize the numbering by in the next poll. */
	get newest(): KnownRecord[] {
		return newestOf([...this.kept, ...this.read]);
	}

	/** What goes by the new numbering, once another one was found. */
	restart(): Numbering {
		return new Numbering([], this.read);
	}
}

/** Whether one of the known records is among rows: the same id with the same date or name. */
export function isKnownAmong(rows: readonly Row[], known: readonly KnownRecord[]): boolean {
	return rows.some((row) =>
		known.some(
			([id, date, name]) =>
				row.id === id && ((date !== '' && row.date === date) || (name !== '' && row.name === name)),
		),
	);
}

/** Of two records with one id, the later in the list is meant. */
function newestOf(records: readonly KnownRecord[]): KnownRecord[] {
	const byId = new Map(records.map((record) => [record[0], record]));
	return [...byId.values()].sort(([one], [other]) => other - one).slice(0, KEPT);
}
