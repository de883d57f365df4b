import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import type { LinkRow, Service } from '../../service/index.mts';
import type { RunResult } from '../../engine/harness/index.mts';
import { pairs, wordsOf } from '../../engine/support/runs.mts';
import { KEY, serviceWith } from '../../engine/support/service.mts';
import { sheetOn } from '../../engine/support/sheet.mts';
import {
	BRANDED,
	CAMPAIGN,
	type Column,
	COLUMNS,
	HOME,
	type Row,
	type Scene,
	TAKEN,
	type Tool,
} from './draw.mts';

/** What came out for a row; undefined where it was left out. */
export interface RowOutput {
	/** What became of it, as a real run says it. */
	action: string;
	id: number | undefined;
	shorturl: unknown;
	changes: string[];
	words: string;
}

export interface Played {
	outputs: Array<RowOutput | undefined>;
	/** The requests that change something. */
	sent: string[];
	links: LinkRow[];
}

/** A scene on the service. */
export interface Stage {
	before: LinkRow[];
	run: (parameters?: INodeParameters, onError?: OnError) => Promise<Played>;
}

const OTHER = 2;

export async function stageOf({ account, rows, lacksEmpty, tool }: Scene): Promise<Stage> {
	const service = await emptyService({
		extraLinkFields: account.showsCampaigns,
		qBlindToLongUrls: !account.searchesPages,
	});
	const host = new URL(service.url).host;
	const known = service.table('campaigns').map(({ id }) => Number(id));
	const [campaign = 0] = known.length > 0 ? known : service.seed('campaigns', [{ name: CAMPAIGN }]);
	service.seed('links', [
		{ account: OTHER, custom: TAKEN },
		{ account: OTHER, custom: TAKEN, domain: BRANDED },
		...account.links.map(({ hasCampaign, host: on, page: url, ...link }) => ({
			...link,
			url,
			domain: on === 'home' ? '' : BRANDED,
			campaign: hasCampaign ? campaign : null,
		})),
		...Array.from({ length: account.others }, () => ({})),
	]);
	const items = rows.map((row) => itemOf(withHost(row, host), lacksEmpty, tool));
	return {
		before: service.links(),
		async run(parameters = {}, onError = 'continueRegularOutput') {
			service.clearRequests();
			const result = await sheetOn(service, {}, { onError }).run(items, parameters);
			const sent = service.requests
				.filter(({ method }) => method !== 'GET')
				.map(({ method, path, rawBody }) => `${method} ${path} ${rawBody}`);
			return { outputs: outputsOf(result, items.length), sent, links: service.links() };
		},
	};
}

let shared: Promise<Service> | undefined;
let keys = 0;

/**
 * One service for all scenes, since thousands of them would use up the ports. The package keeps what it knows
 * by key, so each scene has a key of its own, and none of the links of others.
 */
async function emptyService(variations: Service['options']['variations']): Promise<Service> {
	shared ??= serviceWith();
	const service = await shared;
	keys += 1;
	const apiKey = `${KEY}-${String(keys)}`;
	const accounts = [
		{ id: 1, email: 'one@example.com', apiKeys: [apiKey] },
		{ id: OTHER, email: 'other@example.com', apiKeys: ['other'], isEmpty: true },
	];
	service.set({ accounts, apiKeys: [apiKey], variations });
	service.deleteLinks(service.links().map(({ id }) => id));
	return service;
}

function withHost(row: Row, host: string): Row {
	const cells = Object.entries(row).map(([column, cell]) => [column, cell.replace(HOME, host)]);
	return Object.fromEntries(cells) as Row;
}

/** As a sheet gives a row: with all columns, or without those of its empty cells. */
function itemOf(row: Row, lacksEmpty: boolean, tool: Tool): IDataObject {
	const columns = lacksEmpty ? COLUMNS.filter((column) => row[column] !== undefined) : COLUMNS;
	return Object.fromEntries(columns.map((column) => [column, cellOf(column, row[column], tool)]));
}

/** A select field of Baserow, a linked record of Airtable, and what Odoo has for every empty field. */
function cellOf(column: Column, cell: string | undefined, tool: Tool): IDataObject[string] {
	if (cell === undefined) return tool === 'Odoo' ? false : '';
	if (tool === 'Baserow' && ['Campaign', 'Link Status'].includes(column))
		return { id: 3, value: cell, color: 'blue' };
	return tool === 'Airtable' && column === 'Campaign' ? [cell] : cell;
}

function outputsOf(result: RunResult, rows: number): Array<RowOutput | undefined> {
	const indexes = pairs(result);
	if (new Set(indexes).size < indexes.length) throw new Error('A row came out twice');
	return Array.from({ length: rows }, (_, row) => {
		const item = result.items[indexes.indexOf(row)];
		if (item === undefined) return undefined;
		const { error, action, id, shorturl, changes } = item;
		const said = typeof action === 'string' ? action : '';
		return {
			action: error === undefined ? (DONE[said] ?? said) : 'failed',
			id: typeof id === 'number' ? id : undefined,
			shorturl,
			changes: Object.keys((changes ?? {}) as IDataObject).sort(),
			words: wordsOf(item),
		};
	});
}

/** What a real run does, by what a dry run says. */
const DONE: Record<string, string> = { create: 'created', update: 'updated' };
