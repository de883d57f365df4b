import { expect, it } from 'vitest';

import { isSamePlatform, pixelType } from '../../../nodes/LinkShortener/api/pixels';

it.each([
	['facebook', 'facebook'],
	['Meta (Facebook)', 'facebook'],
	['Meta', 'facebook'],
	['Facebook Pixel', 'facebook'],
	['meta-pixel', 'facebook'],
	['gtm', 'google-tag-manager'],
	['Google Tag Manager', 'google-tag-manager'],
	['google_tag_manager', 'google-tag-manager'],
	['GoogleAds', 'google-ads'],
	['AdWords', 'google-ads'],
	['GA4', 'google-analytics'],
	['LinkedIn Insight Tag', 'linkedin'],
	['LinkedIn Insight', 'linkedin'],
	['Microsoft Ads', 'bing'],
	['Pinterest Tag', 'pinterest'],
	['X (Twitter)', 'twitter'],
])('the platform %s is %s', (text, type) => {
	expect(pixelType(text)).toBe(type);
});

it.each([
	...['gtmpixel', 'fbpixel', 'FBPixel', 'adwordspixel', 'linkedinpixel', 'twitterpixel'],
	...['adrollpixel', 'quorapixel', 'gapixel', 'snapchat', 'reddit', 'tiktok', 'Microsoft Clarity'],
	'x',
])("an install's own type %s goes as it is", (text) => {
	expect(pixelType(text)).toBe(text);
});

it.each([
	['gtmpixel', 'google-tag-manager', true],
	['FBPixel', 'facebook', true],
	['gapixel', 'google-analytics', true],
	['adwordspixel', 'google-ads', true],
	['twitterpixel', 'twitter', true],
	['adrollpixel', 'adroll', true],
	['snapchat', 'SnapChat', true],
	['gtmpixel', 'google-ads', false],
	['snapchat', 'tiktok', false],
])('%s and %s are one platform: %s', (one, other, isSame) => {
	expect(isSamePlatform(one, other)).toBe(isSame);
});
