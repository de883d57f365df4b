import type { INodePropertyOptions } from 'n8n-workflow';

/** Zones that Node.js lists by a name they had before (measured on Node.js 24), which few would search for. */
const RENAMED: Readonly<Record<string, string>> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
	'America/Catamarca': 'America/Argentina/Catamarca',
	'America/Cordoba': 'America/Argentina/Cordoba',
	'America/Jujuy': 'America/Argentina/Jujuy',
	'America/Mendoza': 'America/Argentina/Mendoza',
	'America/Coral_Harbour': 'America/Atikokan',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Louisville': 'America/Kentucky/Louisville',
	'Asia/Calcutta': 'Asia/Kolkata',
	'Asia/Katmandu': 'Asia/Kathmandu',
	'Asia/Rangoon': 'Asia/Yangon',
	'Asia/Saigon': 'Asia/Ho_Chi_Minh',
	'Atlantic/Faeroe': 'Atlantic/Faroe',
	'Europe/Kiev': 'Europe/Kyiv',
	'Pacific/Enderbury': 'Pacific/Kanton',
	'Pacific/Ponape': 'Pacific/Pohnpei',
	'Pacific/Truk': 'Pacific/Chuuk',
};

const zones = new Set([
	// Not among those that Node.js lists.
	'UTC',
	...Intl.supportedValuesOf('timeZone').map((zone) => RENAMED[zone] ?? zone),
]);

/** Every time zone there is, by its IANA name. */
export const timeZoneOptions: INodePropertyOptions[] = [...zones]
	.sort()
	.map((zone) => ({ name: zone, value: zone }));
