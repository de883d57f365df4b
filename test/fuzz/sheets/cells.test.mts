import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import '../../engine/setup.mts';
import { runs } from '../../random.mts';
import { runNode } from '../../engine/harness/index.mts';
import { seededService } from '../../engine/operations/fixtures.mts';
import { sheets, type Cell, type DrawnSheet } from './cells.mts';
import { autoMap, ON_ERROR } from '../../engine/support/runs.mts';
import { createBodies, credentialsOf } from '../../engine/support/service.mts';
import { changesSent, complaints } from '../../engine/support/sheet.mts';

/** The row's own mark, which is sent as it is. */
const MARK = 'Description';

/** A heading as a message names it. */
const shown = (heading: string) => heading.replace('\uFEFF', '').trim();

function rowOf({ columns }: DrawnSheet, cells: Cell[], at: number): IDataObject {
	const filled = columns.map(({ heading }, place) => [heading, cells[place]?.cell]);
	return { ...Object.fromEntries(filled), [MARK]: `row ${at}` } as IDataObject;
}

/** The long URL and the other fields that a row without a refused cell sends. */
function bodyOf({ columns }: DrawnSheet, cells: Cell[], at: number): IDataObject {
	const body: IDataObject = { description: `row ${at}` };
	const utm: IDataObject = {};
	columns.forEach(({ field }, place) => {
		const { fate } = cells[place] ?? { fate: { kind: 'empty' } };
		if (fate.kind !== 'sent') return;
		(field.startsWith('utm_') ? utm : body)[field] = fate.value as string;
	});
	return { ...body, utm };
}

/** What was sent, with the UTM parameters that its long URL has beside those of the cell. */
function sentOf(body: IDataObject, wanted: IDataObject): IDataObject {
	const { url, ...rest } = body as IDataObject & { url: string };
	const names = Object.keys(wanted.utm as IDataObject);
	if (names.length === 0) return { ...rest, url, utm: {} };
	const address = new URL(url);
	const utm = Object.fromEntries(names.map((name) => [name, address.searchParams.get(name)]));
	const without = new URL(wanted.url as string);
	for (const [name, value] of Object.entries(utm)) without.searchParams.set(name, value ?? '');
	const isPage = plain(without) === plain(address);
	return { ...rest, url: isPage ? wanted.url : url, utm };
}

/** An address without the differences that writing a parameter into it makes. */
function plain({ origin, pathname, searchParams, hash }: URL): string {
	return `${origin}${pathname}?${new URLSearchParams([...searchParams].sort()).toString()}${hash}`;
}

it('C5, C15: no cell that cannot be meant is written, and none that can be is refused', async () => {
	await fc.assert(
		fc.asyncProperty(sheets, async (sheet) => {
			const rows = sheet.rows.map((cells, at) => rowOf(sheet, cells, at));
			const play = async (onError: keyof typeof ON_ERROR) => {
				const service = await seededService();
				const credentials = credentialsOf(service);
				const parameters = autoMap();
				const result = await runNode({
					...{ credentials, parameters, items: rows },
					onError: ON_ERROR[onError],
				});
				return { service, result };
			};
			const wrong = sheet.rows.map((cells) =>
				sheet.columns.filter((_, place) => cells[place]?.fate.kind === 'refused'),
			);
			const hasPage = sheet.rows.map((cells) => cells[0]?.fate.kind === 'sent');
			const { service, result } = await play('Continue');
			const bodies = createBodies(service) as IDataObject[];
			sheet.rows.forEach((cells, at) => {
				const body = bodies.find(({ description }) => description === `row ${at}`);
				const isGood = wrong[at]?.length === 0 && hasPage[at] === true;
				const wanted = bodyOf(sheet, cells, at);
				const told = complaints({ ...result, items: result.items.slice(at, at + 1) }).join();
				if (isGood) {
					expect(body && sentOf(body, wanted), told).toEqual(wanted);
					return;
				}
				expect(body).toBeUndefined();
				for (const { heading } of wrong[at] ?? []) expect(told).toContain(shown(heading));
			});
			if (wrong.every(({ length }) => length === 0)) return;
			const stopped = await play('Stop');
			expect(stopped.result.error).toBeDefined();
			expect(changesSent(stopped.service)).toEqual([]);
		}),
		{ numRuns: runs(50) },
	);
});
