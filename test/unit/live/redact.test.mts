import { describe, expect, it } from 'vitest';
import { type Known, ownOf, sampleOf, wordsOf } from '../../live/redact.mts';

const CANARY = 'Canary-8812';
const KEY = 'sK/7&live+"Q2"x9Zt';

/** A record of each kind that somebody else made, every field of it. */
const FOREIGN = {
	account: {
		id: 8812,
		email: 'a@canary.example',
		username: CANARY,
		avatar: CANARY,
		planid: '8812',
	},
	link: { id: '8812', alias: CANARY, shorturl: `https://x.example/${CANARY}`, longurl: CANARY },
	texts: { title: CANARY, description: CANARY, date: '2088-12-08 12:08:12', clicks: 8812 },
	places: { campaign: CANARY, channel: [8812, 8813], domain: `https://${CANARY}.example` },
	details: {
		location: { canary: CANARY },
		device: { [CANARY]: CANARY },
		data: { clicks: 8812, topReferrers: { 'canary.example': '8812' }, topOs: { canary: 8812 } },
	},
	campaign: {
		name: CANARY,
		slug: CANARY,
		public: true,
		rotator: CANARY,
		list: CANARY,
		views: 8812,
	},
	channel: { name: CANARY, color: '#881288', starred: false, 'canary.example': 1, 'a canary': 1 },
	pixel: {
		type: CANARY,
		name: CANARY,
		tag: CANARY,
		value: CANARY,
		created_at: '2088-12-08T12:08:12',
	},
	file: { name: CANARY, downloads: 8812, shorturl: CANARY },
	domain: { domain: CANARY, redirectroot: CANARY, redirect404: CANARY },
	unknown: { note: [CANARY, [CANARY, { text: CANARY }]], flag: false },
};

describe('of a record that the run has not made', () => {
	it.each(Object.entries(FOREIGN))('%s: no value is shown', (_kind, record) => {
		const shown = JSON.stringify(sampleOf({ data: { urls: [record, record] } }));
		expect(shown).not.toMatch(/canary|88|12:08|#/i);
	});

	it('names and types of fields are', () => {
		const row = { id: '7', clicks: 3, title: 'My page', expiry: null, public: false };
		expect(sampleOf([row, row, { ...row, id: 8 }])).toEqual([
			{ id: '1', clicks: 1, title: 'text', expiry: null, public: true },
			{ id: 1, clicks: 1, title: 'text', expiry: null, public: true },
		]);
	});
});

const known: Known = {
	own: new Set(['lvabc', 'https://example.com/?live=abc']),
	hosts: new Set(['links.example']),
	key: KEY,
	names: ['owner@mail.example', 'ownername'],
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The key in each form in which a service, PHP or a proxy may repeat it. */
const FORMS = {
	typed: KEY,
	bearer: `Bearer ${KEY}`,
	percent: encodeURIComponent(KEY),
	doublePercent: encodeURIComponent(encodeURIComponent(KEY)),
	json: JSON.stringify(KEY),
	php: JSON.stringify(KEY).replaceAll('/', String.raw`\/`),
	html: KEY.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
	base64: base64(KEY),
	base64Bearer: base64(`Bearer ${KEY}`),
	base64User: base64(`user:${KEY}`),
	upper: KEY.toUpperCase(),
	lower: KEY.toLowerCase(),
	cut: KEY.slice(0, 9),
	end: KEY.slice(-8),
	inUrl: `https://links.example/api?key=${encodeURIComponent(KEY)}`,
	inPath: `https://links.example/${encodeURIComponent(KEY)}/lvabc`,
};

/** What is left of a key if a part of it is shown. */
const TRACE = /live|q2|x9zt|sk[/%]|7&|lit?y|iui|zt/i;

describe('of an own record', () => {
	it.each(Object.entries(FORMS))('the key is not shown: %s', (_form, text) => {
		const said = `Your key ${text} was refused`;
		const shown = JSON.stringify([
			ownOf({ message: said, name: text, shorturl: text, [text]: text, id: text }, known),
			wordsOf(said, known),
			sampleOf({ [text]: text }),
		]);
		expect(shown).toMatch(/Your key (Bearer )?… /);
		expect(shown).toContain('was refused');
		expect(shown).not.toContain(text);
		expect(shown.replaceAll('https://sho.rt', '')).not.toMatch(TRACE);
	});

	it('what the run has sent, numbers and dates are', () => {
		const record = {
			id: '12',
			alias: 'lvabc',
			longurl: 'https://example.com/?live=abc',
			shorturl: 'https://links.example/lvabc',
			list: 'https://links.example/u/ownername/list-7',
			date: '2030-02-03 04:05:06',
			title: 'Example Domain',
			email: 'owner@mail.example',
			message: 'The alias lvabc is taken, ownername (owner@mail.example).',
		};
		expect(ownOf(record, known)).toEqual({
			...record,
			shorturl: 'https://sho.rt/lvabc',
			list: 'https://sho.rt/u/x/list-7',
			title: 'text',
			email: 'text',
			message: 'The alias lvabc is taken, … …',
		});
	});
});
