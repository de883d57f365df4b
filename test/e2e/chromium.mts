import { type Browser, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { findProgram, installDebianPackage } from './debian.mts';
import type { Login } from './rest.mts';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];

/** How the machine's own Chromium is started; on Debian it is installed where there is none. */
export async function chromiumOptions(): Promise<LaunchOptions> {
	const found = await Promise.all(PROGRAMS.map(findProgram));
	const executablePath =
		found.find((file) => file !== undefined) ??
		(await installDebianPackage('chromium', 'chromium'));
	// As root, as in a container, Chromium does not start with its sandbox; it loads loopback only.
	return { executablePath, args: ['--no-sandbox'] };
}

export async function launchChromium(): Promise<Browser> {
	return await chromium.launch(await chromiumOptions());
}

/** Logs in through the form, as a user does. */
export async function logInToEditor(page: Page, url: string, login: Login): Promise<void> {
	await page.goto(`${url}/signin`);
	await page
		.locator('input[type="email"], input[name="emailOrLdapLoginId"]')
		.first()
		.fill(login.email);
	await page.locator('input[type="password"]').fill(login.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
}
