import type { Field } from '../common/fields';

/** The five names that every web analytics tool knows. */
export const utmFields: readonly Field[] = [
	utmField('utm_campaign', 'UTM Campaign', 'e.g. summer-sale'),
	utmField('utm_content', 'UTM Content', 'e.g. header-button'),
	utmField('utm_medium', 'UTM Medium', 'e.g. email'),
	utmField('utm_source', 'UTM Source', 'e.g. newsletter'),
	utmField('utm_term', 'UTM Term', 'e.g. running shoes'),
];

function utmField(name: string, displayName: string, placeholder: string): Field {
	return { displayName, name, type: 'string', default: '', placeholder };
}
