import type { Locator, Page } from '@playwright/test';
import type { Hand } from './hand.mts';

/** For the next page of a list. */
const PAGE_TIMEOUT_MS = 3_000;
const MAX_SCROLLS = 30;

/** An open node by what a person does in it; a field goes by the name of its parameter. */
export class OpenNode {
	private readonly page: Page;
	private readonly hand: Hand;

	constructor(page: Page, hand: Hand) {
		this.page = page;
		this.hand = hand;
	}

	async fillField(name: string, value: string): Promise<void> {
		await this.hand.type(this.field(name).locator('input').first(), value);
	}

	/** Adds a field out of Additional Fields. */
	async addField(label: string): Promise<void> {
		await this.hand.click(this.page.getByTestId('collection-parameter-add').first());
		const choices = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await this.hand.click(choices.getByText(label, { exact: true }).first());
	}

	/** Opens a group that shows all its fields, such as the UTM parameters. */
	async addGroup(name: string): Promise<void> {
		await this.hand.click(
			this.page.getByTestId(`fixed-collection-${name}`).getByRole('button').first(),
		);
	}

	/** Opens the list of a locator and waits for its first entries. */
	async openLocator(name: string): Promise<void> {
		await this.hand.click(this.locatorInput(name));
		// n8n keeps what was searched for the last time.
		await this.page.getByTestId('rlc-search').fill('');
		await this.entries.first().waitFor();
	}

	/** Scrolls an open list to its end, page by page, until it has an entry; how many it has then. */
	async scrollLocatorTo(entry: string): Promise<number> {
		const wanted = this.entry(entry);
		for (let tries = 0; tries < MAX_SCROLLS && !(await wanted.isVisible()); tries += 1) {
			const next = this.entries.nth(await this.entries.count());
			// From the top, so that there is something to scroll if the end is in sight already.
			await this.entries.first().scrollIntoViewIfNeeded();
			await this.entries.last().scrollIntoViewIfNeeded();
			// While n8n reads a page it takes no notice of scrolling, so that has to be done again.
			await next.waitFor({ timeout: PAGE_TIMEOUT_MS }).catch(() => undefined);
		}
		await wanted.scrollIntoViewIfNeeded();
		return await this.entries.count();
	}

	/** Types into an open list. */
	async searchLocator(words: string): Promise<void> {
		await this.hand.type(this.page.getByTestId('rlc-search'), words);
	}

	async chooseFromLocator(entry: string): Promise<void> {
		await this.hand.click(this.entry(entry));
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** Types a name into an open list and takes the first entry, without the mouse. */
	async typeIntoLocator(name: string): Promise<void> {
		await this.searchLocator(name);
		await this.entries.filter({ hasNotText: name }).first().waitFor({ state: 'hidden' });
		await this.entry(name).waitFor();
		await this.hand.press(this.page.getByTestId('rlc-search'), 'ArrowDown');
		await this.hand.press(this.page.getByTestId('rlc-search'), 'Enter');
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** Chooses from a list that has one choice. */
	async choose(name: string, entry: string): Promise<void> {
		await this.hand.click(this.field(name).locator('input').first());
		await this.chooseOption(entry);
	}

	async flip(name: string): Promise<void> {
		await this.hand.click(this.field(name).locator('.el-switch'));
	}

	/** Shows what a locator has chosen. */
	locatorInput(name: string): Locator {
		return this.field(name).getByTestId('rlc-input');
	}

	/** Opens a list from which several can be chosen. */
	async openOptions(name: string): Promise<void> {
		// Not there before the options are loaded.
		await this.hand.click(this.field(name).locator('input.el-select__input'));
	}

	async chooseOption(entry: string): Promise<void> {
		await this.hand.click(this.options.filter({ hasText: entry }).first());
	}

	async closeOptions(): Promise<void> {
		await this.hand.click(this.page.getByTestId('node-title-container'));
		await this.options.first().waitFor({ state: 'hidden' });
	}

	/** Clicks on Execute step, or on Fetch Test Event in a trigger. */
	async execute(): Promise<void> {
		await this.hand.click(this.page.getByTestId('node-execute-button').last());
		await this.page.getByTestId('node-run-status-success').waitFor();
	}

	async showBranch(name: string): Promise<void> {
		await this.hand.click(this.page.getByTestId('branches').getByText(name));
	}

	/** How a panel shows the items. */
	async showAs(
		format: 'schema' | 'table' | 'json',
		panel: 'ndv-input-panel' | 'output-panel',
	): Promise<void> {
		await this.hand.click(this.page.getByTestId(panel).getByTestId(`radio-button-${format}`));
	}

	/** Chooses what the node does about an item that fails. */
	async chooseOnError(entry: string): Promise<void> {
		await this.hand.click(this.page.getByTestId('tab-settings'));
		await this.choose('onError', entry);
	}

	async close(): Promise<void> {
		await this.hand.click(this.page.getByTestId('ndv-close-button'));
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** The lines above the output. */
	get hints(): Locator {
		return this.page.getByTestId('node-hint');
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** What an open list of a locator offers. */
	get entries(): Locator {
		return this.page.getByTestId('rlc-item');
	}

	/** What an open list with several choices offers. */
	get options(): Locator {
		return this.page.locator('.el-select-dropdown__item').filter({ visible: true });
	}

	private field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).first();
	}

	private entry(text: string): Locator {
		return this.entries.filter({ hasText: text }).first();
	}
}
