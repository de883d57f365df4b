import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engineTestsOf } from '../../../tools/changed.mts';

const ROOT = join(import.meta.dirname, '../../..');
const WHOLE = ['test/engine/', 'test/service/'];

const sources = readdirSync(join(ROOT, 'nodes/LinkShortener'), {
	recursive: true,
	encoding: 'utf8',
})
	.filter((file) => file.endsWith('.ts'))
	.map((file) => `nodes/LinkShortener/${file}`);

it('a change below a room runs the contract files of its promises', () => {
	const tests = engineTestsOf('nodes/LinkShortener/names/names.ts');
	expect(tests).toContain('test/engine/contract/c14-');
	expect(tests).not.toContain('test/engine/contract/c13-');
});

it.each([
	['a test', 'test/engine/faults.test.mts', ['test/engine/faults.test.mts']],
	['what tests share', 'test/service/server.mts', WHOLE],
	['what all rooms share', 'nodes/LinkShortener/shared/json.ts', WHOLE],
	['a page', 'docs/trigger.md', []],
])('a change of %s', (_, file, expected) => {
	expect(engineTestsOf(file)).toEqual(expected);
});

it('each promise that a contract file judges stands behind a room', () => {
	const contracts = readdirSync(join(ROOT, 'test/engine/contract'));
	const filters = sources.flatMap(engineTestsOf).filter((filter) => !WHOLE.includes(filter));
	const missing = contracts
		.filter((file) => file.endsWith('.test.mts'))
		.filter((file) => !filters.some((filter) => `test/engine/contract/${file}`.startsWith(filter)));
	expect(missing).toEqual([]);
});
