import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { createRecord } from '../createRecord';
import type { ServiceRequest } from '../http/types';
import { LISTS } from '../listings';
import { fetchPage, listRecords, type Listing, type Send } from '../lists/list';
import type { Page, PageRequest } from '../lists/page';
import { pixelRecord } from '../records';
import type { PixelDialect } from './dialect';

const { path: PATH, family } = LISTS.pixels;

/** The pixels of the API description: bodies are forms, answers are bare or stand under `data`. */
export class DescribedPixels implements PixelDialect {
	constructor(
		private readonly request: Send,
		private readonly sideBySide: () => number,
	) {}

	list(listing: Listing): AsyncGenerator<IDataObject, void, undefined> {
		return listRecords(this.request, listing, this.sideBySide);
	}

	async page(listing: Listing, request: PageRequest): Promise<Page> {
		return await fetchPage(this.request, listing, request);
	}

	async get(id: number): Promise<IDataObject> {
		const answer = await this.request({ method: 'GET', ...at(id), safety: 'safe' });
		return pixelRecord(answer);
	}

	async create(fields: IDataObject): Promise<IDataObject> {
		const request = { path: PATH, form: formOf(fields), family };
		return await createRecord({ request: this.request }, request, (answer) => {
			const record = pixelRecord(answer);
			return { id: record.id, ...fields, ...record };
		});
	}

	async update(id: number, changes: IDataObject): Promise<void> {
		const form = formOf(changes);
		await this.request({ method: 'PUT', ...at(id), form, safety: 'idempotent' });
	}

	async delete(id: number): Promise<void> {
		await this.request({ method: 'DELETE', ...at(id), safety: 'idempotent' });
	}
}

function at(id: number): Pick<ServiceRequest, 'path' | 'family'> {
	return { path: `${PATH}/${id}`, family };
}

function formOf(fields: IDataObject): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(value)]));
}
