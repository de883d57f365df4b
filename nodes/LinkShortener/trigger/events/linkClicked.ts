import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkLinkLocator, readLinkDetail } from '../../link/find/readLink';
import { simplifiedLink } from '../../links/link/simplifiedLink';
import { LISTS } from '../../api/records/listings';
import { pageSize } from '../../api/records/page';
import { isRecord, toText } from '../../shared/json';
import type { Client } from '../../api/client';
import { settle, UserFacingError, wrongValue } from '../../shared/userFacingError';
import { linkLocator } from '../../locators/fields';
import { locatorParts, type Parameters, toId } from '../../shared/n8n/parameters';
import { noneYet, pagesOf, type TriggerEvent, type Watch } from './event';
import { readChosenLinks, type ChosenLinksState } from '../cursors/chosenLinks';
import { clicksOf, grown } from '../cursors/clicks';
import { readMostClicked, type MostClickedState } from '../cursors/mostClicked';
import { quoted, varying, type Words, words } from '../../shared/words';

/** Each chosen link costs a request per poll. */
const MAX_CHOSEN = 20;

const MAX_LISTED = 500;

const properties: INodeProperties[] = [
	{
		displayName: 'Links to Watch',
		name: 'linksToWatch',
		type: 'options',
		options: [
			{
				name: 'Chosen Links',
				value: 'chosen',
				description: 'Up to 20 links. Each one uses one request per poll.',
			},
			{
				name: 'Most Clicked Links',
				value: 'mostClicked',
				description: 'The links with the most clicks. One request per poll for every 100 links.',
			},
		],
		default: 'mostClicked',
	},
	{
		displayName: 'Links',
		name: 'links',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, maxAllowedFields: MAX_CHOSEN },
		placeholder: 'Add Link',
		default: {},
		options: [
			{
				displayName: 'Link',
				name: 'link',
				values: [{ ...linkLocator, required: false }],
			},
		],
		description: 'Up to 20 links',
		displayOptions: { show: { linksToWatch: ['chosen'] } },
	},
	{
		displayName: 'Number of Links',
		name: 'numberOfLinks',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_LISTED, numberPrecision: 0 },
		default: 100,
		description: 'Up to 500 links',
		displayOptions: { show: { linksToWatch: ['mostClicked'] } },
	},
];

/** The chosen links as ids or short URLs, each once. */
function readLinks(parameters: Parameters): string[] {
	const { link } = parameters.fields('links');
	const rows = Array.isArray(link) ? link.filter(isRecord) : [];
	const links = rows.flatMap(({ linkId: locator }) => {
		if (isEmptyLocator(locator)) return [];
		const { mode, value } = locatorParts(locator);
		if (mode !== 'url') return String(toId(value, 'Link'));
		checkLinkLocator(locator);
		return toText(value);
	});
	const each = [...new Set(links)];
	if (each.length === 0) throw wrongValue('Links', 'is empty', '42, or choose one from the list');
	if (each.length > MAX_CHOSEN) {
		throw new UserFacingError({
			message: `Links has ${each.length} links, but no more than ${MAX_CHOSEN} can be watched one by one`,
			remedy:
				'Remove some links, or set Links to Watch to Most Clicked Links, which takes up to 500.',
		});
	}
	return each;
}

/** A row that was added and left empty: the editor stores its bare default, without `__rl`. */
function isEmptyLocator(locator: unknown): boolean {
	return toText(isRecord(locator) ? locator.value : locator) === '';
}

function readNumber(parameters: Parameters): number {
	const text = parameters.text('numberOfLinks');
	const number = text === '' ? 100 : Number(text);
	if (Number.isInteger(number) && number >= 1 && number <= MAX_LISTED) return number;
	throw wrongValue(
		'Number of Links',
		words`${quoted(text)} is not a whole number from 1 to ${String(MAX_LISTED)}`,
		'100',
	);
}

/** A link as the event emits it after its last click, or as if it had one. */
function asSample(record: IDataObject): IDataObject {
	const clicks = Math.max(1, clicksOf(record) ?? 0);
	return grown(record, clicks - 1, clicks);
}

/** A chosen link with its clicks, or the service's words where it does not exist. */
async function readLink(client: Client, link: string): Promise<IDataObject | UserFacingError> {
	const isId = /^\d+$/.test(link);
	const locator = { __rl: true, mode: isId ? 'id' : 'shortUrl', value: link };
	const detail = await settle(readLinkDetail(client, locator));
	if (!(detail instanceof UserFacingError)) return simplifiedLink(detail);
	const { kind } = detail.explanation;
	if (kind !== 'notFound' && kind !== 'rejected') throw detail;
	// "Link does not exist" does not tell which one of twenty.
	const { brief = detail.explanation } = detail.explanation;
	const name = (said: Words) => words`Link ${varying(link)}: ${said}`;
	const named = new UserFacingError({
		...detail.explanation,
		...name(detail.explanation),
		brief: { ...name(brief), remedy: brief.remedy },
	});
	if (kind === 'notFound') return named;
	throw named;
}

const MOST_CLICKED = { ...LISTS.links, query: { order: 'click' } };

function watchChosen(parameters: Parameters): Watch {
	const links = readLinks(parameters);
	return {
		// Not the links themselves: those that stay are counted on when the choice changes.
		settings: { links: 'chosen' },
		poll: async (send, saved) =>
			await readChosenLinks(
				async (link) => await send(async (client) => await readLink(client, link)),
				saved as ChosenLinksState | undefined,
				links,
			),
		sample: async (client) => {
			const record = await readLink(client, links[0] ?? '');
			if (record instanceof UserFacingError) throw record;
			return asSample(record);
		},
		nothingYet: noneYet('a link'),
	};
}

function watchMostClicked(parameters: Parameters): Watch {
	const count = readNumber(parameters);
	// Pages of one size that make up the list: 150 links are two pages of 75.
	const size = pageSize(count);
	return {
		settings: { mostClicked: count },
		poll: async (send, saved) =>
			await readMostClicked(
				pagesOf(send, MOST_CLICKED, { needs: 'clicks', size }),
				saved as MostClickedState | undefined,
				count,
			),
		sample: async (client) => {
			const { records } = await client.page(MOST_CLICKED, { number: 1, size });
			return records[0] === undefined ? undefined : asSample(records[0]);
		},
		nothingYet: noneYet('a link'),
	};
}

export const linkClicked: TriggerEvent = {
	option: {
		name: 'Watched Link Clicked',
		value: 'linkClicked',
		action: 'On watched link clicked',
		description: 'Triggers when a watched link gets new clicks',
	},
	properties,
	watch: (parameters) =>
		parameters.text('linksToWatch') === 'chosen'
			? watchChosen(parameters)
			: watchMostClicked(parameters),
};
