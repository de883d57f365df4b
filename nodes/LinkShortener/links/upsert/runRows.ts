import type { IDataObject } from 'n8n-workflow';

import type { LinkClient } from '../memory/linkMemory';
import { NamedLinks } from '../find/rowName';
import type { UserFacingError } from '../../shared/userFacingError';

/** What an earlier row said about a link, and what became of it. */
export interface Done {
	/** Of the row. */
	number: number;
	/** What it said, as the service gets it. */
	body: IDataObject;
	/** The long URL that the link had; undefined for a new one. */
	page?: IDataObject[string];
	record: IDataObject;
}

/** The rows of one run of Create or Update. */
export class RunRows {
	/** The first row of each link, by its short URL. */
	readonly done = new Map<string, Done>();

	/** The first creates that the account's plan has refused. */
	readonly usedUpPlan: UserFacingError[] = [];

	/** @param named the links that the rows name */
	constructor(readonly named = new NamedLinks()) {}
}

/** The rows of this run. What they name is noted before the first is worked on. */
export function rowsOfRun(client: Pick<LinkClient, 'perRun'>): RunRows {
	return client.perRun(RunRows, () => new RunRows());
}
