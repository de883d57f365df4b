import type { Locator, Page } from 'playwright-core';

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
		await this.part('node-credentials-empty-state').locator('button').first().click();
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

	async chooseFromLocator(entry: string): Promise<void> {
		await this.part('rlc-item').filter({ hasText: entry }).first().click();
		await this.settle();
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
