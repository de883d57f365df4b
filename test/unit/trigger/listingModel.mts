import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../../nodes/LinkShortener/api/pagination/page';

/** A record in the service's database. */
export interface ModelRow {
	/** What makes it itself, whatever its id: never given out twice. */
	serial: number;
	id: number;
	/** Set where a list mixes kinds of records, as the items of a channel do. */
	type: string;
	/** When it was created by the service's clock, in whole seconds, so that several can be of one date. */
	second: number;
	name: string;
	clicks: number;
	/** Counted by the list but not shown: left out after the pages were cut. */
	isLeftOut: boolean;
	/** Its id, or its clicks, are shown in a form that cannot be read. */
	isUnreadable: boolean;
}

export interface ListingOptions {
	/** `random` is a place that has nothing to do with the record, but the same at every look. */
	sort: 'id' | 'date' | 'name' | 'clicks' | 'random';
	direction: 'descending' | 'ascending';
	/** How records that sort alike stand among themselves, counted in the direction of the list. */
	ties: 'byId' | 'againstId' | 'mixed';
	hasDates: boolean;
	/** `rising` ones rise with the ids of the first rows, by chance; the others stand anywhere between them. */
	names: 'scattered' | 'rising' | 'repeated' | 'none';
	/** The largest page the service gives, or the only one where it does not honor the size asked for. */
	pageSize: number;
	honoursSize: boolean;
	maxpage: 'right' | 'missing' | 'tooHigh' | 'tooLow';
	/** `asked` is a lie: the size asked for, whatever was given. */
	perpage: 'right' | 'missing' | 'asked';
	/** The only sizes it takes, as the pixel list has them. */
	allowedSizes?: readonly number[];
	/** What it shows in place of a page that it does not have; nothing when left out. */
	beyond?: 'first' | 'last';
	/** Whether every page is the first one, in an envelope without numbers. */
	ignoresPage?: boolean;
	/** How clicks are written; as a number when left out. */
	clicks?: 'text' | 'grouped';
}

export const USUAL: ListingOptions = {
	sort: 'date',
	direction: 'descending',
	ties: 'byId',
	hasDates: true,
	names: 'scattered',
	pageSize: 100,
	honoursSize: true,
	maxpage: 'right',
	perpage: 'right',
};

/**
 * A service's table and a list over it, as strict as the API's description and as odd as installs are
 * known to be. Records carry their `serial`, so that an oracle can tell two records of one id.
 */
export class ListingModel {
	rows: ModelRow[] = [];

	/** The size of its pages now; may change at any time. */
	pageSize: number;

	/** The service's clock. */
	second = 0;

	private nextId = 1;

	private nextSerial = 1;

	/** How far the stamps that the list shows are from UTC. */
	private zoneHours = 0;

	private emptyAnswers = 0;

	/** A copy of the database that lags behind, and how many of the next answers come from it. */
	private copy: ModelRow[] = [];

	private laggingAnswers = 0;

	private sorted: ModelRow[] | undefined;

	private sortedFrom: ModelRow[] | undefined;

	constructor(readonly options: ListingOptions) {
		this.pageSize = options.pageSize;
	}

	// What happens at the service --------------------------------------------------------------------

	/**
	 * Creates records, `perSecond` of them in one second.
	 *
	 * @param secondsAgo how far back they are dated, as an import does
	 * @param skipped how many ids other accounts use up between two of them
	 */
	create(
		count: number,
		perSecond = 1,
		{ secondsAgo = 0, skipped = 1, clicks = 0 } = {},
	): ModelRow[] {
		const created: ModelRow[] = [];
		for (let made = 0; made < count; made += 1) {
			if (made % perSecond === 0) this.second += 1;
			const { nextId: id, nextSerial: serial } = this;
			this.nextId += 1 + skipped;
			this.nextSerial += 1;
			created.push({
				serial,
				id,
				type: 'links',
				second: this.second - secondsAgo,
				name: this.nameOf(serial),
				clicks,
				isLeftOut: false,
				isUnreadable: false,
			});
		}
		this.rows = [...this.rows, ...created];
		return created;
	}

	/** Creates one more record in the second of the one before. */
	createInSameSecond(): ModelRow[] {
		if (this.rows.some(({ second }) => second === this.second)) this.second -= 1;
		return this.create(1);
	}

	/** Any row, by its place among all: 0 for the highest id, 1 for the lowest. */
	at(place: number): ModelRow | undefined {
		const byId = [...this.rows].sort((one, other) => other.id - one.id);
		return byId[Math.floor(place * byId.length * 0.999_999)];
	}

	/** As many rows as asked for, one after the other in the list, from a place between 0 and 1 on. */
	run(place: number, count: number): ModelRow[] {
		const sorted = this.inOrder();
		const start = Math.floor(place * sorted.length * 0.999_999);
		return sorted.slice(start, start + count);
	}

	remove(gone: readonly ModelRow[]): void {
		const all = new Set(gone);
		this.rows = this.rows.filter((row) => !all.has(row));
	}

	/** Rows that are counted, and not shown any more. */
	leaveOut(rows: readonly ModelRow[]): void {
		for (const row of rows) row.isLeftOut = true;
	}

	show(rows: readonly ModelRow[]): void {
		for (const row of rows) row.isLeftOut = false;
	}

	click(row: ModelRow, clicks: number): void {
		row.clicks += clicks;
		this.sorted = undefined;
	}

	/** Sets the service's clock forward or back. */
	moveClock(seconds: number): void {
		this.second += seconds;
	}

	/** The list shows all its stamps in another time zone. */
	moveZone(hours: number): void {
		this.zoneHours += hours;
	}

	/** The next id is the one after the highest there is, as some databases have it after a restart. */
	reuseIds(): void {
		this.nextId = this.rows.reduce((most, { id }) => Math.max(most, id), 0) + 1;
	}

	/** Everything is gone, and ids begin at 1 again. */
	setUpAnew(): void {
		this.rows = [];
		this.nextId = 1;
	}

	/** What `restore` brings back. */
	backup(): () => void {
		const { nextId } = this;
		const rows = this.rows.map((row) => ({ ...row }));
		return () => {
			this.rows = rows.map((row) => ({ ...row }));
			this.nextId = nextId;
		};
	}

	/** The same records under higher ids, as after a move to another database. */
	renumber(by: number): void {
		this.rows = this.rows.map((row) => ({ ...row, id: row.id + by }));
		this.nextId += by;
	}

	// What it answers --------------------------------------------------------------------------------

	/** The next answers are an empty list, in its envelope. */
	answerEmpty(times = 1): void {
		this.emptyAnswers = times;
	}

	/** From here on a copy of the database may answer as the service would have answered now. */
	keepCopy(): void {
		this.copy = this.rows.map((row) => ({ ...row }));
		this.laggingAnswers = 0;
	}

	/** The next answer comes from the copy. */
	lag(): void {
		this.laggingAnswers = 1;
	}

	/** One page. The numbers in its envelope are those of the options. */
	page(number: number, size: number): Page {
		const { honoursSize, allowedSizes, ignoresPage, maxpage, perpage, beyond } = this.options;
		if (allowedSizes?.includes(size) === false) {
			throw new Error(`This listing takes no pages of ${size}`);
		}
		if (this.emptyAnswers > 0) {
			this.emptyAnswers -= 1;
			return { records: [], lastPage: 1 };
		}
		const length = honoursSize ? Math.min(size, this.pageSize) : this.pageSize;
		const sorted = this.laggingAnswers > 0 ? this.sort(this.copy) : this.inOrder();
		this.laggingAnswers = 0;
		const lastPage = Math.max(1, Math.ceil(sorted.length / length));
		const instead = { first: 1, last: lastPage };
		const shown = beyond === undefined || number <= lastPage ? number : instead[beyond];
		const start = ignoresPage === true ? 0 : (shown - 1) * length;
		const page: Page = {
			records: sorted
				.slice(start, start + length)
				.filter(({ isLeftOut }) => !isLeftOut)
				.map((row) => this.record(row)),
		};
		if (ignoresPage === true) return page;
		const counted = {
			right: lastPage,
			tooHigh: lastPage * 7 + 3,
			tooLow: Math.max(1, lastPage - 1),
		};
		if (maxpage !== 'missing') page.lastPage = counted[maxpage];
		if (perpage !== 'missing') page.perPage = perpage === 'asked' ? size : length;
		return page;
	}

	/** The rows as the list sorts them, with those that are left out. */
	inOrder(): ModelRow[] {
		if (this.sorted === undefined || this.sortedFrom !== this.rows) {
			this.sorted = this.sort(this.rows);
			this.sortedFrom = this.rows;
		}
		return this.sorted;
	}

	private sort(rows: readonly ModelRow[]): ModelRow[] {
		const sorted = [...rows].sort((one, other) => this.compare(one, other));
		return this.options.direction === 'ascending' ? sorted.reverse() : sorted;
	}

	/** A row as the list shows it. */
	record(row: ModelRow): IDataObject {
		const { serial, id, type, second, name } = row;
		const { hasDates, names } = this.options;
		const moment = Date.UTC(2026, 0, 1) + second * 1000 + this.zoneHours * 3600_000;
		return {
			id: row.isUnreadable && this.options.clicks === undefined ? `x-${id}` : id,
			serial,
			type,
			clicks: this.clicksOf(row),
			...(names === 'none' ? {} : { [names === 'scattered' ? 'alias' : 'name']: name }),
			...(hasDates ? { date: new Date(moment).toISOString().slice(0, 19).replace('T', ' ') } : {}),
		};
	}

	private clicksOf({ clicks, isUnreadable }: ModelRow): number | string {
		const form = this.options.clicks;
		if (form === undefined) return clicks;
		if (isUnreadable) return `${clicks}K`;
		return form === 'text' ? String(clicks) : clicks.toLocaleString('en');
	}

	private nameOf(serial: number): string {
		const { names } = this.options;
		if (names === 'repeated') return ['Sale', 'Shop', 'News'][serial % 3] ?? '';
		const number = names === 'rising' && serial <= 120 ? 500_000 + serial : scatter(serial);
		return names === 'none' ? '' : `${String(number).padStart(7, '0')}-${serial}`;
	}

	/** From the highest down. */
	private compare(one: ModelRow, other: ModelRow): number {
		const { sort, ties } = this.options;
		const order = {
			id: () => other.id - one.id,
			date: () => other.second - one.second,
			name: () => (one.name < other.name ? 1 : one.name > other.name ? -1 : 0),
			clicks: () => other.clicks - one.clicks,
			random: () => scatter(one.serial) - scatter(other.serial),
		}[sort]();
		if (order !== 0) return order;
		if (ties === 'byId') return other.id - one.id;
		if (ties === 'againstId') return one.id - other.id;
		return scatter(one.serial) - scatter(other.serial);
	}
}

/** A number that has nothing to do with how large the given one is. */
function scatter(serial: number): number {
	return (Math.imul(serial ^ (serial >>> 3), 2_654_435_761) >>> 0) % 1_000_003;
}
