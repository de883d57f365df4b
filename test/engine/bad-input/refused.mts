import { type BadInput, create, getLink, type Told, toRow } from './row.mts';

const NOT_THERE = 'has this ID or address';

/** The expiry that the service refuses although it lies ahead. */
const TODAY = `${new Date().toISOString().slice(0, 10)} 23:59:59`;

/** What the service refuses of a link that is sent, which a read of the newest links goes before. */
const OF_CREATES: Told[] = [
	[
		'a URL the service cannot read',
		create({ url: 'mailto:me@example.com' }),
		'Please enter a valid URL.',
		'Check every address that you entered, such as Long URL',
	],
	[
		'a URL the service does not want',
		create({ url: 'https://blocked.example/x' }),
		'This domain name or link has been blacklisted.',
		'Use another Long URL.',
	],
	...(
		[
			['taken', 'That alias is taken. Please choose another one.', 'Choose another Custom Alias'],
			['admin', 'That alias is reserved. Please choose another one.', 'Choose another'],
			['ab', 'Custom alias must be at least 3 characters.', 'Use a longer Custom Alias'],
		] as const
	).map(([custom, ...says]): Told => [`the alias ${custom}`, create({ custom }), ...says]),
	['a campaign that is not there', create({ campaign: 999 }), 'Campaign does not exist', NOT_THERE],
	[
		'a domain that is not there',
		create({ domain: 'https://nobody.example' }),
		'Domain not found. Please try again.',
		NOT_THERE,
	],
	[
		'an image that is no URL',
		create({ metaimage: 'image.png' }),
		'Please enter a valid URL.',
		'https://',
	],
	[
		'a day that is today',
		create({ expiry: TODAY, zone: 'UTC' }),
		'The expiry date must be later than today.',
		'Set Expiry to a day after today',
	],
];

/** Names that nothing has: a list is read for them, and one more tells whose pixels there are. */
const OF_NAMES = [
	{
		campaign: 'Sprin',
		says: 'campaign "Sprin". Did you mean "Spring"?',
		others: 'Other campaigns: Autumn',
	},
	{ channel: '../account', says: 'channel "../account"', others: 'Channels here: Mail' },
	{ pixels: '1, two', says: 'pixel "two"', others: 'Pixels here: Blog' },
].map(({ says, others, ...bad }): BadInput => {
	const lookUps = 'pixels' in bad ? 2 : 1;
	const remedy = `${others}. Enter one of these names, or the ID.`;
	const told: Told = [`no ${says}`, create(bad), `There is no ${says}`, remedy];
	return { ...toRow(told, lookUps), lookUps };
});

/** What the service refuses. */
export const REFUSED_ROWS: BadInput[] = [
	...OF_CREATES.map((told) => toRow(told, 2)),
	...OF_NAMES,
	toRow(['a link that is not there', getLink('id', 999, 1), 'Link does not exist.', NOT_THERE], 1),
];
