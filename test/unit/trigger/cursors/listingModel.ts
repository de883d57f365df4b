import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';

/** A record of the modelled service. Dates are whole seconds, so that several can be of one date. */
export interface Row {
	id: number;
	second: number;
}

export interface ListingOptions {
	order: 'descending' | 'ascending' | 'none';
	/** How records of one date stand among themselves, counted in the direction of the order. */
	ties: 'byId' | 'againstId' | 'mixed';
	hasDates: boolean;
	/** The largest page the service gives. */
	largestPage: number;
	honoursSize: boolean;
	/** Whether its envelope names the size of its pages. */
	namesSize: boolean;
	/** The only sizes it takes, as the pixel list has them. */
	allowedSizes?: readonly number[];
	/** Whether every page is the first one, in an envelope without numbers: a list that knows no pages. */
	ignoresPage?: boolean;
}

/** A listing in memory, as strict as the description and as odd as installs are known to be. */
export class ListingModel {
	rows: Row[] = [];

	private nextId = 1;

	private second = 0;

	constructor(readonly options: ListingOptions) {}

	/** Creates records, `perSecond` of them in one second. */
	create(count: number, perSecond: number): Row[] {
		const created: Row[] = [];
		for (let made = 0; made < count; made += 1) {
			if (made % perSecond === 0) this.second += 1;
			// Other accounts use up ids too.
			this.nextId += 1 + ((this.nextId * 7) % 3);
			const row = { id: this.nextId, second: this.second };
			created.push(row);
			this.rows.push(row);
		}
		return created;
	}

	/** Creates one more record in the second of the one before. */
	createInSameSecond(): Row {
		this.nextId += 1;
		const row = { id: this.nextId, second: this.second };
		this.rows.push(row);
		return row;
	}

	/** @param place 0 for the newest, 1 for the oldest */
	remove(place: number): Row | undefined {
		const newestFirst = [...this.rows].sort((one, other) => other.id - one.id);
		const row = newestFirst[Math.floor(place * newestFirst.length * 0.999)];
		this.rows = this.rows.filter((kept) => kept !== row);
		return row;
	}

	page(number: number, size: number): Page {
		const { largestPage, honoursSize, namesSize, allowedSizes, order, ignoresPage } = this.options;
		if (allowedSizes !== undefined && !allowedSizes.includes(size)) {
			throw new Error(`This listing takes no pages of ${size}`);
		}
		const length = honoursSize ? Math.min(size, largestPage) : largestPage;
		const sorted = [...this.rows].sort((one, other) => this.compare(one, other));
		if (order === 'ascending') sorted.reverse();
		if (ignoresPage === true) {
			return { records: sorted.slice(0, length).map((row) => this.record(row)) };
		}
		const records = sorted.slice((number - 1) * length, number * length);
		return {
			records: records.map((row) => this.record(row)),
			lastPage: Math.max(1, Math.ceil(sorted.length / length)),
			...(namesSize ? { perPage: length } : {}),
		};
	}

	/** The ids that no page shows. */
	hidden(): number[] {
		if (this.options.ignoresPage !== true) return [];
		const ids = this.rows.map(({ id }) => id).sort((one, other) => other - one);
		return ids.slice(this.options.largestPage);
	}

	private record({ id, second }: Row): IDataObject {
		if (!this.options.hasDates) return { id };
		const date = new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
		return { id, date: date.slice(0, 19).replace('T', ' ') };
	}

	/** Newest first. */
	private compare(one: Row, other: Row): number {
		const { order, ties, hasDates } = this.options;
		if (order === 'none') return scatter(one.id) - scatter(other.id);
		if (!hasDates) return other.id - one.id;
		if (one.second !== other.second) return other.second - one.second;
		if (ties === 'byId') return other.id - one.id;
		return ties === 'againstId' ? one.id - other.id : scatter(one.id) - scatter(other.id);
	}
}

/** A place that has nothing to do with the id's size, the same at every look. */
function scatter(id: number): number {
	return (Math.imul(id ^ (id >>> 3), 2_654_435_761) >>> 0) % 1_000_003;
}
