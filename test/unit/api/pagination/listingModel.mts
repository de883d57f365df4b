import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../nodes/LinkShortener/api/http/types';

/** What the service says about the number of the last page. */
export type MaxPage = 'right' | 'missing' | 'zero' | 'high' | 'low';

/** How a service serves a list; what is left out is as described. */
export interface Manners {
	maxPage?: MaxPage;
	/** The service's own page size, whatever is asked. */
	ownSize?: number;
	saysPerPage?: boolean;
	honoursPage?: boolean;
	/** A page beyond the last shows the last one again. */
	repeatsLastPage?: boolean;
	oldestFirst?: boolean;
}

/** Rows that are created or deleted right after a request was served. */
export interface Move {
	afterRequest: number;
	/** Whether each new row is shown. */
	creates: boolean[];
	/** Places of rows that go. */
	deletes: number[];
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
		this.rows = manners.oldestFirst === true ? rows.reverse() : rows;
		this.kept = new Set(rows.map(({ id }) => id));
		this.nextId = rows.length + 1;
	}

	/** The ids that were there from the beginning to the end and are shown, in order. */
	get lasting(): number[] {
		return this.shownIn(this.rows.filter(({ id }) => this.kept.has(id)));
	}

	/** The ids on one page as it is now. */
	page(number: number, asked: number): number[] {
		return this.shownIn(this.cut(number, this.manners.ownSize ?? asked));
	}

	/** How many pages there are now. */
	pageCount(asked: number): number {
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
		const { maxPage = 'right', saysPerPage = true, repeatsLastPage, honoursPage } = this.manners;
		const size = this.manners.ownSize ?? asked;
		const last = this.pageCount(asked);
		this.maxPages = Math.max(this.maxPages, last);
		const cut = repeatsLastPage === true ? Math.min(page, last) : page;
		const number = honoursPage === false ? 1 : cut;
		const said = {
			right: { maxpage: last },
			missing: {},
			zero: { maxpage: 0 },
			high: { maxpage: 9_999 },
			low: { maxpage: Math.max(1, last - 2) },
		}[maxPage];
		return {
			data: {
				...said,
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
		for (const { creates, deletes } of this.moves.filter((m) => m.afterRequest === request)) {
			for (const place of deletes) {
				const [gone] = this.rows.splice(place, 1);
				if (gone !== undefined) this.kept.delete(gone.id);
			}
			for (const isShown of creates) {
				const row = { id: this.nextId, isShown };
				this.nextId += 1;
				if (this.manners.oldestFirst === true) this.rows.push(row);
				else this.rows.unshift(row);
			}
		}
	}
}
