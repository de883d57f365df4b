import { pixelLocator } from '../../locators/fields';
import { deleteOperation } from '../common/delete';

export const remove = deleteOperation({
	noun: 'pixel',
	description: 'Delete a tracking pixel',
	locator: pixelLocator,
	endpoint: 'DELETE /api/v1/pixels/{id}',
	family: 'pixels',
});
