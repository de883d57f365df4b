import { LISTS } from '../../api/listings';
import { pixelLocator } from '../../locators/fields';
import { deleteOperation } from '../common/byId';

export const remove = deleteOperation({
	noun: 'pixel',
	description: 'Delete a tracking pixel',
	locator: pixelLocator,
	list: LISTS.pixels,
	path: '/api/v1/pixels/{id}',
	family: 'pixels',
});
