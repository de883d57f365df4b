import type { Locator, Page } from '@playwright/test';

/** n8n may have to ask several services that cannot be reached before it downloads a package. */
const NPM_TIMEOUT_MS = 120_000;
const SETTLE_MS = 1_500;

/** Settings → Community nodes, by what a person does there. */
export class CommunityNodes {
	private readonly page: Page;
	private readonly url: string;

	constructor(page: Page, url: string) {
		this.page = page;
		this.url = url;
	}

	/** Opens the page, which looks for updates; everything on it. */
	async open(): Promise<string> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
		await this.page
			.locator('[data-test-id="empty-state"], [data-test-id="community-package-card"] button')
			.first()
			.waitFor();
		await this.settle();
		return await this.page.locator('#content').last().innerText();
	}

	/** Types the package's name, ticks the box about the risk, clicks on Install. */
	async install(packageName: string): Promise<string> {
		await this.page.getByRole('button', { name: 'Install' }).first().click();
		await this.part('package-name-input').fill(packageName);
		await this.part('user-agreement-checkbox').click();
		await this.part('install-community-package-button').click();
		return await this.said('Package installed');
	}

	/** Whether n8n offers an update of the one package there is. */
	async offersUpdate(): Promise<boolean> {
		return await this.updateButton().isVisible();
	}

	/** Opens the question behind the button Update; the question. */
	async askForUpdate(): Promise<string> {
		await this.updateButton().click();
		return await this.question();
	}

	async confirmUpdate(): Promise<string> {
		await this.page.getByRole('button', { name: 'Confirm update' }).click();
		return await this.said('Package updated');
	}

	/** Opens the question behind Uninstall in the package's menu; the question. */
	async askForUninstall(): Promise<string> {
		await this.part('community-package-card').locator('[data-test-id="action-toggle"]').click();
		await this.page.getByText('Uninstall package', { exact: true }).click();
		return await this.question();
	}

	async confirmUninstall(): Promise<string> {
		await this.page.getByRole('button', { name: 'Confirm uninstall' }).click();
		return await this.said('Package uninstalled');
	}

	private async question(): Promise<string> {
		const dialog = this.page.locator('.el-dialog, [role="dialog"]').filter({ visible: true });
		await dialog.first().waitFor();
		await this.settle();
		return await dialog.first().innerText();
	}

	/** What n8n says when it is done. */
	private async said(title: string): Promise<string> {
		const toast = this.page.locator('.el-notification').filter({ visible: true });
		await toast.last().waitFor({ state: 'visible', timeout: NPM_TIMEOUT_MS });
		const text = await toast.last().innerText();
		if (!text.includes(title)) throw new Error(`n8n says "${text}" instead of "${title}".`);
		await this.settle();
		return text;
	}

	private updateButton(): Locator {
		return this.part('community-package-card').getByRole('button', { name: 'Update' });
	}

	private part(name: string): Locator {
		return this.page.locator(`[data-test-id="${name}"]`);
	}

	/** Dialogs slide in; a click on a moving one may miss. */
	private async settle(): Promise<void> {
		await this.page.waitForTimeout(SETTLE_MS);
	}
}
