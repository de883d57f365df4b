import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { qrCodeLocator } from '../../locators/fields';
import type { Resource } from '../common/operation';
import { callsBelow, deleteOf, listOf } from '../common/standard';
import { create } from './create';
import { get } from './get';
import { update } from './update';

const kind = {
	noun: 'QR code',
	plural: 'QR codes',
	list: LISTS.qrCodes,
	locator: qrCodeLocator,
	calls: callsBelow('/api/qr'),
	record: tidyRecord,
};

export const qrCode: Resource = {
	displayName: 'QR Code',
	value: 'qrCode',
	operations: [
		create,
		deleteOf(kind, { description: 'Delete a QR code with its statistics' }),
		get,
		listOf(kind, { description: 'List QR codes with their scans' }),
		update,
	],
	defaultOperation: 'create',
};
