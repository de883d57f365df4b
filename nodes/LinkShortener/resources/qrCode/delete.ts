import { LISTS } from '../../api/listings';
import { qrCodeLocator } from '../../locators/fields';
import { callsBelow, deleteOf } from '../common/standard';

export const remove = deleteOf(
	{
		noun: 'QR code',
		list: LISTS.qrCodes,
		locator: qrCodeLocator,
		calls: callsBelow('/api/qr'),
	},
	{ description: 'Delete a QR code with its statistics' },
);
