import type { INodeProperties, INodePropertyModeValidation } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { campaignLocator, linkLocator, orName } from '../../../nodes/LinkShortener/names/fields';

/** n8n's check of what is typed into a mode. */
function checkOf({ modes = [] }: INodeProperties, name: string) {
	const [rule] = (modes.find((mode) => mode.name === name)?.validation ??
		[]) as INodePropertyModeValidation[];
	return rule?.properties as { regex: string; errorMessage: string };
}

/** Whether n8n takes a text; it compares like this. */
function takes({ regex }: { regex: string }, text: string): boolean {
	return new RegExp(`^${regex}$`).test(text);
}

it.each([
	['https://go.example.com/summer', true],
	[' go.example.com/summer?utm_source=mail ', true],
	['42', true],
	[' 42 ', true],
	['0', false],
	['4 2', false],
	['summer', false],
	['https://go.example.com', false],
])('Short URL takes %j: %s', (value, isTaken) => {
	expect(takes(checkOf(linkLocator, 'shortUrl'), value)).toBe(isTaken);
});

it('By ID refuses a name, where there is no Name', () => {
	const check = checkOf(campaignLocator, 'id');
	expect([takes(check, ' 42 '), takes(check, 'Summer')]).toEqual([true, false]);
	expect(check.errorMessage).toBe('An ID is a positive whole number, such as 42');
});

it.each(['id', 'name'])('%s takes any text where names are taken', (mode) => {
	expect(orName(campaignLocator).modes?.map(({ name }) => name)).toEqual(['list', 'id', 'name']);
	expect(checkOf(orName(campaignLocator), mode)).toBeUndefined();
});
