import { domainLocator } from '../../locators/fields';
import { deleteOperation } from '../common/delete';

export const remove = deleteOperation({
	noun: 'domain',
	description: 'Remove a branded domain from the service',
	locator: domainLocator,
	endpoint: 'DELETE /api/domain/{id}/delete',
});
