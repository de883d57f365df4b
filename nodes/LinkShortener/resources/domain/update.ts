import { domainLocator } from '../../locators/fields';
import { updateOperation } from '../common/byId';
import { redirectFields } from './fields';

export const update = updateOperation({
	noun: 'domain',
	description: 'Change where visits to the bare domain and to unknown short URLs go',
	locator: domainLocator,
	path: '/api/domain/{id}/update',
	fields: redirectFields,
});
