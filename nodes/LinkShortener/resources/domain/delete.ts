import { LISTS } from '../../api/listings';
import { domainLocator } from '../../locators/fields';
import { deleteOperation } from '../common/byId';

export const remove = deleteOperation({
	noun: 'domain',
	description: 'Remove a branded domain from the service',
	locator: domainLocator,
	list: LISTS.domains,
	path: '/api/domain/{id}/delete',
});
