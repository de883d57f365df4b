import { pixelLocator } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { updateOperation } from '../common/byId';
import { pixelFields } from './fields';

export const update = updateOperation({
	noun: 'pixel',
	description: 'Change the name, the platform or the ID of a tracking pixel',
	locator: pixelLocator,
	list: NAME_LISTS.pixel,
	path: '/api/v1/pixels/{id}',
	family: 'pixels',
	fields: pixelFields,
});
