import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../nodes/LinkShortener/api/http/types';

/** How a service serves a list; what is left out is as described. */
export interface Manners {
	/** Whether it says how many pages there are; true when left out. */
	countsPages?: boolean;
	/** The service's own page size, whatever is asked. */
	ownSize?: number;
	saysPerPage?: boolean;
	/** A page beyond the last shows the last one again. */
	repeatsLastPage?: boolean;
	/** Newest first when left out. An order of its own is by name, or by clicks. */
	order?: 'newestFirst' | 'oldestFirst' | 'itsOwn';
}

/** What happens to the rows right after a request was served. */
export interface Move {
	afterRequest: number;
	/** Whether each new row is shown. */
	creates: boolean[];
	/** Places of rows that go. */
	deletes: number[];
	/** A row that changes its place. */
	shift?: { from: number; to: number };
}

export interface Row {
	id: number;
	isShown: boolean;
}

/**
 * A list at a service that cuts pages first and then leaves out rows that it does not show. It knows
 * which rows were there all the time.
 */
export class ListingModel {
	requests = 0;

	/** The most pages the list had at any time. */
	maxPages = 0;

	private rows: Row[];

	private readonly kept: Set<number>;

	private nextId: number;

	constructor(
		shown: readonly boolean[],
		private readonly manners: Manners = {},
		private readonly moves: readonly Move[] = [],
		/** How many ticks each request takes to arrive, one after the other. */
		private readonly delays: readonly number[] = [0],
	) {
		const rows = shown.map((isShown, index) => ({ id: shown.length - index, isShown }));
		this.rows = manners.order === 'oldestFirst' ? rows.reverse() : rows;
		this.kept = new Set(rows.map(({ id }) => id));
		this.nextId = rows.length + 1;
	}

	/** The ids that were there from the beginning to the end and are shown, in order. */
	get lasting(): number[] {
		return this.shownIn(this.rows.filter(({ id }) => this.kept.has(id)));
	}

	private pageCount(asked: number): number {
		return Math.max(1, Math.ceil(this.rows.length / (this.manners.ownSize ?? asked)));
	}

	readonly send = async ({ query = {} }: ServiceRequest): Promise<IDataObject> => {
		const ticks = this.delays[this.requests % this.delays.length] ?? 0;
		this.requests += 1;
		const request = this.requests;
		if (request > 5_000) throw new Error('It does not end');
		for (let tick = 0; tick <= ticks; tick += 1) await Promise.resolve();
		const body = this.serve(Number(query.page), Number(query.limit ?? query.per_page));
		this.moveAfter(request);
		return body;
	};

	private serve(page: number, asked: number): IDataObject {
		const { countsPages = true, saysPerPage = true, repeatsLastPage } = this.manners;
		const size = this.manners.ownSize ?? asked;
		const last = this.pageCount(asked);
		this.maxPages = Math.max(this.maxPages, last);
		const number = repeatsLastPage === true ? Math.min(page, last) : page;
		return {
			data: {
				...(countsPages ? { maxpage: last } : {}),
				...(saysPerPage ? { perpage: size } : {}),
				urls: this.shownIn(this.cut(number, size)).map((id) => ({ id })),
			},
		};
	}

	private cut(number: number, size: number): Row[] {
		return this.rows.slice((number - 1) * size, number * size);
	}

	private shownIn(rows: readonly Row[]): number[] {
		return rows.filter(({ isShown }) => isShown).map(({ id }) => id);
	}

	private moveAfter(request: number): void {
		const now = this.moves.filter(({ afterRequest }) => afterRequest === request);
		for (const { creates, deletes, shift } of now) {
			for (const place of deletes) {
				const [gone] = this.rows.splice(place, 1);
				if (gone !== undefined) this.kept.delete(gone.id);
			}
			for (const isShown of creates) {
				this.rows.splice(this.placeOfNew(), 0, { id: this.nextId, isShown });
				this.nextId += 1;
			}
			if (shift !== undefined) this.rows.splice(shift.to, 0, ...this.rows.splice(shift.from, 1));
		}
	}

	private placeOfNew(): number {
		if (this.manners.order === 'oldestFirst') return this.rows.length;
		return this.manners.order === 'itsOwn' ? (this.nextId * 7) % (this.rows.length + 1) : 0;
	}
}
