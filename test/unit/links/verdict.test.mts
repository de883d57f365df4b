import { expect, it } from 'vitest';

import { judge } from '../../../nodes/LinkShortener/links/verdict';

it.each([
	[true, 'absent'],
	[false, 'cannotTell'],
])(
	'a new link to the same site tells nothing where it is just what another item asked for: %s',
	(fitsAnother, kind) => {
		const create = {
			body: { url: 'https://example.com/a' },
			aliasIsOurs: false,
			keys: [],
			attempts: [{ sentAt: 0, watermark: 1, isFresh: true }],
			explanation: { message: 'Lost', remedy: 'Look.' },
			givenUpAt: 0,
		};
		const rows = [{ id: 2, longurl: 'https://example.com/other', shorturl: 'https://sho.rt/b' }];
		const verdict = judge(create, rows, {
			rivals: [],
			fitsAnother: () => fitsAnother,
			isFree: () => true,
			listsLinksAsSent: undefined,
		});

		expect(verdict.kind).toBe(kind);
	},
);
