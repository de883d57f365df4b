import type { IDataObject } from 'n8n-workflow';

import { flatDetailRecord } from '../../api/records/records';
import { pick } from '../../shared/json';
import { aliasOf } from './shortUrl';

/** The fields of a link that most workflows need, in the order of their columns. */
export const MAIN_FIELDS = [
	'id',
	'alias',
	'shorturl',
	'longurl',
	'clicks',
	'uniqueClicks',
	'title',
	'description',
	'date',
	'expiry',
] as const;

/** A link with its alias, which is no part of the detail form. */
export function withAlias(record: IDataObject): IDataObject {
	return { ...record, alias: aliasOf(record) };
}

/** The main fields of a detail form. */
export function simplifiedLink(detail: IDataObject): IDataObject {
	return pick(withAlias(flatDetailRecord(detail)), MAIN_FIELDS);
}
