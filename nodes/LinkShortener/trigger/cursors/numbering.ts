import type { Row } from './rows';

/** A record to recognize a service's numbering by. */
export type KnownRecord = [id: number, date: string, name: string, mark: string];

/** The number of newest records that are kept. */
const KEPT = 3;

/** The newest of known records and rows. If both have an id, the row counts. */
export function newestOf(known: readonly KnownRecord[], rows: readonly Row[]): KnownRecord[] {
	const read = rows.map(({ id, date, name, mark }): KnownRecord => [id, date, name, mark]);
	const byId = new Map([...known, ...read].map((record) => [record[0], record]));
	return [...byId.values()].sort(([one], [other]) => other - one).slice(0, KEPT);
}

/**
 * Whether a row may be a known record. Its name can be changed, and its date moves when the service changes
 * its time zone, but hardly both at once.
 */
function isAlike(row: Row, [, date, name, mark]: KnownRecord): boolean {
	if (date !== '' && row.date === date) return true;
	if (mark !== '' && row.mark !== '') return row.mark === mark;
	if (row.name !== name) return false;
	return row.date === '' || date === '' || isZonesApart(row.date, date);
}

function isOther(row: Row, known: KnownRecord): boolean {
	const canTell = row.date !== '' || (known[2] !== '' && row.name !== '');
	return canTell && !isAlike(row, known);
}

/** Whether a row of another id has the date and the name of a known record. */
function looksLike(row: Row, [, date, name, mark]: KnownRecord): boolean {
	const isNamed = name !== '' || mark !== '';
	return isNamed && date !== '' && row.date === date && row.name === name && row.mark === mark;
}

const QUARTER_MS = 15 * 60_000;

/** The furthest that two time zones lie apart, from UTC-12 to UTC+14. */
const MAX_ZONES_MS = 26 * 3600_000;

/** Whether two dates may be of one moment in two time zones. */
function isZonesApart(one: string, other: string): boolean {
	const apart = Math.abs(Date.parse(one) - Date.parse(other));
	return apart <= MAX_ZONES_MS && apart % QUARTER_MS === 0;
}

/** Whether one of the known records is among rows. */
export function isKnownAmong(rows: readonly Row[], known: readonly KnownRecord[]): boolean {
	return rows.some((row) => known.some((one) => row.id === one[0] && isAlike(row, one)));
}

/**
 * Tells whether ids still stand for the records they stood for. A service that was set up anew,
 * restored from a backup or moved gives ids to other records, or other ids to the same ones.
 */
export class Numbering {
	private hasConfirmed = false;

	/** The known ids that are other records now. */
	private readonly reused = new Set<number>();

	/** By known id, the other ids of records that look like it. */
	private readonly moved = new Map<number, Set<number>>();

	/** The highest id that was read. */
	highest = 0;

	constructor(private readonly kept: readonly KnownRecord[]) {}

	/** Notes rows that were read, before they are used. */
	look(rows: readonly Row[]): void {
		for (const row of rows) {
			this.highest = Math.max(this.highest, row.id);
			for (const known of this.kept) {
				const [id] = known;
				if (row.id === id && isOther(row, known)) this.reused.add(id);
				else if (row.id === id) this.hasConfirmed = true;
				else if (looksLike(row, known)) {
					this.moved.set(id, (this.moved.get(id) ?? new Set()).add(row.id));
				}
			}
		}
	}

	/** Whether the id of a known record was given out again. Without dates, one may have another name instead. */
	isOtherRecord(row: Row): boolean {
		return row.date !== '' && this.kept.some((known) => known[0] === row.id && isOther(row, known));
	}

	/** Whether every known id that was met is another record by now. */
	get isReused(): boolean {
		// Names can be changed, one or two at a time.
		const hasDates = this.kept.some(([, date]) => date !== '');
		const enough = hasDates ? 1 : Math.max(2, this.kept.length);
		return !this.hasConfirmed && this.reused.size >= enough;
	}

	/**
	 * The ids that known records may have now; of several that look alike none. It can be told only when a
	 * scan has got to its end, since until then the known ones may stand on a page that was not read.
	 */
	get movedTo(): number[] {
		if (this.hasConfirmed) return [];
		return [...this.moved.values()].flatMap((ids) => (ids.size === 1 ? [...ids] : []));
	}

	/** Whether no known record was met, and none above them. */
	get isGone(): boolean {
		const isMet = this.hasConfirmed || this.reused.size > 0;
		return !isMet && this.highest > 0 && this.kept.some(([id]) => id > this.highest);
	}
}
