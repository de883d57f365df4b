import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LINK_FIELDS } from '../../../nodes/LinkShortener/link/fields/linkFields.ts';
import { filesIn } from '../../files.mts';

/** What a reader has to hold in the head; which room may import which is the linter's (.dependency-cruiser.cjs). */

const SOURCES = join(import.meta.dirname, '../../../nodes/LinkShortener');

const files = filesIn('nodes', /\.ts$/).map((file) => ({
	file: relative('nodes/LinkShortener', file),
	text: readFileSync(join(SOURCES, '../..', file), 'utf8'),
}));

/** The values that are there twice or more. */
function repeated(values: readonly string[]): string[] {
	return [...new Set(values.filter((value, at) => values.indexOf(value) < at))];
}

describe('the rooms', () => {
	it('export one type of a name', () => {
		const names = files.flatMap(({ text }) =>
			[...text.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name = '']) => name),
		);
		expect(names.length).toBeGreaterThan(100);
		expect(repeated(names)).toEqual([]);
	});

	it('hand on nothing of each other', () => {
		const handing = files.filter(({ text }) => /^export (?:\*|\{[^}]*\}) from/m.test(text));
		expect(handing.map(({ file }) => file)).toEqual([]);
	});

	it.each(['execution'])('%s knows no field of a link by its name', (room) => {
		const ofRoom = files.filter(({ file }) => file.startsWith(`${room}/`));
		expect(ofRoom.length).toBeGreaterThan(1);
		const named = ofRoom.flatMap(({ file, text }) =>
			Object.keys(LINK_FIELDS)
				// What n8n's Notion node calls the address of its page.
				.filter((field) => field !== 'url' && text.includes(`'${field}'`))
				.map((field) => `${file}: ${field}`),
		);
		expect(named).toEqual([]);
	});
});

it('are where CONTRIBUTING.md says', () => {
	const root = join(SOURCES, '../..');
	const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
	// Paths with a name at the end, in code or in a picture: `links/find/finder`, "report/stopped<br/>".
	const rooms = '(?:api|execution|link|names|operations|resources|shared|trigger)';
	const named = [...page.matchAll(new RegExp(`[\`"](${rooms}(?:/\\w+)+)(?:\\.ts)?[\`"<: ]`, 'g'))];
	const paths = named.map(([, path = '']) => path);
	expect(paths.length).toBeGreaterThan(40);
	const isThere = (path: string) =>
		existsSync(join(SOURCES, path)) || existsSync(join(SOURCES, `${path}.ts`));
	expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
