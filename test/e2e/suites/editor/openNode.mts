import type { Locator, Page } from 'playwright-core';

/** For a run that has ended: what it gave is shown at once. */
const OUTPUT_TIMEOUT_MS = 10_000;

/** For the next page of a list. */
const PAGE_TIMEOUT_MS = 3_000;
const MAX_SCROLLS = 30;

/** An open node by what a person does in it; a field goes by the name of its parameter. */
export class OpenNode {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	async fillField(name: string, value: string): Promise<void> {
		await this.field(name).locator('input').first().fill(value);
	}

	/** Adds a field out of Additional Fields. */
	async addField(label: string): Promise<void> {
		await this.page.getByTestId('collection-parameter-add').first().click();
		const choices = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await choices.getByText(label, { exact: true }).first().click();
	}

	/** Opens the list of a locator; its first entries. */
	async openLocator(name: string): Promise<string[]> {
		await this.field(name).getByTestId('rlc-input').click();
		// n8n keeps what was searched for the last time.
		await this.page.getByTestId('rlc-search').fill('');
		await this.entries().first().waitFor();
		return await this.entries().allInnerTexts();
	}

	/** Scrolls an open list to its end, page by page, until it has an entry; how many it has then. */
	async scrollLocatorTo(entry: string): Promise<number> {
		const wanted = this.entry(entry);
		for (let tries = 0; tries < MAX_SCROLLS && !(await wanted.isVisible()); tries += 1) {
			const next = this.entries().nth(await this.entries().count());
			// From the top, so that there is something to scroll if the end is in sight already.
			await this.entries().first().scrollIntoViewIfNeeded();
			await this.entries().last().scrollIntoViewIfNeeded();
			// While n8n reads a page it takes no notice of scrolling, so that has to be done again.
			await next.waitFor({ timeout: PAGE_TIMEOUT_MS }).catch(() => undefined);
		}
		await wanted.scrollIntoViewIfNeeded();
		return await this.entries().count();
	}

	/** Types into an open list; what it then offers. */
	async searchLocator(words: string): Promise<string[]> {
		await this.page.getByTestId('rlc-search').fill(words);
		// What was there before is shown until the answer is.
		await this.entries().filter({ hasNotText: words }).first().waitFor({ state: 'hidden' });
		await this.entry(words).waitFor();
		return await this.entries().allInnerTexts();
	}

	async chooseFromLocator(entry: string): Promise<void> {
		await this.entry(entry).click();
		await this.entries().first().waitFor({ state: 'hidden' });
	}

	/** What a locator shows as chosen. */
	async locatorValue(name: string): Promise<string> {
		return await this.field(name).getByTestId('rlc-input').inputValue();
	}

	/** Opens a list from which several can be chosen; what it offers. */
	async openOptions(name: string): Promise<string[]> {
		// Not there before the options are loaded.
		await this.field(name).locator('input.el-select__input').click();
		await this.options().first().waitFor();
		return await this.options().allInnerTexts();
	}

	async chooseOption(entry: string): Promise<void> {
		await this.options().filter({ hasText: entry }).first().click();
	}

	async closeOptions(): Promise<void> {
		await this.page.getByTestId('node-title-container').click();
		await this.options().first().waitFor({ state: 'hidden' });
	}

	/** Clicks on Execute step, or on Fetch Test Event in a trigger. */
	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').last().click();
		await this.page.getByTestId('node-run-status-success').waitFor();
	}

	/** Whether the output shows a text now or in a moment. */
	async outputShows(text: string): Promise<boolean> {
		return await this.output()
			.getByText(text)
			.first()
			.waitFor({ timeout: OUTPUT_TIMEOUT_MS })
			.then(
				() => true,
				() => false,
			);
	}

	/** What the output shows, on one line. */
	async readOutput(): Promise<string> {
		const text = await this.output().innerText();
		return text.replace(/\s+/g, ' ');
	}

	async showBranch(name: string): Promise<void> {
		await this.page.getByTestId('branches').getByText(name).click();
	}

	/** How a panel shows the items. */
	async showAs(
		format: 'schema' | 'table' | 'json',
		panel: 'ndv-input-panel' | 'output-panel',
	): Promise<void> {
		await this.page.getByTestId(panel).getByTestId(`radio-button-${format}`).click();
	}

	/** Chooses what the node does about an item that fails. */
	async chooseOnError(entry: string): Promise<void> {
		await this.page.getByTestId('tab-settings').click();
		await this.field('onError').locator('input').first().click();
		await this.chooseOption(entry);
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** The lines above the output. */
	async hints(): Promise<string[]> {
		await this.page.getByTestId('node-hint').first().waitFor();
		return await this.page.getByTestId('node-hint').allInnerTexts();
	}

	private field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).first();
	}

	private output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	private entries(): Locator {
		return this.page.getByTestId('rlc-item');
	}

	private entry(text: string): Locator {
		return this.entries().filter({ hasText: text }).first();
	}

	private options(): Locator {
		return this.page.locator('.el-select-dropdown__item').filter({ visible: true });
	}
}
