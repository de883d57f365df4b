import { readLinkDetail } from '../../links/readLink';
import { readLinkTo } from '../../links/readLinkTo';
import { MAIN_FIELDS, withAlias } from '../../links/simplifiedLink';
import { readLinkLocator, required } from '../../locators/fields';
import { toLongUrl } from '../../shared/convert';
import { isEmpty, locatorParts } from '../../shared/parameters';
import type { Operation } from '../common/operation';
import { outputProperties, readOutput } from '../common/output';

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

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get link',
		description: 'Get a link and its statistics, by ID, short URL or long URL',
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
	async execute({ parameters, client, itemCount }) {
		const record = readOutput(spec, parameters);
		const locator = parameters.value('linkId');
		const { mode, value } = locatorParts(locator);
		const detail =
			mode === 'longUrl' && !isEmpty(value)
				? await readLinkTo(client, toLongUrl(value, 'Link'), itemCount)
				: await readLinkDetail(client, locator);
		return [record(detail)];
	},
};
