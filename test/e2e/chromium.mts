import { type Browser, chromium, type Page } from '@playwright/test';
import { findProgram, installDebianPackage } from './debian.mts';
import type { Login } from './rest.mts';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];

/** Starts the machine's own Chromium; on Debian it is installed where there is none. */
export async function launchChromium(): Promise<Browser> {
	const found = await Promise.all(PROGRAMS.map(findProgram));
	const executablePath =
		found.find((file) => file !== undefined) ??
		(await installDebianPackage('chromium', 'chromium'));
	// As root, as in a container, Chromium does not start with its sandbox; it loads loopback only.
	return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
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
