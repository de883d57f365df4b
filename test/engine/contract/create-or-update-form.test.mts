import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nodeDescription } from '../harness/index.mts';
import { optionValues } from '../support/operations.mts';
import { recordWith } from '../support/matchers.mts';

/** The fields of the form of link → Create or Update, in their order. */
function fields(): INodeProperties[] {
	return nodeDescription().properties.filter(({ displayOptions }) => {
		const { resource = [], operation = [] } = displayOptions?.show ?? {};
		return resource.includes('link') && operation.includes('upsert');
	});
}

function field(name: string): INodeProperties | undefined {
	return fields().find((property) => property.name === name);
}

describe('the form of Create or Update', () => {
	it('D3: matches on the best column in each row, unless told otherwise', () => {
		const matchOn = field('matchOn');
		expect(matchOn?.default).toBe('auto');
		expect(optionValues(matchOn).sort()).toEqual(['auto', 'custom', 'shorturl', 'url']);
		expect(matchOn?.options).toContainEqual(
			recordWith({
				name: 'Best Column in Each Row',
				value: 'auto',
				description: 'Short URL if the row has one, else Custom Alias, else Long URL',
			}),
		);
	});

	it('D5: has a switch for a dry run right below, which is off', () => {
		const names = fields().map(({ name }) => name);
		expect(names.indexOf('dryRun')).toBe(names.indexOf('matchOn') + 1);
		expect(field('dryRun')).toMatchObject({ type: 'boolean', default: false });
		expect(optionValues(field('options'))).not.toContain('dryRun');
		const options = field('options')?.options ?? [];
		expect(options.map(({ name }) => name)).not.toContain('dryRun');
	});
});
