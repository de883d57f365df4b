import type { IBinaryData } from 'n8n-workflow';
import { anyNumber, textLike } from '../../support/matchers.mts';
import { firstPage, listRow, pick, reads, type OperationUses, rowsOf } from '../row.mts';

const CONTENT = Buffer.from('%PDF-1.7 a small file');

/** A file as n8n keeps it in memory. */
export const pdf: IBinaryData = {
	data: CONTENT.toString('base64'),
	mimeType: 'application/pdf',
	fileName: 'report.pdf',
	fileExtension: 'pdf',
};

/** Newest first. */
function files(url: string) {
	const date = '2026-01-09 10:00:00';
	return [
		{ id: 62, name: 'Menu', downloads: 0, shorturl: 'https://go.example.com/menu', date },
		{ id: 61, name: 'Price list', downloads: 3, shorturl: `${url}/prices`, date },
	];
}

const UPLOAD = { method: 'POST', path: '/api/files/upload/report.pdf' } as const;

const upload: OperationUses = {
	binary: { data: pdf, offer: pdf, nothing: { ...pdf, data: '', fileName: 'empty.pdf' } },
	minimal: {
		parameters: {},
		sends: [{ ...UPLOAD, file: CONTENT.length }],
		gives: () => [
			{
				id: anyNumber,
				name: 'report.pdf',
				shorturl: textLike(/^http.*\/\w{7}$/),
				alias: textLike(/^\w{7}$/),
			},
		],
	},
	full: {
		parameters: {
			binaryPropertyName: 'offer',
			filename: ' angebot/Größe & 価格?.pdf ',
			additionalFields: {
				custom: 'offer',
				domain: pick('id', 31),
				expiry: '2040-11-12',
				maxdownloads: 5,
				name: 'Offer',
				password: ' secret ',
				timezone: 'Europe/Berlin',
			},
		},
		sends: [
			reads('/api/domains', firstPage(100)),
			{
				method: 'POST',
				path: '/api/files/upload/angebot%2FGr%C3%B6%C3%9Fe%20%26%20%E4%BE%A1%E6%A0%BC%3F.pdf',
				query: {
					custom: 'offer',
					domain: 'https://go.example.com',
					expiry: '2040-11-12 00:00:00',
					maxdownloads: '5',
					name: 'Offer',
					password: ' secret ',
				},
				file: CONTENT.length,
			},
		],
		gives: () => [
			{ id: anyNumber, name: 'Offer', shorturl: 'https://go.example.com/offer', alias: 'offer' },
		],
	},
	perItem: {
		parameters: {
			binaryPropertyName: '={{ $json.field }}',
			additionalFields: { custom: '={{ $json.alias }}' },
		},
		items: [
			{ alias: 'one', field: 'data' },
			{ alias: 'two', field: ' data ' },
			{ alias: 'three', field: 'offer' },
		],
		gives: (url) => {
			const uploaded = (alias: string) => [
				{ id: anyNumber, name: 'report.pdf', shorturl: `${url}/${alias}`, alias },
			];
			return [uploaded('one'), uploaded('two'), uploaded('three')];
		},
	},
};

const getAll: OperationUses = {
	...listRow('/api/files', files),
	full: {
		parameters: { returnAll: true, filters: { name: 'list' } },
		sends: [reads('/api/files', firstPage(100, { name: 'list' }))],
		gives: (url) => files(url).slice(1),
	},
};

export const fileRows = rowsOf('file', { getAll, upload });
