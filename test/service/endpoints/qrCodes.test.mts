import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import {
	anyText,
	clientOf,
	dateTime,
	envelope,
	idOf,
	pair,
	recordWith,
	textLike,
	textWith,
} from '../client.mts';
import type { Client } from '../client.mts';
import type { Service } from '../index.mts';

/** What a phone reads from the image at the link of a QR code. */
async function scanned(http: Client, link: string): Promise<string | undefined> {
	const { data, headers } = await http.get(link, { responseType: 'arraybuffer' });
	expect(headers['content-type']).toBe('image/png');
	const {
		data: pixels,
		width,
		height,
	} = PNG.sync.read(Buffer.from(data as unknown as ArrayBuffer));
	return jsQR(new Uint8ClampedArray(pixels), width, height)?.data;
}

function linkOf(service: Service, id: number): string {
	const { alias } = service.table('qr_codes').find((row) => row['id'] === id) ?? {};
	return `${service.url}/qr/${String(alias)}`;
}

describe('QR codes', () => {
	test('are created, listed, shown, updated and deleted', async () => {
		const { http, service } = await pair();
		const body = { type: 'text', data: 'Hello', name: 'Door', background: 'rgb(255,255,255)' };
		const created = await http.post('/api/qr/add', body);
		const id = idOf(created);
		const link = textLike(/^http.*\/qr\/\w+$/);
		expect(created.data).toEqual({ error: 0, id, link });
		const row = { id, link: created.data.link, scans: 0, name: 'Door', date: dateTime };
		expect((await http.get('/api/qr')).data).toEqual({
			error: '0',
			data: { ...envelope(1), qrs: [row] },
		});
		expect((await http.get(`/api/qr/${id}`)).data).toEqual({
			error: 0,
			details: row,
			data: recordWith({ clicks: 0, uniqueClicks: 0, topOs: 0 }),
		});
		const updated = await http.put(`/api/qr/${id}/update`, { data: 'Bye', foreground: '#0F766E' });
		expect(updated.data).toEqual({ error: 0, message: anyText });
		expect(await scanned(http, created.data.link)).toBe('Bye');
		const [channel] = service.seed('channels', [{}]);
		await http.post(`/api/channel/${channel}/assign/qr/${id}`);
		expect((await http.get(`/api/channel/${channel}`)).data.data.items).toEqual([
			recordWith({ id, title: 'Door', link: created.data.link }),
		]);
		const deleted = await http.delete(`/api/qr/${id}/delete`);
		expect(deleted.data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/qr')).data.data.qrs).toEqual([]);
		expect(service.table('channel_items')).toEqual([]);
		expect((await http.get(created.data.link)).status).toBe(404);
	});

	test.each([
		['link', 'https://example.com/?a=1', 'https://example.com/?a=1'],
		[
			'email',
			{ email: 'a@example.com', subject: 'A & B', body: 'Hi' },
			'mailto:a@example.com?subject=A%20%26%20B&body=Hi',
		],
		['sms', { phone: '+14155550123', message: 'Hi' }, 'SMSTO:+14155550123:Hi'],
		[
			'wifi',
			{ ssid: 'Guest; 5G', pass: 'a:b', encryption: 'wpa', hidden: true },
			'WIFI:T:WPA;S:Guest\\; 5G;P:a\\:b;H:true;;',
		],
		[
			'vcard',
			{ fname: 'Ada', lname: 'Byron', cell: '+44 1', site: 'https://ada.example', city: 'London' },
			[
				'BEGIN:VCARD',
				'VERSION:3.0',
				'N:Byron;Ada;;;',
				'FN:Ada Byron',
				'TEL;TYPE=CELL:+44 1',
				'URL:https://ada.example',
				'ADR:;;;London;;;',
				'END:VCARD',
			].join('\n'),
		],
	])('of the type %s with %j read as %j', async (type, data, content) => {
		const { http } = await pair();
		const created = await http.post('/api/qr/add', { type, data, foreground: 'rgb(15,118,110)' });
		expect(await scanned(http, created.data.link)).toBe(content);
	});

	test.each([
		['svg', 'image/svg+xml', /^<svg .*#0F766E/s],
		['webPage', 'text/html; charset=utf-8', /<body><svg /],
	] as const)('are shown as %s where the install does that', async (qrImages, type, body) => {
		const { http, service } = await pair({ qrImages });
		const [id = 0] = service.seed('qrs', [{ foreground: '#0F766E' }]);
		const { data, headers, status } = await http.get(linkOf(service, id));
		expect([status, headers['content-type']]).toEqual([200, type]);
		expect(data).toMatch(body);
	});

	test.each([
		[{ data: 'x' }, 'The type field is required.'],
		[{ type: 'text' }, 'The data field is required.'],
		[{ type: 'crypto', data: 'x' }, textWith('The type field is invalid')],
		[{ type: 'text', data: '' }, 'The data cannot be empty.'],
		[{ type: 'text', data: 'x'.repeat(4000) }, 'The data is too long for a QR code.'],
		[{ type: 'text', data: { text: 'x' } }, 'The data does not fit the type of the QR code.'],
		[{ type: 'wifi', data: 'Guest' }, 'The data does not fit the type of the QR code.'],
		[{ type: 'wifi', data: { pass: 'x' } }, 'The ssid field is required.'],
		[{ type: 'sms', data: { phone: '1', text: 'x' } }, 'The text field is not known.'],
		[{ type: 'link', data: 'example.com' }, 'Please enter a valid URL.'],
		[{ type: 'text', data: 'x', logo: 'logo.png' }, 'Please enter a valid URL.'],
		[{ type: 'text', data: 'x', background: 'blue' }, textWith('The background field is invalid')],
		[{ type: 'text', data: 'x', size: 300 }, 'The size field is not known.'],
	])('are refused: %j', async (body, message) => {
		const { http, service } = await pair();
		expect((await http.post('/api/qr/add', body)).data).toMatchObject({ error: 1, message });
		expect(service.table('qr_codes')).toEqual([]);
	});

	test('keep their type, and belong to their account', async () => {
		const { http, service } = await pair({
			accounts: [
				{ id: 1, email: 'a@example.com', apiKeys: ['key-a'] },
				{ id: 2, email: 'b@example.com', apiKeys: ['key-b'] },
			],
		});
		const [id = 0] = service.seed('qrs', [{ type: 'wifi', data: '{"ssid":"Guest"}' }]);
		const path = `/api/qr/${id}/update`;
		expect((await http.put(path, { data: 'Hello' })).data.message).toContain('does not fit');
		expect((await http.put(path, { name: 'Door' })).data.message).toContain('not known');
		expect((await http.put(path, { data: { ssid: 'Home' } })).data).toMatchObject({ error: 0 });
		const other = clientOf(service, 'key-b');
		expect((await other.get(`/api/qr/${id}`)).data.message).toBe('QR does not exist.');
		expect((await other.get('/api/qr')).data.data.qrs).toEqual([]);
	});
});
