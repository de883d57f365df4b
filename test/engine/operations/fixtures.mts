import type { SeedKind, SeedRow, Service, ServiceOptions } from '../../service/index.mts';
import { serviceWith } from '../support/service.mts';

const PIXEL_DATE = '2026-01-06 10:00:00';

/**
 * What every operation finds: three of each thing under known ids. The service itself adds a domain,
 * three overlays and two splash pages to a new account; these have low ids.
 */
const SEEDS = {
	domains: [
		{ id: 31, domain: 'https://go.example.com', redirectroot: 'https://example.com' },
		{ id: 32, domain: 'https://to.example.com', redirect404: 'https://example.com/404' },
		{ id: 33, domain: 'https://at.example.com' },
	],
	campaigns: [
		{ id: 11, name: 'Spring', slug: 'spring', public: true },
		{ id: 12, name: 'Summer' },
		{ id: 13, name: 'Autumn' },
	],
	channels: [
		{ id: 21, name: 'Mail', description: 'Newsletters', color: '#0F766E', starred: true },
		{ id: 22, name: 'Print', color: '#112233' },
		{ id: 23, name: 'Shop', color: '#445566' },
	],
	links: [
		{
			id: 101,
			alias: 'spring',
			url: 'https://example.com/spring',
			title: 'Spring page',
			description: 'For the mail',
			clicks: 7,
			uniqueclicks: 5,
			campaign: 11,
			channel: 21,
			geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
			devicetarget: [{ device: 'iPhone', link: 'https://example.com/ios' }],
			expiry: '2040-12-31 23:59:59',
			date: '2026-01-01 10:00:00',
		},
		{
			id: 102,
			alias: 'summer',
			url: 'https://example.com/summer',
			title: 'Summer page',
			clicks: 30,
			uniqueclicks: 20,
			date: '2026-01-02 10:00:00',
		},
		{
			id: 103,
			alias: 'branded',
			domain: 'https://go.example.com',
			url: 'https://example.com/branded',
			title: 'Branded page',
			date: '2026-01-03 10:00:00',
		},
	],
	// The same id as a bio page and as a QR code: two items.
	bios: [{ id: 51, title: 'About me', alias: 'about', date: '2026-01-04 10:00:00' }],
	qrs: [
		{ id: 51, name: 'Poster', alias: 'poster', scans: 9, date: '2026-01-05 10:00:00' },
		{ id: 52, name: 'Guest Wi-Fi', type: 'wifi', data: '{"ssid":"Guest"}', alias: 'guest' },
		{ id: 53, name: '', type: 'text', data: 'Hello', alias: 'hello' },
	].map((code) => ({ date: '2026-01-08 10:00:00', ...code })),
	channelItems: [
		{ channel: 21, type: 'bio', item: 51 },
		{ channel: 21, type: 'qr', item: 51 },
	],
	files: [
		{ id: 61, name: 'Price list', alias: 'prices', downloads: 3 },
		{ id: 62, name: 'Menu', domain: 'https://go.example.com', alias: 'menu' },
	].map((file) => ({ date: '2026-01-09 10:00:00', ...file })),
	pixels: [
		{ id: 41, name: 'Shop checkout', type: 'facebook', value: '100200300' },
		{ id: 42, name: 'Blog', type: 'quora', value: 'Q-1' },
		{ id: 43, name: 'Shop cart', type: 'facebook', value: '400' },
	].map((pixel) => ({ ...pixel, created_at: PIXEL_DATE, updated_at: PIXEL_DATE })),
	overlays: [{ id: 71, type: 'message', name: 'Autumn sale', date: '2026-01-06 10:00:00' }],
	splash: [{ id: 81, name: 'Thank you', date: '2026-01-07 10:00:00' }],
} satisfies Partial<Record<SeedKind, SeedRow[]>>;

/** Starts a service of its own with everything in it. */
export async function seededService(options: Partial<ServiceOptions> = {}): Promise<Service> {
	const service = await serviceWith(options);
	// Channels and links come before what refers to them.
	for (const kind of Object.keys(SEEDS) as Array<keyof typeof SEEDS>) {
		service.seed(kind, SEEDS[kind]);
	}
	return service;
}
