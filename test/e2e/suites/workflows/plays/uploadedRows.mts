import type { Scene } from '../scene.mts';
import {
	downloadOn,
	type FormPage,
	type PublishedForm,
	type Submit,
	wordsOn,
} from './formPages.mts';
import {
	cellsOf,
	type Cells,
	commasWithByteOrderMark,
	semicolonsInWindows1252,
	textFile,
	xlsx,
} from './spreadsheets.mts';

/** What every form that takes a spreadsheet has to do with it. */

const ADDED = ['Short URL', 'Result', 'Problem'];

/** Thirty rows as they stand in a sheet, three of them bad, a blank one between them. */
const HEADINGS = ['Meta Title', 'Long URL', 'Custom Alias', 'Owner'];
const BAD: Record<number, Cells> = {
	7: ['Kein Link', 'kein url', '', 'Jürgen'],
	16: ['Gesperrt', 'https://blocked.example/x', '', 'Jürgen'],
	25: ['Vergeben', 'https://shop.example/admin', 'admin', 'Jürgen'],
};
const SHEET: Cells[] = [
	HEADINGS,
	...Array.from({ length: 31 }, (_, place): Cells => {
		const number = place + 2;
		if (number === 12) return ['', '', '', ''];
		return (
			BAD[number] ?? [
				`Größe „${number}“ – 10 €; "neu", <b>`,
				`https://shop.example/größe/${number}`,
				number % 2 === 0 ? `size-${number}` : '',
				'Jürgen',
			]
		);
	}),
];
const FORMS: Record<string, (rows: Cells[]) => File> = {
	'a semicolon CSV in Windows-1252': semicolonsInWindows1252,
	'a comma CSV in UTF-8 with a byte-order mark': commasWithByteOrderMark,
	'an XLSX': xlsx,
};

/** Every second row has an alias. */
const STOPPED: Cells[] = [
	['Long URL', 'Custom Alias'],
	...Array.from({ length: 20 }, (_, place): Cells => [
		`https://shop.example/stopped/${place}`,
		place % 2 === 0 ? `stopped-${place}` : '',
	]),
];

/** No page says words that only the owner of the workflow understands. */
const OWNERS_WORDS = /Match On|API key into|credential\b|Options →|Create or Update (?!short)/;

/** The same rows in each form of file, and then the file that came back, corrected. */
export async function submitInEachForm(scene: Scene, submit: Submit): Promise<void> {
	const { file, service, checks } = scene;
	const before = service.links().length;
	let page: FormPage = { text: '', url: '' };
	for (const [form, made] of Object.entries(FORMS)) {
		page = await submit({ 'field-0': made(SHEET) });
		const isFirst = form === Object.keys(FORMS)[0];
		const counts = isFirst ? '27 created, 0 updated, 0' : '0 created, 0 updated, 27';
		says(scene, page, `27 of 30 rows have their link: ${counts} unchanged.`);
		says(scene, page, '3 rows need a correction (row 7, 16, 25)');
		checks.same(`${file}: ${form} makes the links once`, service.links().length - before, 27);
		const [headings = [], ...rows] = tableOn(page);
		checks.same(`${file}: ${form} has its columns in their order`, headings.slice(-3), ADDED);
		checks.same(
			`${file}: ${form} has its rows in their order, and problems in those three`,
			rows.flatMap((row, place) => (row.at(-1) === '' ? [] : [place + 2])),
			[7, 16, 25],
		);
		const column = headings.indexOf('Long URL');
		checks.same(
			`${file}: ${form} comes back with what it said`,
			rows.map((row) => row[column]),
			SHEET.slice(1).map((row) => row[1]),
		);
		checks.same(
			`${file}: ${form} says nothing that only the owner of the workflow understands`,
			rows.map((row) => row.at(-1) ?? '').filter((problem) => OWNERS_WORDS.test(problem)),
			[],
		);
	}
	checks.same(
		`${file}: no letter is lost`,
		service.links().filter(({ longurl }) => longurl.includes('\uFFFD')),
		[],
	);
	const corrected = tableOn(page).map((row) =>
		row.map((cell) =>
			cell === 'kein url' || cell === 'https://blocked.example/x'
				? `https://shop.example/corrected/${cell.length}`
				: cell.replace(/^admin$/, 'for-admins'),
		),
	);
	const last = await submit({ 'field-0': xlsx(corrected) });
	says(scene, last, '30 of 30 rows have their link: 3 created, 0 updated, 27 unchanged.');
}

/** A run is stopped while it makes links; one of them has been made, and nobody was told. */
export async function stopHalfWay(
	scene: Scene,
	{ submit, stopWhen }: PublishedForm,
	isPreviewed = false,
): Promise<void> {
	const { file, service, checks } = scene;
	const before = service.links().length;
	const made = () => service.links().length - before;
	const fields = () => ({ 'field-0': xlsx(STOPPED) });
	service.addFault({ kind: 'silence', work: true, match: { method: 'POST', nth: 3 } });
	service.addFault({ kind: 'silence', match: { method: 'POST', after: 5 } });
	const isHalfWay = () => made() === 5;
	const end = isPreviewed
		? await stopWhen(isHalfWay, {}, (await submit(fields())).url)
		: await stopWhen(isHalfWay, fields());
	service.clearFaults();
	checks.same(
		`${file}: a run is stopped after five of twenty links`,
		[end, made()],
		['canceled', 5],
	);

	const again = await submit(fields());
	const page = isPreviewed ? await submit({}, again.url) : again;
	says(scene, page, '20 of 20 rows have their link: 15 created, 0 updated, 5 unchanged.');
	const [, ...rows] = tableOn(page);
	checks.same(
		`${file}: the same file again makes the rest, and each row has its link`,
		rows.map((row) => `${row[0]} ${row.at(-3)}`).sort(),
		service
			.links()
			.slice(before)
			.map(({ longurl, shorturl }) => `${longurl} ${shorturl}`)
			.sort(),
	);
}

/** What a person may take for a spreadsheet. */
export async function submitUnusable(scene: Scene, submit: Submit): Promise<void> {
	const files: Record<string, File> = {
		'an empty file': textFile(''),
		'a file without rows': textFile('Long URL;Custom Alias\r\n'),
		'a file that is no table': new File(['%PDF-1.7\n%âãÏÓ\n1 0 obj'], 'links.csv'),
		'a picture': new File([Buffer.from('89504e470d0a1a0a0000000d', 'hex')], 'links.xlsx'),
	};
	for (const [what, unusable] of Object.entries(files)) {
		const shown = wordsOn(await submit({ 'field-0': unusable }));
		const isTold = shown.includes('No links were found in the file.') && !shown.includes('[line');
		scene.checks.check(`${scene.file}: ${what} ends on a page that says so`, isTold, shown);
	}
}

export async function submitWithoutKey(scene: Scene, submit: Submit): Promise<void> {
	const { file, service, checks } = scene;
	service.set({ apiKeys: ['another-key'] });
	const page = await submit({ 'field-0': textFile('Long URL\nhttps://shop.example/later\n') });
	says(scene, page, 'lease tell the person who runs this form');
	const { text } = page;
	const shown = text.slice(text.indexOf('<body'), text.indexOf('<script'));
	checks.check(
		`${file}: it does not ask a colleague for the key`,
		!OWNERS_WORDS.test(shown),
		shown,
	);
}

export function says({ file, checks }: Scene, page: FormPage, words: string): void {
	const shown = wordsOn(page);
	checks.check(`${file}: the page says "${words}"`, shown.includes(words), shown);
}

export function tableOn(page: FormPage): Cells[] {
	return cellsOf(downloadOn(page));
}

/** The file that came back, as it is. */
export function fileOn(page: FormPage): File {
	return new File([new Uint8Array(downloadOn(page))], 'links.xlsx');
}

export function shortUrlsOn(page: FormPage): Array<string | undefined> {
	return tableOn(page).map((row) => row.at(-3));
}
