import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../paths.mts';
import { type Play, withParameters } from '../scene.mts';
import { publishForm } from './formPages.mts';
import { EXPORTS } from './shortenerExports.mts';
import { semicolonsInWindows1252, textFile, xlsx } from './spreadsheets.mts';
import {
	fileOn,
	says,
	shortUrlsOn,
	stopHalfWay,
	submitInEachForm,
	submitUnusable,
	submitWithoutKey,
	tableOn,
} from './uploadedRows.mts';

const SAMPLE = join(ROOT, 'workflows', 'samples', 'links.csv');

export const uploadPlays: Record<string, Play> = {
	'spreadsheet-to-links.json': async (scene) => {
		const { file, service, checks } = scene;
		const form = await publishForm(scene, 'links-from-spreadsheet');
		const { submit } = form;
		await submitInEachForm(scene, submit);
		await stopHalfWay(scene, form);
		await submitUnusable(scene, submit);

		const dated = [
			['Long URL', 'Expiry', 'Long URL'],
			['https://shop.example/dated', 47_573, 'twice'],
		];
		const [, kept] = tableOn(await submit({ 'field-0': xlsx(dated) }));
		checks.same(`${file}: a date of Excel is a date, and no column is lost`, kept?.slice(0, 3), [
			'https://shop.example/dated',
			'2030-03-31',
			'twice',
		]);

		const before = service.links().length;
		const sample = { 'field-0': textFile(await readFile(SAMPLE, 'utf8')) };
		const [one, other] = await Promise.all([submit(sample), submit(sample)]);
		checks.same(
			`${file}: a form that is submitted twice makes each link once`,
			[service.links().length - before, shortUrlsOn(one)],
			[5, shortUrlsOn(other)],
		);
		await submitWithoutKey(scene, submit);
	},
	'import-from-another-shortener.json': async (scene) => {
		const { file, service, checks } = scene;
		const form = await publishForm(scene, 'import-links');
		const { submit } = form;
		for (const [shortener, rows] of Object.entries(EXPORTS)) {
			const before = service.links().length;
			const first = await submit({ 'field-0': textFile(rows.join('\n')) });
			says(scene, first, '1 of 1 rows have their link: 1 created, 0 updated, 0 unchanged.');
			const link = service.links().find(({ alias }) => alias === `from-${shortener}`);
			checks.same(
				`${file}: a link of ${shortener} keeps its page, the last part of its path and its title`,
				[link?.longurl, link?.title],
				[`https://shop.example/${shortener}`, 'Our page'],
			);
			const [headings = [], row = []] = tableOn(first);
			const cell = (heading: string) => row[headings.indexOf(heading)];
			checks.check(
				`${file}: the file has the old and the new one`,
				Boolean(cell('Old Link')) && cell('Short URL') === link?.shorturl,
				row.join(),
			);
			for (const again of [fileOn(first), textFile(rows.join('\n'))]) {
				says(
					scene,
					await submit({ 'field-0': again }),
					'1 of 1 rows have their link: 0 created, 0 updated, 1 unchanged.',
				);
			}
			checks.same(
				`${file}: a second import from ${shortener} makes nothing`,
				service.links().length,
				before + 1,
			);
		}

		const doubled = await submit({
			'field-0': textFile(
				'slashtag,destination\nmine,https://shop.example/first\nmine,https://shop.example/second\n',
			),
		});
		const mine = () =>
			service.links().flatMap(({ alias, longurl }) => (alias === 'mine' ? [longurl] : []));
		says(scene, doubled, '1 row needs a correction (row 3)');
		checks.check(
			`${file}: of two rows with one alias the first counts, and the other names it`,
			tableOn(doubled)[2]?.at(-1)?.startsWith('Row 2 asks for the same link') === true,
			tableOn(doubled).join('\n'),
		);
		await submit({ 'field-0': fileOn(doubled) });
		checks.same(`${file}: the file that came back changes nothing`, mine(), [
			'https://shop.example/first',
		]);
		const corrected = tableOn(doubled).map((row, place) =>
			place === 2 ? row.map((cell) => (cell === 'mine' ? 'mine-too' : cell)) : row,
		);
		const third = await submit({ 'field-0': xlsx(corrected) });
		says(scene, third, '2 of 2 rows have their link: 1 created, 0 updated, 1 unchanged.');
		await submitInEachForm(scene, submit);
		await stopHalfWay(scene, form);
		await submitUnusable(scene, submit);
		await submitWithoutKey(scene, submit);
	},
	'preview-changes.json': async (scene) => {
		const { file, n8n, service, checks } = scene;
		service.seed('links', [
			{ longurl: 'https://shop.example/old', custom: 'changed' },
			{ longurl: 'https://shop.example/same', custom: 'kept' },
		]);
		const elsewhere = withParameters(scene.example, 'Upload Spreadsheet', {
			options: { path: 'closed-preview' },
		});
		const impatient = withParameters(elsewhere, 'Show Changes', {
			resumeAmount: 0.05,
			resumeUnit: 'minutes',
		});
		const rows = [
			['Long URL', 'Custom Alias'],
			['https://shop.example/new?a=1&b=<2>', 'fresh'],
			['https://shop.example/moved', 'changed'],
			['https://shop.example/same', 'kept'],
			['', 'missing'],
			['kein url', ''],
			['https://shop.example/reserved', 'admin'],
		];
		const sheet = () => ({ 'field-0': semicolonsInWindows1252(rows) });
		const links = () => service.links().map(({ alias, longurl }) => [alias, longurl]);
		const before = links();

		const closed = await publishForm({ n8n, example: impatient }, 'closed-preview');
		await closed.submit(sheet());
		const [left] = await n8n.rest.executionsOf(closed.workflowId);
		const end = await n8n.rest.waitForEnd(left?.id ?? '', 120_000);
		checks.same(
			`${file}: a page that is closed ends, and changes nothing`,
			[end, links()],
			['success', before],
		);

		const form = await publishForm(scene, 'preview-changes');
		const { submit } = form;
		const preview = await submit(sheet());
		checks.same(`${file}: nothing is made before it is applied`, links(), before);
		const told = [
			'2 to create, 1 to update, 1 unchanged, 2 with a problem',
			'https://shop.example/old → https://shop.example/moved',
			'<td>5</td><td>problem</td>',
			'<td>6</td><td>problem</td>',
			'is not a web address',
		];
		checks.same(
			`${file}: the page shows what would change`,
			told.filter((text) => !preview.text.includes(text)),
			[],
		);
		checks.check(`${file}: a cell is text, not part of the page`, !preview.text.includes('b=<2>'));
		const done = await submit({}, preview.url);
		says(scene, done, '3 of 6 rows have their link: 1 created, 1 updated, 1 unchanged.');
		says(scene, done, '3 rows need a correction (row 5, 6, 7)');
		checks.check(
			`${file}: the file says why the service refused a row`,
			/reserved/.test(tableOn(done)[6]?.at(-1) ?? ''),
			tableOn(done).join('\n'),
		);
		const applied = links();
		checks.same(`${file}: it is done as shown`, applied.map(([alias]) => alias).sort(), [
			'changed',
			'fresh',
			'kept',
		]);
		const again = await submit({ 'field-0': fileOn(done) });
		says(scene, again, '1 to create, 0 to update, 3 unchanged, 2 with a problem');
		says(
			scene,
			await submit({}, again.url),
			'3 of 6 rows have their link: 0 created, 0 updated, 3 unchanged.',
		);
		checks.same(`${file}: and nothing is made twice`, links(), applied);
		await stopHalfWay(scene, form, true);
		await submitUnusable(scene, submit);
		await submitWithoutKey(scene, submit);
	},
};
