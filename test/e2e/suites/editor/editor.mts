import { type Locator, type Page, selectors } from 'playwright-core';

// The names of n8n's parts are its own, for its tests.
selectors.setTestIdAttribute('data-test-id');

/** For the words of a search that find nothing: the right ones are found at once. */
const SEARCH_TIMEOUT_MS = 10_000;

/** n8n's canvas and what is around it, by what a person does there. */
export class Editor {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	async open(url: string): Promise<void> {
		await this.page.goto(url);
		const node = this.page.getByTestId('canvas-node').first();
		// n8n moves the canvas once its panels have their size; a click is tried on what stands still.
		await node.click({ trial: true });
	}

	/** Opens the panel behind the first node and searches; whether it finds the node. */
	async findsNode(words: string, name: string): Promise<boolean> {
		const search = this.page.getByTestId('node-creator-search-bar');
		if (!(await search.isVisible())) {
			await this.page.getByTestId('canvas-handle-plus').first().click();
		}
		// Otherwise it would be there from the search before.
		await search.fill('');
		await this.foundNode(name).waitFor({ state: 'hidden' });
		await search.fill(words);
		return await this.foundNode(name)
			.waitFor({ timeout: SEARCH_TIMEOUT_MS })
			.then(
				() => true,
				() => false,
			);
	}

	/** Adds a node that the search has found, with one of its actions, and opens it. */
	async addNode(name: string, action: string): Promise<void> {
		await this.foundNode(name).click();
		const actions = this.page.getByTestId('node-creator-item-name');
		await actions.getByText(action, { exact: true }).click();
		await this.page.getByTestId('ndv').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.page.getByTestId('canvas-node').filter({ hasText: name }).dblclick();
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
		await this.page.getByTestId('execute-workflow-button').click();
		await this.toast('Workflow executed successfully').waitFor();
	}

	/** How many items have left by each output of the nodes, such as "2 items", from top to bottom. */
	async itemCounts(outputs: number): Promise<string[]> {
		const counts = this.page.getByTestId('canvas').getByText(/^\d+ items?$/);
		// They are shown a moment after the run.
		await counts.nth(outputs - 1).waitFor();
		return await counts.allInnerTexts();
	}

	/** Publishes a workflow that cannot be published; what the toast says. */
	async publishInVain(): Promise<string> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const toast = this.toast('could not be published');
		await toast.waitFor();
		// Slides in: a click, though only tried, waits until it is at rest.
		await toast.click({ trial: true });
		return await toast.innerText();
	}

	/** Chooses light or dark, as Settings → Personal does. */
	async chooseTheme(theme: 'Light' | 'Dark', url: string): Promise<void> {
		await this.page.goto(`${url}/settings/personal`);
		await this.page.getByTestId('theme-select').click();
		await this.page.getByRole('option', { name: new RegExp(theme) }).click();
		await this.page.getByTestId('save-settings-button').click();
		await this.toast('').waitFor();
	}

	/** The addresses of the icons on the canvas, in the order of the nodes. */
	async icons(): Promise<string[]> {
		const images = await this.page.getByTestId('canvas-node').locator('img').all();
		return await Promise.all(images.map(async (each) => (await each.getAttribute('src')) ?? ''));
	}

	private foundNode(name: string): Locator {
		const found = this.page.getByTestId('node-creator-item-name');
		return found.getByText(name, { exact: true }).first();
	}

	private toast(text: string): Locator {
		return this.page.getByRole('alert').filter({ hasText: text }).first();
	}
}
