import { LISTS } from '../../api/records/listings';
import { tidyRecord } from '../../api/records/records';
import { qrCodeLocator } from '../../locators/fields';
import type { Resource } from '../../operations/operation';
import { callsBelow, deleteOf, listOf, type RecordKind } from '../../operations/standard';
import { create } from './create';
import { get } from './get';
import { update } from './update';

const kind: RecordKind = {
	noun: 'QR code',
	plural: 'QR codes',
	list: LISTS.qrCodes,
	locator: qrCodeLocator,
	calls: callsBelow('/api/qr'),
	record: tidyRecord,
	output: { id: 'integer', link: 'string', scans: 'integer', name: 'string', date: 'string' },
};

export const qrCode: Resource = {
	displayName: 'QR Code',
	value: 'qrCode',
	operations: [
		create,
		deleteOf(kind, { description: 'Delete a QR code and its statistics' }),
		get,
		listOf(kind, { description: 'List QR codes with their scan counts' }),
		update,
	],
	defaultOperation: 'create',
};
