import { expect, test } from 'vitest';

import { LINK_FIELDS } from '../../../nodes/LinkShortener/links/link/linkFields';
import { FORM_FIELDS } from '../../../nodes/LinkShortener/fields/formFields';

/** The fields that an update may be seen to clear, with their titles in the message. */
const titled = Object.values(FORM_FIELDS).flatMap(({ name, displayName }) => {
	const facts = LINK_FIELDS[name];
	return 'title' in facts ? [{ name, title: facts.title, displayName }] : [];
});

test.each(titled)('a message calls $name what its control does', ({ title, displayName }) => {
	expect(title).toBe(displayName);
});
