import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { createOperation } from '../common/create';
import { domainField, redirectFields } from './fields';

export const create = createOperation({
	noun: 'domain',
	description: 'Add a branded domain that already points to the service',
	path: '/api/domain/add',
	list: LISTS.domains,
	required: [domainField],
	additional: redirectFields,
	// The service answers with the id alone, so the rest is taken from the sent body.
	record: (answer, sent) => tidyRecord({ ...sent, ...answer }),
});
