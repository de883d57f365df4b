import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seededService } from '../operations/fixtures.mts';
import { changesSent, complaints, outcomes, sheetOn } from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

/** Files in the shape of the exports of other services, and of plans as marketers keep them. */

interface File {
	/** Columns that are to be left out: the short links and domains of the other service. */
	inputsToIgnore?: string;
	/** What is dragged, since no heading says it. */
	drags?: INodeParameters;
	/** The links that it makes; of one without an alias the service chooses it. */
	links: Array<{ url: string; alias?: string; expiry?: string; title?: string }>;
	/** The line about its columns. */
	hint?: RegExp;
}

const SHOP = 'https://shop.example';

const FILES: Record<string, File> = {
	'dub.csv': {
		inputsToIgnore: 'domain',
		drags: { custom: '={{ $json.key }}' },
		links: [
			{ url: `${SHOP}/launch`, alias: 'launch', expiry: '2040-12-31 23:59:00' },
			{ url: `${SHOP}/caf%C3%A9`, alias: 'café' },
		],
	},
	'rebrandly.csv': {
		inputsToIgnore: 'Short URL',
		links: [
			{ url: `${SHOP}/menu.pdf`, alias: 'menu' },
			{ url: `${SHOP}/jobs`, alias: 'jobs' },
		],
	},
	'utm-plan.csv': {
		links: [
			'utm_source=newsletter&utm_medium=email&utm_campaign=autumn-26&utm_content=header',
			'utm_source=facebook&utm_medium=paid-social&utm_campaign=autumn-26&utm_content=carousel',
			'utm_source=google&utm_medium=cpc&utm_campaign=autumn-26&utm_term=running+shoes',
		].map((query) => ({ url: `${SHOP}/autumn?${query}` })),
		hint: /Source → UTM Source, Medium → UTM Medium, Campaign → UTM Campaign, Content → UTM Content/,
	},
	'bulk-template.csv': {
		links: [
			{
				...{ url: `${SHOP}/guide?utm_source=brochure`, alias: 'guide' },
				...{ expiry: '2040-12-31 00:00:00', title: 'The guide' },
			},
			{ url: `${SHOP}/map`, alias: 'map', title: '' },
		],
	},
	'ad-keywords.csv': {
		links: ['running', 'trail'].map((q) => ({ url: `${SHOP}/shoes?q=${q}` })),
		hint: /Landing Page → Long URL\. Not used: Ad group, Keyword, Match type, Status, Type\./,
	},
};

/** The rows of a file as Extract from File gives them, which leaves empty cells out. */
function rowsOf(file: string): IDataObject[] {
	const text = readFileSync(join(import.meta.dirname, '../support/files', file), 'utf8');
	const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')),
	);
}

describe.each(Object.entries(FILES))(
	'%s',
	(file, { inputsToIgnore = '', drags = {}, links, hint }) => {
		it('becomes links that look like its rows, and stays so', async () => {
			const service = await seededService();
			const before = new Set(service.links().map(({ id }) => id));
			const rows = rowsOf(file);
			const options = { inputsToIgnore };
			const sheet = sheetOn(service, { ...drags, options }, { timezone: 'UTC' });

			const dry = await sheet.run(rows, { dryRun: true });
			expect(complaints(dry)).toEqual([]);
			expect(outcomes(dry)).toEqual(rows.map(() => 'create'));
			expect(changesSent(service)).toEqual([]);

			const run = await sheet.run(rows);
			expect(complaints(run)).toEqual([]);
			expect(outcomes(run)).toEqual(rows.map(() => 'created'));
			const made = service.links().filter(({ id }) => !before.has(id));
			const byUrl = new Map(made.map((link) => [link.longurl, link]));
			expect(made).toHaveLength(links.length);
			for (const { url, alias, expiry, title } of atLeastOne(links)) {
				expect(byUrl.get(url)).toMatchObject({
					...(alias !== undefined && { alias }),
					...(expiry !== undefined && { expiry }),
					...(title !== undefined && { title }),
					password: null,
				});
			}
			if (hint !== undefined) {
				expect(run.hints.map(({ message }) => message).join('\n')).toMatch(hint);
			}

			service.clearRequests();
			const again = await sheet.run(rows);
			expect(outcomes(again)).toEqual(rows.map(() => 'unchanged'));
			expect(changesSent(service)).toEqual([]);
		});
	},
);
