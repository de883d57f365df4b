import type { Operation, Resource } from '../operations/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';
import { endpoints } from '../api/records/list';
import { checkLinkLocator, confirmLinkGone, readLinkId } from './find/readLink';
import { linkLocator } from '../names/fields';
import { callsBelow, deleteOf } from '../operations/standard';

export const remove: Operation = {
	...deleteOf(
		{
			list: endpoints.links,
			locator: linkLocator,
			calls: callsBelow('/api/url'),
		},
		{
			description: 'Delete a link and its statistics. The short URL stops working.',
			check: checkLinkLocator,
			find: readLinkId,
			confirmGone: confirmLinkGone,
		},
	),
	hasLimits: true,
};

export const link: Resource = {
	displayName: 'Link',
	value: 'link',
	operations: [create, upsert, remove, get, getAll, update],
	defaultOperation: 'create',
};
