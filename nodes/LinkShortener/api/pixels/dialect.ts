import type { IDataObject } from 'n8n-workflow';

import type { Listing } from '../lists/list';
import type { Page, PageRequest } from '../lists/page';

/**
 * The pixels of one product. No known install serves the whole API description: its pixels belong to
 * one product, all else to another, which has pixels of its own. Fields are named as in the description.
 */
export interface PixelDialect {
	/** The pixels that the filters of a listing find, in the description's order. */
	list(listing: Listing): AsyncGenerator<IDataObject, void, undefined>;
	page(listing: Listing, request: PageRequest): Promise<Page>;
	/** @throws {UserFacingError} when there is no such pixel */
	get(id: number): Promise<IDataObject>;
	/** @returns the new pixel */
	create(fields: IDataObject): Promise<IDataObject>;
	/** @throws {UserFacingError} when there is no such pixel, or when it cannot be changed in this way */
	update(id: number, changes: IDataObject): Promise<void>;
	delete(id: number): Promise<void>;
}
