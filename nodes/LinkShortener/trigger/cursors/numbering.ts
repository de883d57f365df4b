import type { Row } from './rows';

/** A record to recognize a service's numbering by: its id, its date, and its alias or name. */
export type KnownRecord = [id: number, date: string, name: string];

/** The number of newest records that are kept. */
const KEPT = 3;

/** The newest of known records and rows. If both have an id, the row counts. */
export function newestOf(known: readonly KnownRecord[], rows: readonly Row[]): KnownRecord[] {
	const read = rows.map(({ id, date, name }): KnownRecord => [id, date, name]);
	const byId = new Map([...known, ...read].map((record) => [record[0], record]));
	return [...byId.values()].sort(([one], [other]) => other - one).slice(0, KEPT);
}

/** Whether a row has the date or the name of a known record. A name can be changed, and all dates move when the service changes its time zone. */
function isAlike(row: Row, [, date, name]: KnownRecord): boolean {
	return (date !== '' && row.date === date) || (name !== '' && row.name === name);
}

/** Whether one of the known records is among rows: the same id with the same date or name. */
export function isKnownAmong(rows: readonly Row[], known: readonly KnownRecord[]): boolean {
	return rows.some((row) => known.some((one) => row.id === one[0] && isAlike(row, one)));
}

/**
 * Tells whether ids still stand for the records they stood for. A service that was set up anew,
 * restored from a backup or moved gives ids to other records, or other ids to the same ones.
 */
export class Numbering {
	private hasConfirmed = false;

	/** Known ids that are other records now, and known records that have other ids. */
	private readonly contradicted = new Set<number>();

	/** The highest id that was read. */
	highest = 0;

	constructor(private readonly kept: readonly KnownRecord[]) {}

	/** Notes rows that were read, before they are used. */
	look(rows: readonly Row[]): void {
		for (const row of rows) {
			this.highest = Math.max(this.highest, row.id);
			for (const known of this.kept) {
				const [id, date, name] = known;
				const isMoved = row.id !== id && name !== '' && row.name === name && row.date === date;
				if (isMoved || (row.id === id && this.isOtherRecord(row))) this.contradicted.add(id);
				else if (row.id === id) this.hasConfirmed = true;
			}
		}
	}

	/** Whether a row is another record with the id of a known one, so that the id was given out again. */
	isOtherRecord(row: Row): boolean {
		const known = this.kept.find(([id]) => id === row.id);
		if (known === undefined || isAlike(row, known)) return false;
		return row.date !== '' || (row.name !== '' && known[2] !== '');
	}

	/** Whether every known record that was met is another one by now, or has another id. */
	get isOther(): boolean {
		if (this.hasConfirmed) return false;
		// Names can be changed, one or two at a time.
		const hasDates = this.kept.some(([, date]) => date !== '');
		return this.contradicted.size >= (hasDates ? 1 : Math.max(2, this.kept.length));
	}

	/** Whether no known record was met, and none above them. */
	get isGone(): boolean {
		const isMet = this.hasConfirmed || this.contradicted.size > 0;
		return !isMet && this.highest > 0 && this.kept.some(([id]) => id > this.highest);
	}
}
