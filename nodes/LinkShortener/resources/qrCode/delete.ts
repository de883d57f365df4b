import { qrCodeLocator } from '../../locators/fields';
import { deleteOperation } from '../common/byId';

export const remove = deleteOperation({
	noun: 'QR code',
	description: 'Delete a QR code with its statistics',
	locator: qrCodeLocator,
	path: '/api/qr/{id}/delete',
});
