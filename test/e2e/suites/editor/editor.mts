import type { Locator, Page } from '@playwright/test';
import { Hand } from './hand.mts';

/** n8n's canvas and what is around it, by what a person does there. */
export class Editor {
	private readonly page: Page;
	private readonly hand: Hand;

	constructor(page: Page, hand = new Hand()) {
		this.page = page;
		this.hand = hand;
	}

	async open(url: string): Promise<void> {
		await this.page.goto(url);
		const node = this.page.getByTestId('canvas-node').first();
		// n8n moves the canvas once its panels have their size; a click is tried on what stands still.
		await node.click({ trial: true });
	}

	/** Opens a workflow without a node. */
	async openEmpty(url: string): Promise<void> {
		await this.page.goto(`${url}/workflow/new`);
		await this.firstStep.click({ trial: true });
	}

	/** Pastes the text of a workflow onto the canvas. */
	async paste(workflow: string): Promise<void> {
		await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(workflow)})`);
		await this.page.keyboard.press('ControlOrMeta+v');
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Copies all that is on the canvas, and gives its text. */
	async copyAll(): Promise<string> {
		await this.page.keyboard.press('ControlOrMeta+a');
		await this.page.keyboard.press('ControlOrMeta+c');
		return await this.page.evaluate<string>('navigator.clipboard.readText()');
	}

	/** Opens the panel of nodes, behind the first node if there is one, and searches it. */
	async search(words: string): Promise<void> {
		const search = this.page.getByTestId('node-creator-search-bar');
		if (!(await search.isVisible())) {
			const next = this.page.getByTestId('canvas-handle-plus');
			await this.hand.click(this.firstStep.or(next).first());
			// n8n puts the cursor there, though not at once.
			await search.and(this.page.locator(':focus')).waitFor();
		}
		await this.hand.type(search, words);
	}

	/** A node that the search has found. */
	found(name: string): Locator {
		const found = this.page.getByTestId('node-creator-item-name');
		return found.getByText(name, { exact: true }).first();
	}

	/** Takes what the search has found first, without the mouse. */
	async takeFirst(name: string): Promise<void> {
		const first = this.page.getByTestId('node-creator-item-name').first();
		await first.filter({ hasText: name }).waitFor();
		await this.hand.press(this.page.getByTestId('node-creator-search-bar'), 'Enter');
	}

	/** Adds the node that was taken, with one of its actions, and opens it. */
	async addAction(action: string): Promise<void> {
		const actions = this.page.getByText(/^Actions \(\d+\)$/);
		await actions.waitFor();
		const wanted = this.page
			.getByTestId('node-creator-item-name')
			.getByText(action, { exact: true });
		// As the first step of a workflow n8n shows a package's triggers and hides its actions.
		if (!(await wanted.isVisible())) await this.hand.click(actions);
		await this.hand.click(wanted);
		await this.page.getByTestId('ndv').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.hand.doubleClick(this.page.getByTestId('canvas-node').filter({ hasText: name }));
		await this.page.getByTestId('ndv').waitFor();
	}

	/** The nodes on the canvas that n8n does not know. */
	async unknownNodes(): Promise<string[]> {
		const mark = '[data-test-id="node-not-installed"]';
		const unknown = this.page.locator(`[data-test-id="canvas-node"]:has(${mark})`);
		return await unknown.allInnerTexts();
	}

	/** Clicks on Execute workflow and waits for its end. */
	async executeWorkflow(): Promise<void> {
		await this.hand.click(this.page.getByTestId('execute-workflow-button'));
		await this.toast('Workflow executed successfully').waitFor();
	}

	/** How many items have left by each output of the nodes, such as "2 items", from top to bottom. */
	get itemCounts(): Locator {
		return this.page.getByTestId('canvas').getByText(/^\d+ items?$/);
	}

	/** Publishes a workflow that cannot be published; what then appears. */
	async publishInVain(): Promise<Locator> {
		await this.hand.click(this.page.getByTestId('workflow-open-publish-modal-button'));
		await this.hand.click(this.page.getByTestId('workflow-publish-button'));
		const toast = this.toast('could not be published');
		// Slides in: a click, though only tried, waits until it is at rest.
		await toast.click({ trial: true });
		return toast;
	}

	/** Chooses light or dark, as Settings → Personal does. */
	async chooseTheme(theme: 'Light' | 'Dark', url: string): Promise<void> {
		await this.page.goto(`${url}/settings/personal`);
		await this.hand.click(this.page.getByTestId('theme-select'));
		await this.hand.click(this.page.getByRole('option', { name: new RegExp(theme) }));
		await this.hand.click(this.page.getByTestId('save-settings-button'));
		await this.toast('').waitFor();
	}

	/** The addresses of the icons on the canvas, in the order of the nodes. */
	async icons(): Promise<Array<string | null>> {
		const images = await this.page.getByTestId('canvas-node').locator('img').all();
		return await Promise.all(images.map(async (each) => await each.getAttribute('src')));
	}

	private get firstStep(): Locator {
		return this.page.getByTestId('canvas-add-button').locator('button').first();
	}

	private toast(text: string): Locator {
		return this.page.getByRole('alert').filter({ hasText: text }).first();
	}
}
