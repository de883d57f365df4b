import { LISTS } from '../../api/listings';
import { qrCodeLocator } from '../../locators/fields';
import { deleteOperation } from '../common/byId';

export const remove = deleteOperation({
	noun: 'QR code',
	description: 'Delete a QR code with its statistics',
	locator: qrCodeLocator,
	list: LISTS.qrCodes,
	path: '/api/qr/{id}/delete',
});
