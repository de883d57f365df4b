import type { IDataObject } from 'n8n-workflow';
import type { ReadPage } from '../../../nodes/LinkShortener/trigger/list.ts';

/** Pages of a list that counts them, and is cut before a request. */
export function reading(pages: IDataObject[][], requests = Infinity): ReadPage {
	let sent = 0;
	return async (number) => {
		if (sent >= requests) return await Promise.resolve('cut');
		sent += 1;
		const records = pages[number - 1] ?? [];
		return await Promise.resolve({ records, lastPage: Math.max(1, pages.length) });
	};
}
