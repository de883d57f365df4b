import type { IDataObject } from 'n8n-workflow';

import { checkLinkLocator, readLinkDetail } from '../../links/find/readLink';
import { readLinkTo } from '../../links/find/readLinkTo';
import { MAIN_FIELDS, withAlias } from '../../links/link/simplifiedLink';
import { readLinkLocator, required } from '../../locators/fields';
import { toLongUrl } from '../../shared/values/address';
import { isEmpty, locatorParts } from '../../shared/n8n/parameters';
import { together } from '../../operations/reading';
import type { Operation } from '../../operations/operation';
import { outputProperties, readOutput } from '../../operations/output';

/** The fields of a link that most workflows need; Selected Fields offers all of them. */
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
	noun: 'link',
	fields,
	simplified: MAIN_FIELDS,
	selected: ['id', 'shorturl', 'clicks'],
	complete: withAlias,
};

/** The link that is picked: by its long URL, or by the value of the locator. */
interface PickedLink {
	locator: unknown;
	longUrl?: string;
}

function readLocator(locator: unknown): PickedLink {
	const { mode, value } = locatorParts(locator);
	if (mode === 'longUrl' && !isEmpty(value)) return { locator, longUrl: toLongUrl(value, 'Link') };
	checkLinkLocator(locator);
	return { locator };
}

/** A link to read, and how it is returned. */
interface GetWish {
	record: (detail: IDataObject) => IDataObject;
	link: PickedLink;
}

export const get: Operation<GetWish> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get link',
		description: 'Get a link and its statistics, by ID, short URL, or long URL',
	},
	writes: false,
	properties: [required(readLinkLocator), ...outputProperties(spec)],
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
	read: async ({ parameters }) =>
		await together({
			record: () => readOutput(spec, parameters),
			link: () => readLocator(parameters.value('linkId')),
		}),
	async execute({ client, itemCount }, { record, link: { locator, longUrl } }) {
		const detail =
			longUrl === undefined
				? await readLinkDetail(client, locator)
				: await readLinkTo(client, longUrl, itemCount);
		return [record(detail)];
	},
};
