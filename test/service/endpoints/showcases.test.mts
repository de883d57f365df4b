import { expect, test } from 'vitest';
import { anyList, dateTime, pair, envelope } from '../client.mts';

test('overlays and splash pages are listed', async () => {
	const { http } = await pair();
	const overlays = (await http.get('/api/overlay')).data;
	expect(overlays).toEqual({ error: '0', data: { ...envelope(3), cta: anyList } });
	expect(overlays.data.cta[0]).toEqual({
		id: 3,
		type: 'contact',
		name: 'Talk to us',
		date: dateTime,
	});
	const splash = (await http.get('/api/splash')).data;
	expect(splash).toEqual({ error: '0', data: { ...envelope(2), splash: anyList } });
	expect(splash.data.splash[0]).toEqual({ id: 2, name: 'Leaving our pages', date: dateTime });
});
