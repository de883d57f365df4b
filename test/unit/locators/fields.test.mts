import type { INodePropertyModeValidation } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { linkLocator } from '../../../nodes/LinkShortener/locators/fields';

const mode = linkLocator.modes?.find(({ name }) => name === 'url');
const [rule] = (mode?.validation ?? []) as INodePropertyModeValidation[];
const { regex } = rule?.properties as { regex: string };

it.each([
	['https://go.example.com/summer', true],
	[' go.example.com/summer?utm_source=mail ', true],
	['42', true],
	[' 42 ', true],
	['0', false],
	['4 2', false],
	['summer', false],
	['https://go.example.com', false],
])('By Short URL takes %j: %s', (value, isTaken) => {
	// As n8n does it.
	expect(new RegExp(`^${regex}$`).test(value)).toBe(isTaken);
});
