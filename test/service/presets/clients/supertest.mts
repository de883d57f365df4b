import { inAnyCase, number, startsWith, text, type ClientTable } from '../clientTable.mts';

const LIST = { perpage: 15, currentpage: 1, result: number, nextpage: null, maxpage: number };
const TAKEN = 'You already have a campaign with that name.';

const pixel = (type: string) => ({
	call: 'POST /api/pixel/add',
	json: { type, name: `A ${type}`, tag: 'tag-1' },
	answers: { error: 0 },
});

/** A suite of tests for urlbae.com, of May 2023: pixels, campaigns and channels. */
export const supertest: ClientTable = {
	client: 'KhanhImma1/TS-Jest-Supertest',
	sources: [
		'https://github.com/KhanhImma1/TS-Jest-Supertest/tree/main/__tests__',
		'https://github.com/KhanhImma1/TS-Jest-Supertest/blob/main/helpers/common.ts',
		'https://github.com/KhanhImma1/TS-Jest-Supertest/blob/main/helpers/enum.ts',
	],
	calls: [
		...['gapixel', 'adwordspixel', 'twitterpixel', 'adrollpixel', 'pinterest'].map(pixel),
		...['bing', 'snapchat', 'reddit', 'tiktok'].map(pixel),
		{
			call: 'GET /api/pixels',
			answers: {
				error: 0,
				data: {
					...LIST,
					pixels: Array(9).fill({ id: text, type: text, name: text, tag: text, date: text }),
				},
			},
		},
		{
			call: 'GET /api/pixels',
			query: { limit: '3' },
			answers: { error: 0, data: { ...LIST, perpage: 3, nextpage: number } },
		},
		{
			call: 'POST /api/campaign/add',
			json: { name: 'k3jd9sa', slug: 'p2m4x7q', public: true },
			status: 201,
			answers: {
				error: 0,
				id: number,
				campaign: inAnyCase('k3jd9sa'),
				public: true,
				rotator: startsWith('http.*/r/p2m4x7q$'),
				list: startsWith('http.*/u/'),
			},
			keeps: 'campaign',
		},
		{
			call: 'POST /api/campaign/add',
			json: { name: 'k3jd9sa', slug: 'p2m4x7q', public: true },
			status: 400,
			answers: { error: 1, message: TAKEN },
		},
		{ call: 'DELETE /api/campaign/{campaign}/delete', answers: { error: 0 } },
		...['one', 'two', 'three', 'four'].map((name) => ({
			call: 'POST /api/channel/add',
			json: { name: `${name}abc`, description: 'd', color: '#000000', starred: true },
			answers: { id: number, name: inAnyCase(`${name}abc`) },
			keeps: name,
		})),
		{
			call: 'PUT /api/channel/{one}/update',
			// The name of another channel in small letters, which the service does not write it in.
			json: { name: 'twoabc', description: 'other', color: '#FFFFFF', starred: true },
			answers: {
				error: 0,
				id: number,
				name: inAnyCase('twoabc'),
				description: 'other',
				color: '#FFFFFF',
				starred: true,
			},
		},
		{
			call: 'PUT /api/channel/{three}/update',
			json: { name: 'Fourabc', description: 'other', color: '#000000', starred: true },
			status: 400,
			answers: { error: 1, message: 'You already have a channel with this name.' },
		},
		{ call: 'DELETE /api/channel/{one}/delete', answers: { error: 0 } },
	],
};
