import { expect, type Locator, type Page } from '@playwright/test';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import type { WorkflowNode } from '../rest.mts';
import { chainOf, CREDENTIAL_TYPE, putServiceCredential } from '../workflows.mts';
import { openWorkflow, sees } from './browser.mts';

/** n8n's editor with a service beside it, about to be used by a person. */
export interface Scene {
	person: Person;
	service: Service;
	/** Checks how many clicks were needed since the last time; what is typed is counted apart. */
	takes: (what: string, most: number) => void;
	same: (what: string, found: unknown, expected: unknown) => void;
	/** A credential made beforehand, for a node. */
	credential: () => Promise<Partial<WorkflowNode>>;
	/** Opens a workflow whose nodes follow one another; the first one gives out the rows. */
	open: (nodes: WorkflowNode[], rows?: object[]) => Promise<void>;
	openEmpty: () => Promise<void>;
}

const OWN_NODE = 'Link Shortener';

/** n8n's editor on a page, for a walk of this name. */
export function sceneOn(page: Page, name: string, n8n: N8n, service: Service): Scene {
	const person = new Person(page);
	return {
		person,
		service,
		takes: (what, most) => {
			const { clicks, typed } = person;
			expect
				.soft(clicks.length, [`the clicks for ${what}:`, ...clicks].join('\n'))
				.toBeLessThanOrEqual(most);
			console.log(`${what}: ${clicks.length} clicks, ${typed} texts and keys typed`);
			person.rest();
		},
		same: (what, found, expected) => expect.soft(found, `${name}: ${what}`).toEqual(expected),
		credential: async () => {
			const { id } = await putServiceCredential(n8n, service, 'Link Shortener account');
			return { credentials: { [CREDENTIAL_TYPE]: { id, name: 'Link Shortener account' } } };
		},
		open: async (nodes, rows) => {
			const [first] = nodes;
			const { id } = await n8n.rest.putWorkflow({
				...chainOf(name, nodes),
				...(first &&
					rows && { pinData: { [first.name]: rows.map((json) => ({ json: { ...json } })) } }),
			});
			await openWorkflow(page, `${n8n.url}/workflow/${id}`);
		},
		openEmpty: async () => {
			await page.goto(`${n8n.url}/workflow/new`);
			await person.firstStep.click({ trial: true });
		},
	};
}

/** So long the editor takes at most until a list of actions, or what was dropped, is there. */
const SHOWN_TIMEOUT_MS = 3_000;
const MAX_TABS = 5;
const MAX_DRAGS = 3;

/** A person at n8n's editor, by what they do there; a field goes by the name of its parameter. */
class Person {
	/** What was clicked, one entry per click. */
	readonly clicks: string[] = [];
	/** Texts and keys typed. */
	typed = 0;
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	/** From here on nothing has been clicked. */
	rest(): void {
		this.clicks.length = 0;
		this.typed = 0;
	}

	async click(target: Locator): Promise<void> {
		await target.click();
		this.clicks.push(String(target));
	}

	/** Types into a field, which takes a click first unless the cursor is in it already. */
	private async type(field: Locator, text: string): Promise<void> {
		const focused = field.and(this.page.locator(':focus'));
		if ((await focused.count()) === 0) await this.click(field);
		await field.fill(text);
		this.typed += 1;
	}

	private async press(field: Locator, key: string): Promise<void> {
		await field.press(key);
		this.typed += 1;
	}

	/** A part of the editor by n8n's own name for it. */
	part(id: string): Locator {
		return this.page.getByTestId(id);
	}

	field(name: string): Locator {
		return this.part(`parameter-input-${name}`).filter({ visible: true }).last();
	}

	get firstStep(): Locator {
		return this.part('canvas-add-button').locator('button').first();
	}

	get output(): Locator {
		return this.part('output-panel');
	}

	/** What an open list with several choices offers. */
	get options(): Locator {
		return this.page.locator('.el-select-dropdown__item').filter({ visible: true });
	}

	/** Opens the panel of nodes, behind the first node if there is one, and searches it. */
	async search(words: string): Promise<void> {
		const search = this.part('node-creator-search-bar');
		if (!(await search.isVisible())) {
			await this.click(this.firstStep.or(this.part('canvas-handle-plus')).first());
			// n8n puts the cursor there, though not at once.
			await search.and(this.page.locator(':focus')).waitFor();
		}
		await this.type(search, words);
	}

	/** A node or an action that the panel of nodes shows. */
	found(name: string): Locator {
		return this.part('node-creator-item-name').getByText(name, { exact: true }).first();
	}

	/** Searches, takes what is found first without the mouse, and adds it with one of its actions. */
	async addNode(words: string, action: string): Promise<void> {
		await this.findNode(words);
		await this.showActions(action);
		await this.addAction(action);
	}

	/** Searches for the own node, which is found first. */
	async findNode(words: string): Promise<void> {
		await this.search(words);
		await sees(this.part('node-creator-item-name').first(), OWN_NODE);
	}

	/** Takes the node that is found first, without the mouse, and shows its actions. */
	async showActions(action: string): Promise<void> {
		await this.press(this.part('node-creator-search-bar'), 'Enter');
		const actions = this.page.getByText(/^Actions \(\d+\)$/);
		await actions.waitFor();
		// As the first step of a workflow n8n shows a package's triggers and hides its actions. A list that is shown is
		// there in pieces: an action far down takes a moment.
		const isShown = await this.found(action)
			.waitFor({ timeout: SHOWN_TIMEOUT_MS })
			.then(
				() => true,
				() => false,
			);
		if (!isShown) await this.click(actions);
		await this.found(action).scrollIntoViewIfNeeded();
	}

	/** Adds the node with one of the actions shown. */
	async addAction(action: string): Promise<void> {
		await this.click(this.found(action));
		await this.part('ndv').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.part('canvas-node').filter({ hasText: name }).dblclick();
		await this.part('ndv').waitFor();
	}

	/** Opens the form for the first credential of this n8n. */
	async openNewCredential(): Promise<void> {
		const button = this.part('node-credentials-empty-state').locator('button');
		await this.click(button.first());
		// n8n saves no credential without a name, and asks its server for one.
		await sees(this.part('credential-name'), 'account');
	}

	async fill(name: string, value: string): Promise<void> {
		await this.type(this.field(name).locator('input').first(), value);
	}

	/** Goes on to another field without the mouse; n8n's buttons beside a field take Tabs, too. */
	async tabTo(name: string): Promise<void> {
		const focused = this.field(name).locator('input').first().and(this.page.locator(':focus'));
		for (let tabs = 0; tabs < MAX_TABS && (await focused.count()) === 0; tabs += 1) {
			await this.press(this.page.locator(':focus'), 'Tab');
		}
	}

	/** Drags a column of the input onto a field, which n8n makes an expression. */
	async drag(column: string, name: string): Promise<void> {
		const pill = this.part('ndv-input-panel').locator('[data-target="mappable"]');
		const dropped = this.field(name).getByText(column);
		// The fields move while one is dragged over them, so that a drop may miss.
		for (let tries = 0; tries < MAX_DRAGS && (await dropped.count()) === 0; tries += 1) {
			await pill.filter({ hasText: column }).first().hover();
			await this.page.mouse.down();
			await this.moveOver(this.field(name));
			await this.moveOver(this.field(name));
			await this.page.mouse.up();
			await dropped
				.first()
				.waitFor({ timeout: SHOWN_TIMEOUT_MS })
				.catch(() => undefined);
		}
		await dropped.first().waitFor();
		this.clicks.push(`drag ${column}`);
	}

	/** Moves the mouse over the lower part of a field, whatever n8n shows above it. */
	private async moveOver(field: Locator): Promise<void> {
		const { x, y, width, height } = (await field.boundingBox()) ?? {
			...{ x: 0, y: 0, width: 0, height: 0 },
		};
		await this.page.mouse.move(x + width / 2, y + height - 15, { steps: 10 });
	}

	/** Adds a field out of Additional Fields. */
	async addField(label: string): Promise<void> {
		await this.click(this.part('collection-parameter-add').first());
		const choices = this.part('collection-parameter-option').filter({ visible: true });
		await this.click(choices.getByText(label, { exact: true }).first());
	}

	/** Adds one of the options, which stand last. */
	async addOption(label: string): Promise<void> {
		await this.click(this.part('collection-parameter-add').last());
		const choices = this.part('collection-parameter-option').filter({ visible: true });
		await this.click(choices.getByText(label, { exact: true }).first());
	}

	/** Drags a new connection from a node to an empty place, which opens the panel of nodes. */
	async dragFromOutput(name: string): Promise<void> {
		const handle = this.part('canvas-node')
			.filter({ hasText: name })
			.getByTestId('canvas-node-output-handle');
		await handle.first().hover();
		const { x, y } = (await handle.first().boundingBox()) ?? { x: 0, y: 0 };
		await this.page.mouse.down();
		await this.page.mouse.move(x + 60, y + 160, { steps: 20 });
		await this.page.mouse.up();
		this.clicks.push(`drag from ${name}`);
		const search = this.part('node-creator-search-bar');
		await search.and(this.page.locator(':focus')).waitFor();
	}

	/** Opens a group that shows all its fields, such as the UTM parameters. */
	async addGroup(name: string): Promise<void> {
		await this.click(this.part(`fixed-collection-${name}`).getByRole('button').first());
	}

	/** Opens the list of a locator and waits for its first entries. */
	async openList(name: string): Promise<void> {
		await this.click(this.field(name).getByTestId('rlc-input'));
		// n8n keeps what was searched for the last time.
		await this.part('rlc-search').fill('');
		await this.part('rlc-item').first().waitFor();
	}

	/** Types a name into an open list and takes the first entry, without the mouse. */
	async typeIntoList(name: string): Promise<void> {
		const entries = this.part('rlc-item');
		await this.type(this.part('rlc-search'), name);
		await entries.filter({ hasNotText: name }).first().waitFor({ state: 'hidden' });
		await sees(entries, name);
		await this.press(this.part('rlc-search'), 'ArrowDown');
		await this.press(this.part('rlc-search'), 'Enter');
		await entries.first().waitFor({ state: 'hidden' });
	}

	/** Chooses from a list that has one choice. */
	async choose(name: string, entry: string): Promise<void> {
		await this.click(this.field(name).locator('input').first());
		await this.chooseOption(entry);
	}

	async chooseOption(entry: string): Promise<void> {
		await this.click(this.options.filter({ hasText: entry }).first());
	}

	/** Turns a switch on or off. */
	async flip(name: string): Promise<void> {
		await this.click(this.field(name).locator('.el-switch'));
	}

	/** Clicks on Execute step, or on Fetch Test Event in a trigger. */
	async execute(): Promise<void> {
		await this.click(this.part('node-execute-button').last());
		await this.part('node-run-status-success').waitFor();
	}

	/** How a panel shows the items. */
	async showAs(format: 'table' | 'json', panel = 'output-panel'): Promise<void> {
		await this.click(this.part(panel).getByTestId(`radio-button-${format}`));
	}

	async executeWorkflow(): Promise<void> {
		await this.click(this.part('execute-workflow-button'));
		await sees(this.page.getByRole('alert'), 'Workflow executed successfully');
	}
}
