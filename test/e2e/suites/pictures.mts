import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Service } from '../../service/index.mts';
import { animatedPng } from '../animatedPng.mts';
import { prepareFiles, readBulkWorkflow } from '../demo/sample.mts';
import type { N8n } from '../n8n.mts';
import { ROOT } from '../paths.mts';
import type { WorkflowNode } from '../rest.mts';
import { MANUAL_TRIGGER, node, NODE_TYPE, putServiceCredential } from '../workflows.mts';
import { sees } from './browser.mts';
import type { Scene } from './editor.mts';
import type { Stage } from './stage.mts';
import * as walks from './walks.mts';

/** The editor, and the camera before it. */
interface Set extends Scene {
	page: Page;
	n8n: N8n;
	filesFolder: string;
	/** The next picture of a film. */
	shoot: (ms?: number) => Promise<void>;
}

interface Recipe {
	/** What is shown of a form: whose it is, its parameters, and the labels of its fields, from the top. */
	form?: { of: string; parameters: Record<string, string>; fields: string[] };
	/** The parts of the editor to be seen, by their test ids; else the whole window. */
	parts?: string[];
	/** What is cut off below: the test id of the last part to be seen, or a height in pixels. */
	until?: string | number;
	/** The README shows one picture in both themes; a film is a window as narrow as the short URL allows. */
	only?: 'light' | 'film';
	play: (set: Set) => Promise<void>;
}

/** As the service is called in the pictures; with this port its address needs none. */
const HOST = { host: 'links.example', port: 80 };
export const EXAMPLE_HOSTS = join(import.meta.dirname, '../standIns/exampleHosts.cjs');
const BULK_TRIGGER = 'Every Monday at 9';

const CREATE = { resource: 'link', operation: 'create', dataToSend: 'defineBelow' };
const UPSERT = { resource: 'link', operation: 'upsert', dataToSend: 'autoMapInputData' };
const ROW_FIELDS = [
	...['Mapping Column Mode', 'Long URL', 'Custom Alias', 'Short URL', 'UTM Parameters', 'Dry Run'],
	...['Additional Fields', 'Options'],
];

/** Runs the rows of a sheet through a node that takes its columns, and opens that node. */
async function runSheet(
	{ person, open, credential }: Set,
	parameters: Record<string, unknown>,
	rows: object[],
	settings: Partial<WorkflowNode> = {},
): Promise<void> {
	const name = parameters.operation === 'create' ? 'Create Links' : 'Create or Update Links';
	const other = { ...(await credential()), ...settings };
	await open([node('Sheet', MANUAL_TRIGGER), node(name, NODE_TYPE, 1, parameters, other)], rows);
	await person.executeWorkflow();
	await person.openNode(name);
}

/** Each picture of README and docs by its name there. */
export const RECIPES: Record<string, Recipe> = {
	credential: {
		form: { of: 'linkShortenerApi', parameters: {}, fields: ['Base URL', 'API Key'] },
		parts: ['editCredential-modal'],
		until: 462,
		play: async (set) => {
			await walks.beginCredential(set);
			const success = await walks.saveCredential(set);
			// Until it has faded out, it hides the word on the button.
			await success.locator('.n8n-spinner').waitFor({ state: 'hidden' });
			await set.page.mouse.move(0, 0);
		},
	},

	'first-link': {
		form: { of: 'linkShortener', parameters: CREATE, fields: ['Long URL', 'Custom Alias'] },
		only: 'film',
		play: async ({ page, person, service, openEmpty, shoot }) => {
			await openEmpty();
			await shoot();
			await person.findNode('short url');
			await shoot();
			await person.showActions('Create link');
			await shoot();
			await person.addAction('Create link');
			await shoot();
			await person.openNewCredential();
			await person.fill('baseUrl', service.url);
			await person.tabTo('apiKey');
			await person.fill('apiKey', service.apiKey);
			const form = person.part('editCredential-modal');
			await form.getByText('Base URL').filter({ visible: true }).first().scrollIntoViewIfNeeded();
			await shoot();
			await person.click(person.part('credential-save-button'));
			await person.fill('url', 'https://shop.example/first');
			await page.getByText('Resource', { exact: true }).first().scrollIntoViewIfNeeded();
			await shoot();
			await person.execute();
			await sees(person.output, 'shorturl');
			await shoot(3_500);
		},
	},

	'bulk-create-from-csv': {
		only: 'light',
		play: async ({ page, person, n8n, service, filesFolder }) => {
			const credential = await putServiceCredential(n8n, service);
			const file = await readBulkWorkflow(await prepareFiles(filesFolder), credential);
			const { id } = await n8n.rest.putWorkflow(file);
			const execution = await n8n.rest.runManually(id, BULK_TRIGGER);
			await n8n.rest.waitForEnd(execution, 60_000);
			await page.setViewportSize({ width: 1680, height: 820 });
			await page.goto(`${n8n.url}/workflow/${id}/executions/${execution}`);
			await person.part('canvas-node').first().waitFor();
			// The canvas fits the window once the panels beside it have their size.
			await settle(page);
			await person.click(person.part('zoom-to-fit'));
		},
	},

	'dragged-columns': {
		form: { of: 'linkShortener', parameters: UPSERT, fields: ROW_FIELDS },
		parts: ['ndv'],
		play: walks.dragPlan,
	},

	'dry-run': {
		form: { of: 'linkShortener', parameters: UPSERT, fields: ROW_FIELDS.slice(0, 6) },
		parts: ['ndv'],
		until: 'parameter-input-dryRun',
		play: async (set) => {
			const { person, service } = set;
			service.seed('links', [
				{ longurl: 'https://shop.example/gift-cards', custom: 'gift-cards' },
				{ longurl: 'https://shop.example/summer-2025', custom: 'summer' },
			]);
			await runSheet(set, { ...UPSERT, dryRun: true }, [
				{ 'Long URL': 'https://shop.example/summer-2026', 'Custom Alias': 'summer' },
				{ 'Long URL': 'https://shop.example/autumn-2026', 'Custom Alias': 'autumn' },
				{ 'Long URL': 'https://shop.example/gift-cards', 'Custom Alias': 'gift-cards' },
			]);
			await person.showAs('table', 'ndv-input-panel');
			await person.showAs('json');
			await sees(person.output, /"action":\s*"update".*"action":\s*"create"/s);
		},
	},

	'sheet-with-names': {
		form: { of: 'linkShortener', parameters: UPSERT, fields: ROW_FIELDS.slice(0, 1) },
		parts: ['ndv'],
		until: 'parameter-input-dataToSend',
		play: async (set) => {
			const { person } = set;
			await runSheet(set, UPSERT, [
				{ 'Long URL': 'https://shop.example/shoes', Campaign: 'Summer', Owner: 'Ana' },
				{ 'Long URL': 'https://shop.example/bags', Campaign: 'Summer', Owner: 'Ben' },
				{ 'Long URL': 'https://shop.example/hats', Campaign: '', Owner: 'Ana' },
			]);
			await sees(person.part('node-hint'), 'Not used: Owner.');
			await person.showAs('table', 'ndv-input-panel');
			await person.showAs('table');
		},
	},

	'error-output': {
		parts: ['output-panel'],
		until: 745,
		play: async (set) => {
			const { person } = set;
			const rows = [
				{ 'Long URL': 'https://shop.example/coats', 'Custom Alias': 'coats', Campaign: 'Summer' },
				{ 'Long URL': 'https://shop.example/socks', 'Custom Alias': 'socks', Campaign: 'Sumer' },
				{
					'Long URL': 'https://shop.example/scarves',
					'Custom Alias': 'scarves',
					Campaign: 'Partners',
				},
			];
			const parameters = { ...CREATE, dataToSend: 'autoMapInputData' };
			await runSheet(set, parameters, rows, { onError: 'continueErrorOutput' });
			await person.click(person.part('branches').getByText('Error Branch (1 item)'));
			await person.showAs('json');
			await sees(person.output, 'There is no campaign \\"Sumer\\"');
		},
	},

	'node-create-link': {
		form: {
			of: 'linkShortener',
			parameters: CREATE,
			fields: [
				...['Long URL', 'Custom Alias', 'UTM Parameters', 'Mapping Column Mode', 'Dry Run'],
				'Additional Fields',
			],
		},
		parts: ['tab-params', 'node-parameters', 'output-panel'],
		until: 'collection-parameter-add',
		play: async (set) => {
			await walks.createFromLists(set, 'https://shop.example/summer-sale');
			await sees(set.person.output, 'links.example');
		},
	},

	'trigger-test-event': {
		form: {
			of: 'linkShortenerTrigger',
			parameters: { event: 'linkCreated' },
			fields: ['Trigger On', 'Filters'],
		},
		parts: ['tab-params', 'node-parameters', 'output-panel'],
		until: 430,
		play: walks.fetchNewest,
	},
};

/** What comes and goes by itself, and n8n's own questions, stand in the way of what is shown. */
const NOT_SHOWN = [
	'.el-notification',
	'[role="tooltip"]',
	'.el-popper',
	'[data-reka-popper-content-wrapper]',
	'[data-test-id="floating-nodes"]',
	'[data-test-id="node-feature-request"]',
	'[data-test-id="canvas-node-toolbar"]',
	'[data-test-id^="execute-workflow-button-"]',
].join();
const STILL = {
	style: `${NOT_SHOWN} { visibility: hidden !important }`,
	animations: 'disabled',
} as const;
/** Between the last part to be seen and the next one. */
const GAP = 10;
/** Until a panel has come in, and its icons and buttons are loaded. */
const SETTLE_MS = 700;

/** Where the pointer is left, n8n shows the buttons of what is below it. */
async function settle(page: Page): Promise<void> {
	await page.mouse.move(0, 0);
	await page.waitForTimeout(SETTLE_MS);
}

/** In whole pixels, and without the outermost, which are half what is behind. */
async function takePicture(page: Page, path: string, { parts, until }: Recipe): Promise<void> {
	await settle(page);
	const areaOf = async (id: string) =>
		await page.getByTestId(id).filter({ visible: true }).first().boundingBox();
	const areas = (await Promise.all((parts ?? []).map(areaOf))).filter((area) => area !== null);
	const x = Math.ceil(Math.min(...areas.map((area) => area.x)) + 1);
	const y = Math.ceil(Math.min(...areas.map((area) => area.y)) + 1);
	const right = Math.floor(Math.max(...areas.map((area) => area.x + area.width)) - 1);
	const bottom = Math.floor(Math.max(...areas.map((area) => area.y + area.height)) - 1);
	const last = typeof until === 'string' ? await areaOf(until) : null;
	const end = last === null ? bottom : Math.floor(last.y + last.height) + GAP;
	const height = Math.min(typeof until === 'number' ? until : Infinity, end - y);
	const clip = { x, y, width: right - x, height };
	await page.screenshot({ ...STILL, path, ...(parts && { clip }) });
}

/** Takes the pictures of a recipe into `docs/`. */
export async function take(
	page: Page,
	name: string,
	recipe: Recipe,
	set: Omit<Set, 'page' | 'shoot'>,
): Promise<void> {
	const pathOf = (ending: string) => join(ROOT, 'docs', `${name}${ending}.png`);
	const frames: Array<{ png: Buffer; ms: number }> = [];
	const shoot = async (ms = 1_500) => {
		await settle(page);
		frames.push({ png: await page.screenshot({ ...STILL, scale: 'css' }), ms });
	};
	if (recipe.only === 'film') await page.setViewportSize({ width: 1280, height: 720 });
	await recipe.play({ ...set, page, shoot });
	if (frames.length > 0) {
		await writeFile(pathOf(''), animatedPng(frames));
		return;
	}
	await takePicture(page, pathOf(''), recipe);
	if (recipe.only === 'light') return;
	await page.emulateMedia({ colorScheme: 'dark' });
	await takePicture(page, pathOf('-dark'), recipe);
}

/** The service of the pictures. */
export async function serviceOn(stage: Stage): Promise<Service> {
	const service = await stage.service(HOST);
	const campaigns = ['Spring', 'Summer', 'Partners'];
	service.seed(
		'campaigns',
		campaigns.map((name) => ({ name })),
	);
	return service;
}
