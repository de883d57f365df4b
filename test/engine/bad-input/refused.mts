import { type BadInput, create, getLink } from './row.mts';

/** What the service refuses. */
export const REFUSED_ROWS: BadInput[] = [
	{
		what: 'a URL the service cannot read',
		...create({ url: 'not a url' }),
		message: 'Please enter a valid URL.',
		remedy: 'Check Long URL: it needs https:// in front',
		requests: 2,
	},
	{
		what: 'a URL the service does not want',
		...create({ url: 'https://blocked.example/x' }),
		message: 'This domain name or link has been blacklisted.',
		remedy: 'Use another Long URL.',
		requests: 2,
	},
	{
		what: 'a taken alias',
		...create({ custom: 'taken' }),
		message: 'That alias is taken. Please choose another one.',
		remedy: 'Choose another Custom Alias',
		requests: 2,
	},
	{
		what: 'a reserved alias',
		...create({ custom: 'admin' }),
		message: 'That alias is reserved. Please choose another one.',
		remedy: 'Choose another Custom Alias',
		requests: 2,
	},
	{
		what: 'an alias that is too short',
		...create({ custom: 'ab' }),
		message: 'Custom alias must be at least 3 characters.',
		remedy: 'Use a longer Custom Alias',
		requests: 2,
	},
	{
		what: 'a campaign that is not there',
		...create({ campaign: 999 }),
		message: 'Campaign does not exist',
		remedy: 'has this ID or address',
		requests: 2,
	},
	...[
		{ campaign: 'Sprin', says: 'campaign "Sprin". Campaigns here: Spring, Autumn' },
		{ channel: '../account', says: 'channel "../account". Channels here: Mail' },
		{ pixels: '1, two', says: 'pixel "two". Pixels here: Blog' },
	].map(({ says, ...bad }) => ({
		what: `no ${says}`,
		...create(bad),
		message: `There is no ${says}`,
		remedy: 'Enter one of these names, or the ID.',
		requests: 'pixels' in bad ? 2 : 1,
		lookUps: 'pixels' in bad ? 2 : 1,
	})),
	{
		what: 'a domain that is not there',
		...create({ domain: 'https://nobody.example' }),
		message: 'Domain not found. Please try again.',
		remedy: 'has this ID or address',
		requests: 2,
	},
	{
		what: 'an image that is no URL',
		...create({ metaimage: 'image.png' }),
		message: 'Please enter a valid URL.',
		remedy: 'https://',
		requests: 2,
	},
	{
		what: 'a day that is today',
		...create({ expiry: `${new Date().toISOString().slice(0, 10)} 23:59:59`, zone: 'UTC' }),
		message: 'The expiry date must be later than today.',
		remedy: 'Set Expiry to a day after today',
		requests: 2,
	},
	{
		what: 'a link that is not there',
		...getLink('id', 999, 1),
		message: 'Link does not exist.',
		remedy: 'has this ID or address',
		requests: 1,
	},
];
