import type { Locator, Page } from 'playwright-core';

/** The credential of an open node, by what a person does in its form. */
export class CredentialForm {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	/** Opens the form for the first credential of this n8n, or for another one. */
	async openNew(): Promise<void> {
		const first = this.page.getByTestId('node-credentials-empty-state').locator('button');
		const select = this.page.getByTestId('node-credentials-select');
		await first.or(select).first().click();
		const another = this.page.getByTestId('node-credentials-select-item-new');
		await another.or(this.form()).first().waitFor();
		if (await another.isVisible()) await another.click();
		// n8n saves no credential without a name, and asks its server for one.
		await this.form().getByTestId('credential-name').filter({ hasText: 'account' }).waitFor();
	}

	async fill(name: string, value: string): Promise<void> {
		await this.field(name).locator('input').first().fill(value);
	}

	/** Turns a switch on or off. */
	async flip(name: string): Promise<void> {
		await this.field(name).locator('.el-switch').click();
	}

	/** Saves one whose test fails; what n8n then says about it. */
	async saveWrong(): Promise<string> {
		await this.page.getByTestId('credential-save-button').click();
		await this.form().getByText('More details').click();
		await this.form().getByText('More details').waitFor({ state: 'hidden' });
		return await this.form().innerText();
	}

	/** Saves a new one whose test succeeds, after which n8n closes the form; what its test says. */
	async saveRight(): Promise<string> {
		await this.page.getByTestId('credential-save-button').click();
		return await this.reopen();
	}

	/** Saves a change whose test succeeds; what the test says. */
	async saveChange(): Promise<string> {
		await this.page.getByTestId('credential-save-button').click();
		await this.form().getByText('Saved', { exact: true }).waitFor();
		await this.form().locator('.el-dialog__headerbtn').click();
		return await this.reopen();
	}

	/** Opens the form again, on which n8n tests the credential; otherwise what it says may be old. */
	private async reopen(): Promise<string> {
		await this.form().waitFor({ state: 'hidden' });
		await this.page.getByTestId('credential-edit-button').first().click();
		const banner = this.page
			.getByTestId('credentials-config-container-test-success')
			.filter({ visible: true });
		await banner.waitFor();
		return await banner.innerText();
	}

	private form(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	private field(name: string): Locator {
		return this.form().getByTestId(`parameter-input-${name}`).first();
	}
}
