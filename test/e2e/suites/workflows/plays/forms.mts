import axios from 'axios';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { ROOT } from '../../../paths.mts';
import type { Play, Scene } from '../scene.mts';

const SAMPLE = join(ROOT, 'workflows', 'samples', 'links.csv');
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 250;

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
		checks.check(`${file}: the page shows it`, shown.includes(String(link?.shorturl)), shown);

		const refused = await submit({
			'field-0': 'https://shop.example/b',
			'field-1': 'from-the-form',
		});
		checks.same(`${file}: a taken alias makes no link`, service.links().length, 1);
		checks.check(`${file}: the page says why`, /alias is taken/i.test(refused), refused);

		await submit({ 'field-0': 'https://shop.example/c', 'field-1': '' });
		checks.same(`${file}: the alias may be left out`, service.links().length, 2);
	},
	'spreadsheet-to-links.json': async (scene) => {
		const { file, service, checks } = scene;
		const submit = await publishForm(scene, 'links-from-spreadsheet');
		const sample = await readFile(SAMPLE, 'utf8');
		const good = longUrls(sample);
		const rows = `${sample}not a URL,,,,,Robin\n`;
		const page = await submit({ 'field-0': new File([rows], 'links.csv', { type: 'text/csv' }) });
		const links = service.links();
		checks.same(
			`${file}: a link for every row of the sample`,
			links.map(({ longurl }) => longurl).sort(),
			good.sort(),
		);
		checks.same(
			`${file}: with what its columns say`,
			links
				.filter(({ alias, expiry }) => alias === 'spring-backpacks' || expiry !== null)
				.map(({ longurl }) => longurl)
				.sort(),
			['https://shop.example/backpacks', 'https://shop.example/sale'],
		);
		const result: Array<Record<string, string>> = parse(downloadOn(page), {
			columns: true,
			bom: true,
		});
		checks.same(
			`${file}: the file that comes back has the short links`,
			result.flatMap(({ shorturl }) => shorturl || []).sort(),
			links.map(({ shorturl }) => shorturl).sort(),
		);
		const failed = result.filter(({ shorturl }) => !shorturl);
		checks.check(
			`${file}: and says why a row has none`,
			failed.length === 1 && /URL/.test(failed[0]?.error ?? ''),
			JSON.stringify(failed),
		);
	},
};

type Submit = (fields: Record<string, string | File>) => Promise<string>;

/** Publishes the workflow; gives what sends its form and waits for the page at the end. */
async function publishForm({ n8n, example }: Scene, path: string): Promise<Submit> {
	await n8n.rest.activate(await n8n.rest.putWorkflow(example));
	const form = `${n8n.url}/form/${path}`;
	await untilPublished(form);
	return async (fields) => {
		const body = new FormData();
		for (const [name, value] of Object.entries(fields)) body.append(name, value);
		const { data } = await axios.post<{ formWaitingUrl: string }>(form, body, { proxy: false });
		return await lastPage(data.formWaitingUrl);
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
async function lastPage(address: string): Promise<string> {
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
function downloadOn(page: string): string {
	const encoded = /const binaries = "([^"]*)"/.exec(page)?.[1] ?? '';
	const files = JSON.parse(decodeURIComponent(encoded) || '[]') as Array<{
		data: string | { data: number[] };
	}>;
	const data = files[0]?.data ?? '';
	return typeof data === 'string' ? data : Buffer.from(data.data).toString('utf8');
}

function longUrls(csv: string): string[] {
	const rows: Array<Record<string, string>> = parse(csv, { columns: true });
	return rows.map((row) => row['Long URL'] ?? '');
}
