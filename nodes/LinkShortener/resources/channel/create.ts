import { tidyRecord } from '../../api/records';
import { NAME_LISTS } from '../../locators/nameLists';
import { createOperation } from '../common/create';
import { channelFields, nameField } from './fields';

export const create = createOperation({
	noun: 'channel',
	description: 'Create a channel, a colored group of links, bio pages and QR codes',
	path: '/api/channel/add',
	names: NAME_LISTS.channel,
	required: [nameField],
	additional: channelFields,
	record: tidyRecord,
});
