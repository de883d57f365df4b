import { qrCodeLocator, required } from '../../locators/fields';
import { isRecord } from '../../shared/json';
import { toId } from '../../shared/parameters';
import { answeredWithout } from '../../shared/userFacingError';
import type { Operation } from '../common/operation';
import { outputProperties, readOutput } from '../common/output';

const output = {
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

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a QR code',
		description: 'Get a QR code with its link and its scans',
	},
	writes: false,
	properties: [required(qrCodeLocator), ...outputProperties(output)],
	async execute({ parameters, client }) {
		const record = readOutput(output, parameters);
		const id = toId(parameters.value('qrCodeId'), 'QR Code');
		const answer = await client.request({ method: 'GET', path: `/api/qr/${id}`, safety: 'safe' });
		if (!isRecord(answer.details)) throw answeredWithout('a QR code');
		return [record(answer)];
	},
};
