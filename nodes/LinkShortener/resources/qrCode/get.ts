import type { IDataObject } from 'n8n-workflow';

import { qrCodeLocator, required } from '../../locators/fields';
import { isRecord } from '../../shared/json';
import { toId } from '../../shared/n8n/parameters';
import { answeredWithout } from '../../shared/userFacingError';
import { together } from '../../operations/reading';
import type { Operation } from '../../operations/operation';
import { outputProperties, readOutput } from '../../operations/output';
import { imageFileName } from './fileName';
import { imageOptions, readWantedImage, withImage, type WantedImage } from './image';

const spec = {
	noun: 'QR code',
	fields: {
		date: 'Creation Date',
		id: 'ID',
		link: 'Link',
		name: 'Name',
		scans: 'Scans',
		// Which statistics there are is not documented: these are named as a link's.
		topBrowsers: 'Top Browsers',
		topCountries: 'Top Countries',
		topOs: 'Top Operating Systems',
		topReferrers: 'Top Referrers',
		uniqueClicks: 'Unique Scans',
	},
	simplified: ['id', 'name', 'link', 'scans', 'date'],
	selected: ['id', 'link', 'scans'],
};

/** A QR code to read, and how it is returned. */
interface WantedQrCode {
	image: WantedImage | undefined;
	record: (answer: IDataObject) => IDataObject;
	id: number;
}

export const get: Operation<WantedQrCode> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get QR code',
		description: 'Get a QR code with its link and scan statistics',
	},
	writes: false,
	hasLimits: true,
	properties: [required(qrCodeLocator), ...outputProperties(spec)],
	options: imageOptions,
	output: { id: 'integer', name: 'string', link: 'string', scans: 'integer', date: 'string' },
	read: async ({ parameters }) =>
		await together({
			image: () => readWantedImage(parameters),
			record: () => readOutput(spec, parameters),
			id: () => toId(parameters.value('qrCodeId'), 'QR Code'),
		}),
	async execute(call, { image, record, id }) {
		const answer = await call.client.request({
			method: 'GET',
			path: `/api/qr/${id}`,
			safety: 'safe',
		});
		if (!isRecord(answer.details)) throw answeredWithout('a QR code');
		// Taken from the answer: Selected Fields may leave the link and the name out.
		const { link, name } = answer.details;
		const place = { address: link, name: imageFileName(id, name, link) };
		return [await withImage(call, image, record(answer), place)];
	},
};
