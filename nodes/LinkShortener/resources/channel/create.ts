import { tidyRecord } from '../../api/records';
import { LISTS } from '../../api/listings';
import { createOperation } from '../common/create';
import { channelFields, nameField } from './fields';

export const create = createOperation({
	noun: 'channel',
	description: 'Create a channel, a colored group of links, bio pages and QR codes',
	path: '/api/channel/add',
	list: LISTS.channels,
	required: [nameField],
	additional: channelFields,
	record: tidyRecord,
});
