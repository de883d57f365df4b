import type { Locator, Page } from 'playwright-core';

const MAX_SCROLLS = 40;
const SCROLL_MS = 400;

/** n8n's editor by what a person does in it; the names of its parts are n8n's own, for its tests. */
export class Editor {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	async open(url: string): Promise<void> {
		await this.page.goto(url);
		await this.part('canvas-node').first().waitFor();
		await this.settle();
	}

	/** The nodes on the canvas that n8n does not know. */
	async unknownNodes(): Promise<string[]> {
		const mark = '[data-test-id="node-not-installed"]';
		const unknown = this.page.locator(`[data-test-id="canvas-node"]:has(${mark})`);
		return await unknown.allInnerTexts();
	}

	/** Opens the panel behind the first node and searches; the names of what it finds. */
	async searchNodes(words: string): Promise<string[]> {
		const search = this.part('node-creator-search-bar');
		if (!(await search.isVisible())) await this.part('canvas-handle-plus').first().click();
		await search.fill(words);
		await this.part('node-creator-item-name').first().waitFor();
		await this.settle();
		return await this.part('node-creator-item-name').allInnerTexts();
	}

	async addNode(name: string, action: string): Promise<void> {
		await this.part('node-creator-item-name').filter({ hasText: name }).first().click();
		await this.page.getByText(action, { exact: true }).first().click();
		await this.part('ndv').waitFor();
	}

	async newCredential(): Promise<void> {
		const first = this.part('node-credentials-empty-state').locator('button').first();
		if (await first.isVisible()) {
			await first.click();
		} else {
			await this.part('node-credentials-select').first().click();
			await this.part('node-credentials-select-item-new').filter({ visible: true }).first().click();
		}
		await this.part('editCredential-modal').waitFor();
	}

	/** Saves a credential whose test fails; what n8n then says about it. */
	async saveWrongCredential(): Promise<string> {
		await this.part('credential-save-button').click();
		const modal = this.part('editCredential-modal');
		await modal.getByText('More details').click();
		await this.settle();
		return await modal.innerText();
	}

	/** Saves a credential whose test succeeds: n8n closes it by itself and tests it again when opened. */
	async saveRightCredential(): Promise<string> {
		await this.part('credential-save-button').click();
		await this.part('editCredential-modal').waitFor({ state: 'hidden' });
		await this.part('credential-edit-button').first().click();
		const banner = this.part('credentials-config-container-test-success');
		await banner.filter({ visible: true }).waitFor();
		await this.settle();
		return await banner.innerText();
	}

	/** Escape closes the node along with its credential. */
	async backToNode(name: string): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.part('ndv').waitFor({ state: 'hidden' });
		await this.part('canvas-node').filter({ hasText: name }).dblclick();
		await this.part('ndv').waitFor();
		await this.settle();
	}

	/** Types into a field of the node or of the credential. */
	async fillField(name: string, value: string): Promise<void> {
		await this.field(name).locator('input').first().fill(value);
	}

	/** Turns a switch of the credential on or off. */
	async flipSwitch(name: string): Promise<void> {
		await this.field(name).locator('.el-switch').first().click();
	}

	/** Adds a field out of Additional Fields. */
	async addField(name: string): Promise<void> {
		await this.part('collection-parameter-add').first().locator('input').click();
		const choices = this.part('collection-parameter-option').filter({ visible: true });
		await choices.getByText(name, { exact: true }).first().click();
		await this.settle();
	}

	/** Opens the list of a locator; its entries. */
	async openLocator(name: string): Promise<string[]> {
		await this.field(name).locator('[data-test-id="rlc-input"]').click();
		await this.part('rlc-item').first().waitFor();
		await this.settle();
		return await this.part('rlc-item').allInnerTexts();
	}

	/** Scrolls in an open list until it shows an entry; how many it shows then. */
	async scrollLocatorTo(entry: string): Promise<number> {
		const items = this.part('rlc-item');
		const wanted = items.filter({ hasText: entry }).first();
		for (let scrolls = 0; scrolls < MAX_SCROLLS && !(await wanted.isVisible()); scrolls += 1) {
			await items.last().scrollIntoViewIfNeeded();
			await this.page.waitForTimeout(SCROLL_MS);
		}
		await wanted.scrollIntoViewIfNeeded();
		await this.settle();
		return await items.count();
	}

	async chooseFromLocator(entry: string): Promise<void> {
		await this.part('rlc-item').filter({ hasText: entry }).first().click();
		await this.settle();
	}

	/** What a locator shows as chosen. */
	async locatorValue(name: string): Promise<string> {
		const field = this.field(name).locator(
			'input[data-test-id="rlc-input"], [data-test-id="rlc-input"] input',
		);
		return await field.first().inputValue();
	}

	/** Opens a list of options; what it offers. */
	async openOptions(name: string): Promise<string[]> {
		await this.field(name).locator('input').first().click();
		await this.options().first().waitFor();
		await this.settle();
		return await this.options().allInnerTexts();
	}

	async chooseOption(entry: string): Promise<void> {
		await this.options().filter({ hasText: entry }).first().click();
	}

	async closeOptions(): Promise<void> {
		await this.part('node-title-container').click();
		await this.settle();
	}

	/** Runs the node; what its output panel shows. */
	async executeStep(): Promise<string> {
		await this.part('node-execute-button').first().click();
		await this.part('output-panel').getByText('shorturl').first().waitFor();
		await this.settle();
		return await this.part('output-panel').innerText();
	}

	/** Clicks on Execute workflow and opens a node; what its output panel shows. */
	async executeWorkflow(node: string): Promise<string> {
		await this.part('execute-workflow-button').first().click();
		await this.page.getByText('Workflow executed successfully').first().waitFor();
		return await this.openNode(node);
	}

	/** Opens a node; what its output panel shows. */
	async openNode(name: string): Promise<string> {
		await this.part('canvas-node').filter({ hasText: name }).dblclick();
		await this.part('ndv').waitFor();
		await this.settle();
		return await this.part('output-panel').innerText();
	}

	/** The lines above a node's output. */
	async hints(): Promise<string[]> {
		return await this.part('node-hint').allInnerTexts();
	}

	/** Shows one branch of a node's output; what the output panel shows then. */
	async showBranch(name: string): Promise<string> {
		await this.part('branches').getByText(name).first().click();
		await this.settle();
		return await this.part('output-panel').innerText();
	}

	/** Clicks on Fetch Test Event in a trigger; what its output panel shows. */
	async fetchTestEvent(column: string): Promise<string> {
		await this.page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
		await this.part('output-panel').getByText(column).first().waitFor();
		await this.settle();
		return await this.part('output-panel').innerText();
	}

	/** Publishes a workflow that cannot be; what the toast says. */
	async publishInVain(): Promise<string> {
		await this.part('workflow-open-publish-modal-button').first().click();
		await this.part('workflow-publish-button').first().click();
		const toast = this.page.locator('.el-notification').first();
		await toast.waitFor();
		await this.settle();
		return await toast.innerText();
	}

	/** Chooses light or dark, as Settings → Personal does, and comes back. */
	async chooseTheme(theme: 'light' | 'dark', settingsUrl: string): Promise<void> {
		await this.page.goto(settingsUrl);
		await this.part('theme-select').first().click();
		const entry = theme === 'light' ? 'Light' : 'Dark';
		await this.options().filter({ hasText: entry }).first().click();
		await this.settle();
		await this.page.getByRole('button', { name: 'Save' }).first().click();
		await this.settle();
	}

	/** The addresses of the icons on the canvas, in the order of the nodes. */
	async icons(): Promise<string[]> {
		const images = this.part('canvas-node').locator('img');
		const count = await images.count();
		const sources = Array.from({ length: count }, async (_, index) => {
			return (await images.nth(index).getAttribute('src')) ?? '';
		});
		return await Promise.all(sources);
	}

	private part(name: string): Locator {
		return this.page.locator(`[data-test-id="${name}"]`);
	}

	private field(name: string): Locator {
		return this.part(`parameter-input-${name}`).first();
	}

	private options(): Locator {
		return this.page.locator('.el-select-dropdown__item').filter({ visible: true });
	}

	/** Lists and panels slide in; a click on a moving one may miss. */
	private async settle(): Promise<void> {
		await this.page.waitForTimeout(1_500);
	}
}
