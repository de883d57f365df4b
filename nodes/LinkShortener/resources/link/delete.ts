import { LISTS } from '../../api/records/listings';
import { checkLinkLocator, confirmLinkGone, readLinkId } from '../../link/find/readLink';
import { linkLocator } from '../../locators/fields';
import { callsBelow, deleteOf } from '../../operations/standard';

export const remove = deleteOf(
	{ noun: 'link', list: LISTS.links, locator: linkLocator, calls: callsBelow('/api/url') },
	{
		description: 'Delete a link and its statistics. The short URL stops working.',
		byLocator: { check: checkLinkLocator, find: readLinkId },
		confirmGone: confirmLinkGone,
	},
);
