import type { Locator, Page } from '@playwright/test';
import type { Hand } from './hand.mts';

const MAX_TABS = 5;

/** The credential of an open node, by what a person does in its form. */
export class CredentialForm {
	private readonly page: Page;
	private readonly hand: Hand;

	constructor(page: Page, hand: Hand) {
		this.page = page;
		this.hand = hand;
	}

	/** Opens the form for the first credential of this n8n. */
	async openNew(): Promise<void> {
		const button = this.page.getByTestId('node-credentials-empty-state').locator('button');
		await this.hand.click(button.first());
		// n8n saves no credential without a name, and asks its server for one.
		await this.form.getByTestId('credential-name').filter({ hasText: 'account' }).waitFor();
	}

	async fill(name: string, value: string): Promise<void> {
		await this.hand.type(this.field(name).locator('input').first(), value);
	}

	/** Goes on to another field without the mouse; n8n's buttons beside a field take Tabs, too. */
	async tabTo(name: string): Promise<void> {
		const field = this.field(name).locator('input').first();
		const focused = field.and(this.page.locator(':focus'));
		for (let tabs = 0; tabs < MAX_TABS && (await focused.count()) === 0; tabs += 1) {
			await this.hand.press(this.page.locator(':focus'), 'Tab');
		}
	}

	/** Turns a switch on or off. */
	async flip(name: string): Promise<void> {
		await this.hand.click(this.field(name).locator('.el-switch'));
	}

	/** Saves it, on which n8n tests it. A new one whose test succeeds is closed. */
	async save(): Promise<void> {
		await this.hand.click(this.page.getByTestId('credential-save-button'));
	}

	/** Saves a change whose test succeeds, and closes the form. */
	async saveChange(): Promise<void> {
		await this.save();
		await this.form.getByText('Saved', { exact: true }).waitFor();
		await this.hand.click(this.form.locator('.el-dialog__headerbtn'));
	}

	/** Opens the form again, on which n8n tests the credential; otherwise what it says may be old. */
	async reopen(): Promise<void> {
		await this.form.waitFor({ state: 'hidden' });
		await this.hand.click(this.page.getByTestId('credential-edit-button').first());
	}

	/** What n8n says about a test that succeeded. */
	get success(): Locator {
		const banner = this.page.getByTestId('credentials-config-container-test-success');
		return banner.filter({ visible: true });
	}

	get form(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	private field(name: string): Locator {
		return this.form.getByTestId(`parameter-input-${name}`).first();
	}
}
