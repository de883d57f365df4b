import { confirmLinkGone, readLinkId } from '../../links/readLink';
import { linkLocator } from '../../locators/fields';
import { deleteOperation } from '../common/byId';

export const remove = deleteOperation({
	noun: 'link',
	description: 'Delete a link with its statistics; its short URL stops working',
	locator: linkLocator,
	path: '/api/url/{id}/delete',
	readId: readLinkId,
	confirmGone: confirmLinkGone,
});
