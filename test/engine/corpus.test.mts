import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { wordsOf } from './support/runs.mts';
import { changesSent, sheetOn } from './support/sheet.mts';
import { createBodies, serviceWith } from './support/service.mts';

/** Rows as other tools give them, and beside each what is made of it. `form`: what the messages ask to set. */

interface Rows {
	about: string;
	form?: INodeParameters;
	rows: IDataObject[];
}

const FOLDER = path.join(import.meta.dirname, 'corpus');

const NAMES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json') && !file.endsWith('.gives.json'))
	.map((file) => file.replace('.json', ''));

const RECORDS = [
	{ id: 11, name: 'Winter' },
	{ id: 12, name: 'Summer' },
	{ id: 13, name: '2024' },
	{ id: 14, name: 'Mail' },
];

it.each(NAMES)(
	'the rows of %s get their links; then nothing is changed, but what is edited',
	async (name) => {
		const service = await serviceWith();
		service.seed('campaigns', RECORDS);
		service.seed('channels', RECORDS);
		const { rows, form = {} } = JSON.parse(
			readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'),
		) as Rows;
		const run = await sheetOn(service).run(rows, form);
		const gives = {
			sent: createBodies(service).toSorted((one, other) =>
				JSON.stringify(one).localeCompare(JSON.stringify(other)),
			),
			failed: run.items.filter(({ error }) => error !== undefined).map(wordsOf),
		};

		await expect(`${JSON.stringify(gives, undefined, '\t')}\n`).toMatchFileSnapshot(
			path.join(FOLDER, `${name}.gives.json`),
		);
		service.clearRequests();
		await sheetOn(service).run(rows, form);
		expect(changesSent(service)).toEqual([]);
		const edited = rows.map((row) => (isFilled(row) ? { ...row, 'Meta Title': 'Edited' } : row));
		await sheetOn(service).run(edited, form);
		expect(changesSent(service)).toHaveLength(gives.sent.length);
	},
);

/** Not one of the blank rows below others. */
function isFilled(row: IDataObject): boolean {
	return row['Long URL'] !== '' && row['Website URL'] !== '';
}
