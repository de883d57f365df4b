import { describe, expect, it } from 'vitest';

import type { Page } from '../../../../nodes/LinkShortener/api/lists/page';
import { walk } from '../../../../nodes/LinkShortener/api/lists/walk';
import { toText } from '../../../../nodes/LinkShortener/shared/json';

/** A page as `abc/2`: a letter for each row, and the last page as it is counted. */
function pageOf(said: string): Page {
	const [rows = '', lastPage] = said.split('/');
	return {
		records: Array.from(rows, (id) => ({ id })),
		...(lastPage !== undefined && { lastPage: Number(lastPage) }),
	};
}

/** Walks through these pages; empty ones that say what the last one says stand behind them. */
async function walkThrough(text: string, { sideBySide = 1 } = {}) {
	const pages = text.split(' ');
	const beyond = pages.at(-1)?.replace(/^\w*/, '') ?? '';
	const asked: number[] = [];
	const shown: string[] = [];
	const inOrder = walk({
		read: async (number) => {
			asked.push(number);
			return await Promise.resolve(pageOf(pages[number - 1] ?? beyond));
		},
		identify: ({ id }) => toText(id),
		sideBySide: () => sideBySide,
	});
	for await (const { page } of inOrder) {
		shown.push(page.records.map(({ id }) => toText(id)).join(''));
	}
	return { asked, shown: shown.join(' ') };
}

describe('a list ends', () => {
	it.each<[what: string, pages: string, shown: string, asked: number]>([
		['at the page that is counted last', 'abc/2 d/2', 'abc d', 2],
		['there, if it is empty', 'abc/2 /2', 'abc ', 2],
		['there, if it is full', 'abc/2 def/2', 'abc def', 2],
		['at a page behind the one that is counted last now', 'abc/3 def/1 g/1', 'abc def', 2],
		['not at a short page in the middle', 'a/3 b/3 c/3', 'a b c', 3],
		['not at an empty page in the middle', 'abc/3 /3 d/3', 'abc  d', 3],
		['before an empty page where none is counted', 'abc d ', 'abc d', 3],
		['before a repeated page where none is counted', 'abc cab', 'abc', 2],
		['before pages by turns where none is counted', 'abc def abc', 'abc def', 3],
		['not at a page with a new row where none is counted', 'abc bcd ', 'abc bcd', 3],
		['at once where it is empty', '', '', 1],
	])('%s', async (_, pages, shown, count) => {
		const asked = Array.from({ length: count }, (_, index) => index + 1);
		expect(await walkThrough(pages)).toEqual({ asked, shown });
	});
});

describe('pages side by side', () => {
	it('are as many as may be under way, and then the last one', async () => {
		const asked: number[] = [];
		let inFlight = 0;
		const most = new Map<number, number>();
		const pages = walk({
			read: async (number) => {
				asked.push(number);
				inFlight += 1;
				most.set(number, inFlight);
				await new Promise(setImmediate);
				inFlight -= 1;
				return pageOf(`${number}/9`);
			},
			identify: ({ id }) => toText(id),
			sideBySide: () => 3,
		});
		for await (const { number } of pages) expect(number).toBeLessThanOrEqual(9);
		expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(Math.max(...most.values())).toBe(3);
		expect(most.get(9)).toBe(1);
	});
});
