import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runNode, type RunOptions, type RunResult } from '../harness/index.mts';
import { createOf, errorOf, failedItems } from './runs.mts';
import { credentialsOf, longUrls } from './service.mts';

interface CreateSettings extends Partial<Omit<RunOptions, 'parameters' | 'items'>> {
	/** Options of the node, such as those of its batches. */
	options?: INodeParameters;
}

/** Runs link → Create, which takes the long URL of each row. */
export async function createRows(
	service: Service,
	items: IDataObject[],
	{ options = {}, ...settings }: CreateSettings = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}', { options }),
		items,
		...settings,
	});
}

export function urlsOf(items: Array<{ url: string }>): string[] {
	return items.map(({ url }) => url);
}

/** Where the link of each item leads, if it is one of these. */
export function pagesOf(
	{ items }: RunResult,
	links: Array<{ shorturl: string; longurl: string }>,
): unknown[] {
	const pages = new Map<unknown, string>(links.map(({ shorturl, longurl }) => [shorturl, longurl]));
	return items.map(({ shorturl }) => pages.get(shorturl));
}

/** Each row has one link, which its item names, and there is no other link. */
export function expectLinkEach(
	service: Service,
	run: RunResult,
	items: Array<{ url: string }>,
): void {
	expect(errorOf(run)).toEqual({ message: '', description: '' });
	expect(failedItems(run)).toEqual([]);
	expect(longUrls(service)).toEqual(urlsOf(items).sort());
	expect(pagesOf(run, service.links())).toEqual(urlsOf(items));
	expect(new Set(run.items.map(({ shorturl }) => shorturl)).size).toBe(items.length);
}

/** These rows failed, and every other has its link. */
export function expectFailed(
	service: Service,
	{ items }: RunResult,
	rows: Array<{ url: string }>,
	isBad: (url: string) => boolean,
): void {
	const urls = urlsOf(rows);
	expect(items.map(({ error }) => error !== undefined)).toEqual(urls.map(isBad));
	expect(longUrls(service)).toEqual(urls.filter((url) => !isBad(url)).sort());
}
