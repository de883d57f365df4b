import { expect, it } from 'vitest';

import { asHtml, withoutTags } from '../../../../nodes/LinkShortener/shared/n8n/nodeErrors';

it('what stands below a headline is a list, and lines, with every value as it is', () => {
	expect(asHtml({ lines: ['One & "two"', '<b>three</b>'] })).toBe(
		'One &amp; "two"<br>&lt;b&gt;three&lt;/b&gt;',
	);
	const list = [{ items: 'Rows 2, 4', text: '"<img src=x>" is no date' }];
	expect(asHtml({ list, lines: ['Nothing was sent.'] })).toBe(
		'<ul><li><b>Rows 2, 4:</b> "&lt;img src=x&gt;" is no date</li></ul>Nothing was sent.',
	);
});

it('a headline has no tags', () => {
	expect(withoutTags('Title "<b>a</b> & c" is wrong')).toBe('Title "‹b›a‹/b› & c" is wrong');
});
