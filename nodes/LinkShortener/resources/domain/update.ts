import { LISTS } from '../../api/listings';
import { domainLocator } from '../../locators/fields';
import { updateOperation } from '../common/byId';
import { redirectFields } from './fields';

export const update = updateOperation({
	noun: 'domain',
	description: 'Change the redirects for the bare domain and for unknown short URLs',
	locator: domainLocator,
	list: LISTS.domains,
	path: '/api/domain/{id}/update',
	fields: redirectFields,
});
