import { expect, it } from 'vitest';

import { shapeOf } from '../../../../nodes/LinkShortener/api/request/shape';

it.each<[body: unknown, shape: unknown]>([
	[
		{ error: 0, id: '7' },
		{ error: 'number', id: 'digits as text' },
	],
	[
		{ error: false, data: null },
		{ error: 'true/false', data: 'null' },
	],
	[
		{
			data: {
				urls: [
					{ id: 7, title: '' },
					{ id: '8', title: 'Secret' },
				],
			},
		},
		{ data: { urls: [{ id: 'number or digits as text', title: 'empty text or text' }] } },
	],
	[{ data: { urls: [], ids: [1, 2] } }, { data: { urls: 'empty list', ids: ['number'] } }],
	[{ details: { location: { canada: 'https://x.example' } } }, { details: { location: 'object' } }],
	[{ details: { location: {} } }, { details: { location: 'empty object' } }],
	[
		{ date: '2030-01-02 03:04:05', url: 'https://a.example' },
		{ date: 'date as text', url: 'web address' },
	],
	[
		{ 'ada@example.com': 1, 0: 'id' },
		{ 0: 'text', '(another key)': 'number' },
	],
	[{ data: { [`k${'3y'.repeat(20)}`]: 'x' } }, { data: { '(another key)': 'text' } }],
	[[{ id: 1 }], [{ id: 'number' }]],
	[[], 'empty list'],
	['<!DOCTYPE html><title>Secret</title>', 'web page'],
	['Secret', 'text'],
	['', 'empty text'],
	[null, 'null'],
])('%j is %j', (body, shape) => {
	expect(shapeOf(body)).toEqual(shape);
});
