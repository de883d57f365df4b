import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import axios from 'axios';
import { expect, test } from 'vitest';
import { NODE } from '../files.mts';

const CLI = fileURLToPath(new URL('cli.mts', import.meta.url));

function run(...flags: string[]) {
	const child = spawn(NODE, [CLI, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
	const seen = { text: '' };
	child.stdout.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	return { child, seen, exit: once(child, 'exit') };
}

test('prints address and key, serves with its flags and stops on Ctrl+C', async () => {
	const { child, seen, exit } = run(
		'--port=0',
		'--limit=2',
		'--base-path=/s',
		'--key=my-key',
		'--product=links',
		'--like=urlbae',
		'--aliases=ignored',
		'--hosting=nginx',
	);
	try {
		await expect.poll(() => seen.text, { timeout: 60_000, interval: 20 }).toContain('Ctrl+C');
		const address = /^Address: (http:\/\/127\.0\.0\.1:\d+\/s)\nAPI key: my-key\n/.exec(
			seen.text,
		)?.[1];
		const { data, headers } = await axios.get<{ error: unknown }>(`${address}/api/urls`, {
			headers: { Authorization: 'Bearer my-key' },
			proxy: false,
		});
		// As described it is a text.
		expect(data.error).toBe(0);
		expect(headers['x-ratelimit-remaining']).toBe('1');
		const created = await axios.post<{ shorturl: string }>(
			`${address}/api/url/add`,
			{ url: 'https://long.example', custom: 'asked-for' },
			{ headers: { Authorization: 'Bearer my-key' }, proxy: false },
		);
		expect(created.data.shorturl).toMatch(/\/s\/\w+$/);
		const crowd = Array.from({ length: 60 }, () =>
			axios.get<string>(`${address}/api/urls`, { validateStatus: () => true, proxy: false }),
		);
		const pages = (await Promise.all(crowd)).filter(({ status }) => status === 503);
		expect(pages[0]?.data).toContain('503 Service Temporarily Unavailable');
	} finally {
		child.kill('SIGINT');
	}
	expect(await exit).toEqual([0, null]);
});
