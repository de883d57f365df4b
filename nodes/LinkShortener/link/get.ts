import type { IDataObject } from 'n8n-workflow';

import { checkLinkLocator, readLinkDetail } from './find/readLink';
import { accountLinks } from './find/accountLinks';
import { locatorOf, MAIN_FIELDS, rowLink, withAlias } from './find/listedLink';
import { readLinkLocator, required } from '../names/fields';
import { toLongUrl } from '../shared/values/address';
import type { Parameters } from '../shared/n8n/parameters';
import { isEmpty, locatorParts } from '../shared/values/convert';
import { toText } from '../shared/text';
import { UserFacingError } from '../shared/userFacingError';
import { together } from '../operations/reading';
import type { Operation, OperationCall } from '../operations/operation';
import { outputProperties, readOutput } from '../operations/standard';
import { flatDetailRecord } from '../api/records/records';
import { qrImageOptions, readQrImageOptions, type ImageRequest, withQrImage } from './qrCodeImage';

const fields = {
	alias: 'Alias',
	clicks: 'Clicks',
	date: 'Creation Date',
	description: 'Description',
	device: 'Device Targets',
	expiry: 'Expiry',
	location: 'Geo Targets',
	id: 'ID',
	longurl: 'Long URL',
	shorturl: 'Short URL',
	socialCount: 'Social Count',
	title: 'Title',
	topBrowsers: 'Top Browsers',
	topCountries: 'Top Countries',
	topOs: 'Top Operating Systems',
	topReferrers: 'Top Referrers',
	uniqueClicks: 'Unique Clicks',
};

const spec = {
	fields,
	simplified: MAIN_FIELDS,
	selected: ['id', 'shorturl', 'clicks'],
	complete: withAlias,
};

function readLocator(parameters: Parameters): unknown {
	const locator = parameters.value('linkId');
	const { mode, value } = locatorParts(locator);
	if (mode === 'longUrl' && !isEmpty(value)) return { mode, value: toLongUrl(value, 'Link') };
	checkLinkLocator(locator);
	return locator;
}

interface GetRow {
	image: ImageRequest | undefined;
	record: (detail: IDataObject) => IDataObject;
	locator: unknown;
}

export const get: Operation<GetRow> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get link',
		description: 'Get a link and its statistics, by ID, short URL, or long URL',
	},
	properties: [required(readLinkLocator), ...outputProperties(spec)],
	options: qrImageOptions,
	output: {
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		clicks: 'integer',
		uniqueClicks: 'integer',
		title: 'string',
		description: 'string',
		date: 'string',
		expiry: ['string', 'null'],
	},
	read: ({ parameters }) =>
		together({
			image: () => readQrImageOptions(parameters, true),
			record: () => readOutput(spec, parameters),
			locator: () => readLocator(parameters),
		}),
	async execute(call, { image, record, locator }) {
		const { mode, value } = locatorParts(locator);
		const found = mode === 'longUrl' ? await locatorTo(call, toText(value)) : locator;
		const detail = await readLinkDetail(call.client, found);
		// Taken from the answer: Selected Fields may leave the short URL out.
		return [await withQrImage(call, image, record(detail), flatDetailRecord(detail))];
	},
};

async function locatorTo({ client, itemCount }: OperationCall, longUrl: string): Promise<unknown> {
	const link = await accountLinks(client, itemCount).find(rowLink({ url: longUrl }));
	if (link !== undefined) return locatorOf(link);
	throw new UserFacingError(
		`No link leads to ${longUrl}`,
		'Check the long URL, including parameters such as utm_source. The link may also have been deleted.',
		{ kind: 'notFound' },
	);
}
