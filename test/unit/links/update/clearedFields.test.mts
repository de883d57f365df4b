import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import {
	clearedFields,
	type Cleared,
} from '../../../../nodes/LinkShortener/links/update/clearedFields';

const BEFORE = {
	title: 'Old',
	description: 'Note',
	expiry: '2040-01-01',
	location: { canada: 'x' },
};

it.each<[names: string[], after: IDataObject | undefined, told: Cleared]>([
	[['expiry'], { expiry: null }, { cleared: ['expiry'] }],
	[['expiry'], { expiry: '' }, { cleared: ['expiry'] }],
	[['expiry'], { expiry: '2040-01-01' }, { notCleared: ['expiry'] }],
	[['geotarget'], { location: {} }, { cleared: ['geotarget'] }],
	[['geotarget'], { location: { canada: 'x' } }, { notCleared: ['geotarget'] }],
	// A service may show the title of the page instead.
	[['metatitle'], { title: 'The page' }, { cleared: ['metatitle'] }],
	[['metatitle'], { title: 'Old' }, { notCleared: ['metatitle'] }],
	[['description'], {}, { sent: ['description'] }],
	[['description'], undefined, { sent: ['description'] }],
	[['password', 'pixels'], { title: '' }, { sent: ['password', 'pixels'] }],
	[[], {}, {}],
	[
		['description', 'expiry', 'password'],
		{ description: '', expiry: '2040-01-01' },
		{ cleared: ['description'], notCleared: ['expiry'], sent: ['password'] },
	],
])('%j sent empty, and then %j: %j', (names, after, told) => {
	expect(clearedFields(names, BEFORE, after)).toEqual(told);
});
