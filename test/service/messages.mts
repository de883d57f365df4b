/** The words in which real installs say that something named by a request is not there. */
export const UNKNOWN = {
	link: 'Link does not exist.',
	campaign: 'Campaign does not exist',
	channel: 'Channel does not exist',
	domain: 'Domain not found. Please try again.',
	splash: 'Custom splash page does not exist.',
	overlay: 'Overlay page does not exist.',
	pixel: 'Pixel does not exist.',
	bio: 'Bio page does not exist.',
	qr: 'QR does not exist.',
} as const;

/** What an install says of a create beyond what the account's plan allows. */
export const PLAN_USED_UP =
	'You have reached your maximum links limit. Please upgrade to another plan.';
