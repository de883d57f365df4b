import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/answer';
import type { Page } from '../../api/pages';
import { tidyRecord, toNumber } from '../../api/records';
import { Problem, wrongValue, type Explanation } from '../../api/problem';
import { toText } from '../../api/text';
import { linkLocator } from '../../locators/fields';
import { locatorParts, toId, type Parameters } from '../../resources/parameters';
import type { TriggerEvent, Watch } from '../event';
import {
	ChosenLinks,
	MostClicked,
	type ChosenLinksState,
	type MostClickedState,
} from '../linkClicks';
import type { Ask } from '../machine';

/** Each chosen link costs a request per poll. */
const MOST_CHOSEN = 20;

const MOST_LISTED = 500;

const properties: INodeProperties[] = [
	{
		displayName: 'Links to Watch',
		name: 'linksToWatch',
		type: 'options',
		options: [
			{
				name: 'Chosen Links',
				value: 'chosen',
				description: 'Up to 20 links; each costs one request per poll',
			},
			{
				name: 'Most Clicked Links',
				value: 'mostClicked',
				description: 'The links with the most clicks; 100 of them cost one request per poll',
			},
		],
		default: 'mostClicked',
		description: 'Which links to watch for clicks',
	},
	{
		displayName: 'Links',
		name: 'links',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, maxAllowedFields: MOST_CHOSEN },
		placeholder: 'Add Link',
		default: {},
		options: [
			{
				displayName: 'Link',
				name: 'link',
				values: [{ ...linkLocator, required: false }],
			},
		],
		description: 'The links to watch, at most 20',
		displayOptions: { show: { linksToWatch: ['chosen'] } },
	},
	{
		displayName: 'Number of Links',
		name: 'numberOfLinks',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MOST_LISTED, numberPrecision: 0 },
		default: 100,
		description: 'How many of the most clicked links to watch, at most 500',
		displayOptions: { show: { linksToWatch: ['mostClicked'] } },
	},
];

/** The chosen links as ids or short URLs, each once. */
function readLinks(parameters: Parameters): string[] {
	const { link } = parameters.fields('links');
	const entries: unknown[] = Array.isArray(link) ? link : link === undefined ? [] : [link];
	const links = entries.map((entry) => {
		const { mode, value } = locatorParts(isRecord(entry) ? entry.linkId : entry);
		return mode === 'url' ? toText(value) : String(toId(value, 'Link'));
	});
	const each = [...new Set(links)];
	if (each.length === 0) throw wrongValue('Links', 'is empty', '42, or choose one from the list');
	if (each.length > MOST_CHOSEN) {
		throw new Problem({
			message: `Links has ${each.length} links, but no more than ${MOST_CHOSEN} can be watched one by one`,
			remedy: 'Remove some, or set Links to Watch to Most Clicked Links, which takes up to 500.',
		});
	}
	return each;
}

function readNumber(parameters: Parameters): number {
	const text = parameters.text('numberOfLinks');
	const number = text === '' ? 100 : Number(text);
	if (Number.isInteger(number) && number >= 1 && number <= MOST_LISTED) return number;
	throw wrongValue(
		'Number of Links',
		`"${text}" is not a whole number from 1 to ${MOST_LISTED}`,
		'100',
	);
}

/** A link as the event hands it out, all its clicks counted as new. */
function asSample(record: IDataObject): IDataObject {
	const clicks = Number(toNumber(record.clicks)) || 0;
	return { ...record, clicks, clicksBefore: 0, newClicks: clicks, newClicksIsMinimum: false };
}

const nothingYet: Explanation = {
	message: 'There is no link in the account yet that could be shown',
	remedy:
		'Create a link in the service and test again. An active workflow needs none to begin with.',
};

function watchChosen(parameters: Parameters): Watch {
	const links = readLinks(parameters);
	return {
		// Not the links themselves: those that stay are counted on when the choice changes.
		subject: { links: 'chosen' },
		record: (raw) => {
			const { clicksBefore, newClicks, newClicksIsMinimum, ...link } = raw;
			return { ...tidyRecord(link), clicksBefore, newClicks, newClicksIsMinimum };
		},
		cursor: (state) => new ChosenLinks(links, state as ChosenLinksState | undefined),
		sample: async (read) => {
			const { records } = await read({ kind: 'link', link: links[0] ?? '' });
			return records[0] === undefined ? undefined : asSample(records[0]);
		},
		nothingYet,
	};
}

function watchMostClicked(parameters: Parameters): Watch {
	const count = readNumber(parameters);
	return {
		subject: { mostClicked: count },
		listing: { path: '/api/urls', collection: 'urls', query: { order: 'click' } },
		record: tidyRecord,
		cursor: (state) => new MostClicked(count, state as MostClickedState | undefined),
		sample: async (read: (ask: Ask) => Promise<Page>) => {
			const { records } = await read({ kind: 'page', number: 1, size: Math.min(count, 100) });
			return records[0] === undefined ? undefined : asSample(records[0]);
		},
		nothingYet,
	};
}

export const linkClicked: TriggerEvent = {
	option: {
		name: 'Link Clicked',
		value: 'linkClicked',
		description:
			'Triggers when a link got new clicks since the last check; one item per link, with the number of new clicks',
	},
	properties,
	watch: (parameters) =>
		parameters.text('linksToWatch') === 'chosen'
			? watchChosen(parameters)
			: watchMostClicked(parameters),
};
