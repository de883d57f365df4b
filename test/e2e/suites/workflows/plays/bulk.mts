import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCsv } from '../../../csv.mts';
import { prepareFiles, withFiles } from '../../../demo/sample.mts';
import { judge } from '../../../demo/verdict.mts';
import { BULK_EXAMPLE } from '../../../examples.mts';
import { execute, start, wentWell, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import type { Play } from '../scene.mts';
import { semicolonsInWindows1252 } from './spreadsheets.mts';

const SCHEDULE = 'Every Monday at 9';
const MANY = 5_000;

export const bulkPlays: Record<string, Play> = {
	[BULK_EXAMPLE]: async ({ file, example, n8n, service, checks, stage }) => {
		service.seed('campaigns', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		service.seed('channels', [{ name: 'One' }, { name: 'Two' }]);
		service.seed('pixels', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		const files = await prepareFiles(join(stage.folder, 'files'));
		const workflow = withFiles(example, files);
		const { linksFile, resultsFile } = files;
		const sums = async (what: string, trigger?: string) => {
			const execution = await execute(n8n, workflow, trigger);
			checks.check(`${file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
			return outputOf(execution, 'All Done');
		};

		const stopped = await start(n8n, workflow);
		while (service.links().length < 20) await new Promise((resolve) => setTimeout(resolve, 50));
		await n8n.rest.cancelExecution(stopped);
		await n8n.rest.waitForEnd(stopped, 60_000);
		const [sum] = await sums('the run after one that was stopped');
		const { faults, created, refused } = await judge(files, service.links());
		checks.same(`${file}: every row is where it belongs`, faults, []);
		checks.same(
			`${file}: All Done has the sum`,
			[sum?.rowsRead, sum?.failed, sum?.resultsFile],
			[created + refused.length, refused.length, resultsFile],
		);
		checks.note(`${created} links, ${refused.length} rows refused with their reason`);

		const [next] = await sums('the run on Monday', SCHEDULE);
		checks.same(
			`${file}: next Monday nothing is made again`,
			[next?.created, next?.updated, next?.unchanged, service.links().length],
			[0, 0, created, created],
		);
		const rows = await readCsv(linksFile);
		const headings = Object.keys(rows[0] ?? {});
		const cells = rows.map(Object.values<string>);
		cells[0]?.splice(0, 1, 'https://shop.example/spring/größe');
		const asExcel = semicolonsInWindows1252([headings, ...cells]);
		await writeFile(linksFile, Buffer.from(await asExcel.arrayBuffer()));
		const [changed] = await sums('the run after a row was changed in Excel');
		const link = service.links().find(({ alias }) => alias === 'spring-rain-jacket');
		checks.same(
			`${file}: a changed row changes its link`,
			[changed?.updated, changed?.created, new URL(link?.longurl ?? '').pathname],
			[1, 0, encodeURI('/spring/größe')],
		);

		const before = await readCsv(resultsFile, ';');
		checks.same(`${file}: the result file was replaced`, before.length, rows.length);
		const { apiKey } = service;
		service.set({ apiKeys: ['another-key'] });
		const refusedRun = await execute(n8n, workflow);
		checks.same(
			`${file}: a refused key fails the run and leaves the result file`,
			[refusedRun.status, await readCsv(resultsFile, ';')],
			['error', before],
		);
		service.set({ apiKeys: [apiKey] });
		for (const [what, text] of Object.entries({
			'an empty file': '',
			'a file without rows': 'Long URL\n',
		})) {
			await writeFile(linksFile, text);
			const { status, error } = await execute(n8n, workflow);
			const isTold =
				status === 'error' && error?.message.startsWith('No links were found') === true;
			checks.check(`${file}: ${what} is an error with words`, isTold, error?.message);
		}

		await rm(linksFile);
		const missing = await execute(n8n, workflow);
		checks.same(`${file}: so is a file that is not there`, missing.status, 'error');

		const many = Array.from({ length: MANY }, (_, index) => `https://shop.example/many/${index}`);
		await writeFile(linksFile, ['Long URL', ...many].join('\n'));
		const [all] = await sums(`a file of ${MANY} rows`);
		checks.same(`${file}: ${MANY} rows have their links`, all?.created, MANY);
	},
};
