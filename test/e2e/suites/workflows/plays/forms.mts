import axios from 'axios';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { ROOT } from '../../../paths.mts';
import type { Play, Scene } from '../scene.mts';

const SAMPLE = join(ROOT, 'workflows', 'samples', 'links.csv');
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 250;

/** An export of each shortener with one link, with the headings as it writes them. */
const EXPORTS: Record<string, string[]> = {
	bitly: [
		'created_at,title,link,custom_bitlink,long_url,tags,archived',
		'2026-01-02,Our page,https://bit.ly/3xYzAbC,bit.ly/from-bitly,https://shop.example/bitly,spring,false',
	],
	'bitly-dashboard': [
		'Title,Link,Custom Link,Destination URL',
		'Our page,https://bit.ly/4xYzAbC,https://bit.ly/from-bitly-dashboard,https://shop.example/bitly-dashboard',
	],
	rebrandly: [
		'slashtag,destination,domainName,title,description,tags',
		'from-rebrandly,https://shop.example/rebrandly,rebrand.ly,Our page,,spring',
	],
	dub: [
		'Short link,Destination URL,Title,Clicks,Created at',
		'https://dub.sh/from-dub,https://shop.example/dub,Our page,12,2026-01-02T10:00:00Z',
	],
	shortio: [
		'OriginalURL,Path,Title,Tags,CreatedAt',
		'https://shop.example/shortio,from-shortio,Our page,spring,2026-01-02',
	],
	tinyurl: [
		'TinyURL,Long URL,Title,Created',
		'https://tinyurl.com/from-tinyurl,https://shop.example/tinyurl,Our page,2026-01-02',
	],
	yourls: [
		'keyword,url,title,timestamp,ip,clicks',
		'from-yourls,https://shop.example/yourls,Our page,2026-01-02 10:00:00,192.0.2.1,12',
	],
};

/** A form that is published, filled in and sent as a browser does it. */
export const formPlays: Record<string, Play> = {
	'form-to-short-link.json': async (scene) => {
		const { file, service, checks } = scene;
		const submit = await publishForm(scene, 'make-a-short-link');
		const shown = await submit({
			'field-0': 'https://shop.example/form',
			'field-1': 'from-the-form',
		});
		const [link] = service.links();
		checks.same(`${file}: it makes one link`, service.links().length, 1);
		checks.same(`${file}: with the alias that was entered`, link?.alias, 'from-the-form');
		checks.check(
			`${file}: the page shows it`,
			shown.text.includes(String(link?.shorturl)),
			shown.text,
		);
		const again = await submit({
			'field-0': 'https://shop.example/form',
			'field-1': 'from-the-form',
		});
		checks.same(`${file}: sent again, it makes no second link`, service.links().length, 1);
		checks.check(
			`${file}: and the page shows the link that is there`,
			again.text.includes(String(link?.shorturl)),
			again.text,
		);

		const refused = await submit({
			'field-0': 'https://shop.example/b',
			'field-1': 'from-the-form',
		});
		checks.same(`${file}: a taken alias makes no link`, service.links().length, 1);
		checks.check(`${file}: the page says why`, /alias is taken/i.test(refused.text), refused.text);

		await submit({ 'field-0': 'https://shop.example/c', 'field-1': '' });
		checks.same(`${file}: the alias may be left out`, service.links().length, 2);
	},
	'file-to-short-link.json': async (scene) => {
		const { file, service, checks } = scene;
		const submit = await publishForm(scene, 'share-a-pdf');
		const pdf = new File(['%PDF-1.7 prices'], 'Preise & Größen.pdf', { type: 'application/pdf' });
		const { text: shown } = await submit({ 'field-0': pdf, 'field-1': 'prices' });
		const uploaded = service.table('files');
		checks.same(
			`${file}: it uploads the file under the alias that was entered`,
			uploaded.map(({ name, alias, bytes }) => ({ name, alias, bytes })),
			[{ name: pdf.name, alias: 'prices', bytes: pdf.size }],
		);
		checks.check(`${file}: the page shows its short link`, shown.includes('/prices'), shown);

		const { text: refused } = await submit({ 'field-0': pdf, 'field-1': 'prices' });
		checks.same(`${file}: a taken alias uploads nothing`, service.table('files').length, 1);
		checks.check(`${file}: the page says why`, /alias is taken/i.test(refused), refused);
	},
	'spreadsheet-to-links.json': async (scene) => {
		const { file, service, checks } = scene;
		const submit = await publishForm(scene, 'links-from-spreadsheet');
		const sample = await readFile(SAMPLE, 'utf8');
		const good = longUrls(sample);
		const rows = `${sample}not a URL,,,,,Robin\n`;
		const first = await submit({ 'field-0': csvFile(rows) });
		const links = service.links();
		checks.same(
			`${file}: a link for every row of the sample`,
			links
				.map(({ longurl }) => new URL(longurl))
				.map(({ origin, pathname }) => origin + pathname)
				.sort(),
			good.sort(),
		);
		checks.same(
			`${file}: with what its columns say`,
			links
				.filter(({ alias, expiry }) => alias === 'spring-backpacks' || expiry !== null)
				.map(({ longurl }) => new URL(longurl).pathname)
				.sort(),
			['/backpacks', '/sale'],
		);
		const result = tableOn(first);
		checks.same(
			`${file}: the file that comes back has the short links`,
			result.flatMap((row) => row['Short URL'] || []).sort(),
			links.map(({ shorturl }) => shorturl).sort(),
		);
		checks.check(
			`${file}: it begins with the whole row that has none, and why`,
			result[0]?.Owner === 'Robin' && /URL/.test(result[0].Problem ?? ''),
			JSON.stringify(result[0]),
		);
		checkCounts(scene, first, { created: good.length, failed: 1 });

		const again = await submit({ 'field-0': csvFile(rows) });
		checkCounts(scene, again, { unchanged: good.length, failed: 1 });
		checks.same(`${file}: the second time nothing is made`, service.links().length, good.length);

		const corrected = downloadOn(first)
			.replace('not a URL', 'https://shop.example/lamps')
			.replace('https://shop.example/tents', 'https://shop.example/big-tents');
		const third = await submit({ 'field-0': csvFile(corrected) });
		checkCounts(scene, third, { created: 1, updated: 1, unchanged: good.length - 1 });
		checks.same(`${file}: the corrected row has its link`, service.links().length, good.length + 1);
	},
	'preview-changes.json': async (scene) => {
		const { file, service, checks } = scene;
		service.seed('links', [
			{ longurl: 'https://shop.example/old', custom: 'changed' },
			{ longurl: 'https://shop.example/same', custom: 'kept' },
		]);
		const submit = await publishForm(scene, 'preview-changes');
		const rows = [
			'Long URL,Custom Alias',
			'https://shop.example/new?a=1&b=<2>,fresh',
			'https://shop.example/moved,changed',
			'https://shop.example/same,kept',
			',missing',
		].join('\n');
		const preview = await submit({ 'field-0': csvFile(rows) });
		checks.same(`${file}: nothing is made before it is applied`, service.links().length, 2);
		const told = [
			'1 to create, 1 to update, 1 unchanged, 1 with a problem',
			'https://shop.example/old → https://shop.example/moved',
			'<td>4</td><td>problem</td>',
		];
		checks.same(
			`${file}: the page shows what would change`,
			told.filter((text) => !preview.text.includes(text)),
			[],
		);
		checks.check(`${file}: a cell is text, not part of the page`, !preview.text.includes('b=<2>'));
		const done = await submit({}, preview.url);
		checkCounts(scene, done, { created: 1, updated: 1, unchanged: 1, failed: 1 });
		const applied = () => service.links().map(({ alias, longurl }) => [alias, longurl]);
		checks.same(
			`${file}: it is done as shown`,
			applied()
				.map(([alias]) => alias)
				.sort(),
			['changed', 'fresh', 'kept'],
		);
		const before = applied();
		const again = await submit({ 'field-0': csvFile(rows) });
		checks.check(
			`${file}: the second time there is nothing to do`,
			again.text.includes('0 to create, 0 to update, 3 unchanged, 1 with a problem'),
			again.text,
		);
		checkCounts(scene, await submit({}, again.url), { unchanged: 3, failed: 1 });
		checks.same(`${file}: and nothing is made twice`, applied(), before);
	},
	'import-from-another-shortener.json': async (scene) => {
		const { file, service, checks } = scene;
		const submit = await publishForm(scene, 'import-links');
		for (const [shortener, rows] of Object.entries(EXPORTS)) {
			const before = service.links().length;
			const first = await submit({ 'field-0': csvFile(rows.join('\n')) });
			checkCounts(scene, first, { created: 1 });
			const link = service.links().find(({ alias }) => alias === `from-${shortener}`);
			checks.same(
				`${file}: a link of ${shortener} keeps its page, the last part of its path and its title`,
				[link?.longurl, link?.title],
				[`https://shop.example/${shortener}`, 'Our page'],
			);
			checks.check(
				`${file}: the file has the old and the new one`,
				tableOn(first).every((row) => row['Old Link'] && row['Short URL'] === link?.shorturl),
				downloadOn(first),
			);
			checkCounts(scene, await submit({ 'field-0': csvFile(downloadOn(first)) }), { unchanged: 1 });
			checkCounts(scene, await submit({ 'field-0': csvFile(rows.join('\n')) }), { unchanged: 1 });
			checks.same(
				`${file}: a second import from ${shortener} makes nothing`,
				service.links().length,
				before + 1,
			);
		}
	},
};

/** A page of a form, and where what is entered on it goes. */
interface FormPage {
	text: string;
	url: string;
}

/** Sends the first page of the form, or the page at an address. */
type Submit = (fields: Record<string, string | File>, url?: string) => Promise<FormPage>;

/** Publishes the workflow; gives what sends its form and waits for the page that follows. */
async function publishForm({ n8n, example }: Scene, path: string): Promise<Submit> {
	await n8n.rest.activate(await n8n.rest.putWorkflow(example));
	const form = `${n8n.url}/form/${path}`;
	await untilPublished(form);
	return async (fields, url = form) => {
		const body = new FormData();
		for (const [name, value] of Object.entries(fields)) body.append(name, value);
		const { data } = await axios.post<{ formWaitingUrl?: string }>(url, body, { proxy: false });
		const next = data.formWaitingUrl ?? url;
		return { text: await nextPage(next), url: next };
	};
}

export async function untilPublished(url: string): Promise<void> {
	const deadline = Date.now() + READY_TIMEOUT_MS;
	for (;;) {
		const { status } = await axios.get(url, { proxy: false, validateStatus: () => true });
		if (status === 200) return;
		if (Date.now() > deadline) throw new Error(`${url} answers ${status}.`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

/** Waits as the browser does: n8n never answers for the page itself while the workflow runs. */
async function nextPage(address: string): Promise<string> {
	const status = new URL(address);
	status.pathname += '/n8n-execution-status';
	const deadline = Date.now() + READY_TIMEOUT_MS;
	for (;;) {
		const { data } = await axios.get<string>(status.href, { proxy: false });
		if (data === 'form-waiting') break;
		if (Date.now() > deadline) throw new Error(`The form is still ${data}.`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	return (await axios.get<string>(address, { proxy: false })).data;
}

/** The file that the page at the end hands over: n8n writes its bytes into the page. */
function downloadOn({ text }: FormPage): string {
	const encoded = /const binaries = "([^"]*)"/.exec(text)?.[1] ?? '';
	const files = JSON.parse(decodeURIComponent(encoded) || '[]') as Array<{
		data: string | { data: number[] };
	}>;
	const data = files[0]?.data ?? '';
	return typeof data === 'string' ? data : Buffer.from(data.data).toString('utf8');
}

function tableOn(page: FormPage): Array<Record<string, string>> {
	return parse(downloadOn(page), { columns: true, bom: true });
}

function csvFile(text: string): File {
	return new File([text], 'links.csv', { type: 'text/csv' });
}

type Counts = Partial<Record<'created' | 'updated' | 'unchanged' | 'failed', number>>;

function checkCounts({ file, checks }: Scene, { text }: FormPage, counts: Counts): void {
	const { created = 0, updated = 0, unchanged = 0, failed = 0 } = counts;
	const told = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`;
	checks.check(`${file}: the page says "${told}"`, text.includes(told), text);
}

function longUrls(csv: string): string[] {
	const rows: Array<Record<string, string>> = parse(csv, { columns: true });
	return rows.map((row) => row['Long URL'] ?? '');
}
