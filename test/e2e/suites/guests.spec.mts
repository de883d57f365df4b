import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { N8N_FOLDER, ROOT } from '../paths.mts';
import { onEditorPage, sees } from './browser.mts';
import { type Scene, sceneOn } from './editor.mts';
import { openStage } from './stage.mts';

/** The library with which n8n reads and writes spreadsheets. */
interface Spreadsheets {
	utils: {
		book_new: () => Book;
		book_append_sheet: (book: Book, sheet: object) => void;
		aoa_to_sheet: (rows: string[][]) => object;
		sheet_to_json: (sheet: object | undefined) => Array<Record<string, unknown>>;
	};
	readFile: (file: string) => Book;
	writeFile: (book: Book, file: string) => void;
}

interface Book {
	Sheets: Record<string, object>;
}

const { utils, ...files } = createRequire(join(N8N_FOLDER, 'package.json'))(
	'@e965/xlsx',
) as Spreadsheets;

const GUESTS = 60;
const ROWS = Array.from({ length: GUESTS }, (_, index) => [
	`Gast ${index + 1}`,
	`https://shop.example/einladung?gast=${index + 1}`,
	`gast-${index + 1}`,
	'31.12.2030',
]);

const stage = openStage('guests');

/** Uploads a file in the form that a click opens in a tab of its own. */
async function upload(
	{ person }: Scene,
	page: Page,
	button: Parameters<Scene['person']['click']>[0],
	file: string,
): Promise<Page> {
	const opening = page.context().waitForEvent('page');
	await person.click(button);
	const form = await opening;
	await form.locator('input[type=file]').setInputFiles(file);
	person.clicks.push('the file');
	await person.click(form.locator('#submit-btn'));
	return form;
}

test('an example takes the headings of a sheet of guests, and saves a QR code of each', async () => {
	const images = await stage.emptyFolder('files');
	const n8n = await stage.n8n();
	const service = await stage.service();
	const book = utils.book_new();
	const headings = ['Gast', 'Zielseite', 'Kurzname', 'Gültig bis'];
	utils.book_append_sheet(book, utils.aoa_to_sheet([headings, ...ROWS]));
	const folder = await stage.emptyFolder('sheet');
	await mkdir(folder);
	const sheet = join(folder, 'guests.xlsx');
	files.writeFile(book, sheet);

	await onEditorPage(n8n, async (page) => {
		const scene = sceneOn(page, 'guests', n8n, service);
		const { person, same } = scene;
		await scene.credential();
		await scene.openEmpty();
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		const example = await readFile(join(ROOT, 'workflows/spreadsheet-to-links.json'), 'utf8');
		await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(example)})`);
		await page.keyboard.press('Control+V');

		await person.openNode('Create or Update Links');
		person.clicks.push('a double click');
		const input = person.part('ndv-input-panel');
		const previous = input.getByRole('button', { name: 'Execute previous nodes' }).first();
		await upload(scene, page, previous, sheet);
		await sees(person.part('node-hint'), 'Drag the column "Zielseite" into Long URL');
		await person.drag('Zielseite', 'url');
		await person.drag('Kurzname', 'custom');
		await person.addOption('Download QR Code Image');
		await person.click(person.part('ndv-close-button'));

		await person.dragFromOutput('Create or Update Links');
		await page.keyboard.type('write file');
		await page.keyboard.press('Enter');
		await person.click(person.found('Write File to Disk'));
		await person.click(person.field('fileName').locator('.cm-content, input').first());
		// n8n's editor stores what is typed by a timer, and loses it if the panel closes before: a longer timer of the page
		// ends after that.
		const stored = async () =>
			await page.evaluate('new Promise((done) => setTimeout(done, 1_000))');
		await page.keyboard.type('=');
		await stored();
		// The editor of expressions closes the braces.
		await page.keyboard.type(`${images}/{{ $binary.data.fileName`);
		await stored();
		await person.click(person.part('ndv-close-button'));
		const form = await upload(scene, page, person.part('execute-workflow-button'), sheet);
		const download = await form.waitForEvent('download');
		scene.takes('links and QR codes for a sheet of guests', 18);
		await sees(form.locator('body'), `${GUESTS} created.`);

		const [first] = Object.values(files.readFile(await download.path()).Sheets);
		const made = service.links().map(({ shorturl }) => shorturl);
		const written = utils.sheet_to_json(first).map(({ shorturl }) => shorturl);
		same('the new sheet has each short URL', written.sort(), made.sort());
		// The images are saved meanwhile.
		const saved = async () => (await readdir(images)).length;
		await expect.poll(saved, { timeout: 60_000 }).toBe(GUESTS);
	});
});
