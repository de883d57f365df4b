import { findProgram, installDebianPackage } from '../../debian.mts';
import { freePort } from '../../ports.mts';
import { launchBrowser, logInToEditor } from '../../screenshot.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { Desk, type Scene } from './desk.mts';
import { enterAddressWithoutScheme } from './scenes/addressWithoutScheme.mts';
import { leaveLocatorEmpty } from './scenes/emptyLocator.mts';
import { readErrorOutput } from './scenes/errorOutput.mts';
import { createFirstLink } from './scenes/firstLink.mts';
import { chooseFarDownTheList } from './scenes/longList.mts';
import { publishWithWrongKey } from './scenes/publishing.mts';
import { createLinksFromSheet } from './scenes/sheetWithNames.mts';
import { fetchTestEvent } from './scenes/testEvent.mts';
import { changeTheme } from './scenes/themes.mts';

/** In this order: the first one fills the account that the others use. */
const SCENES: Scene[] = [
	createFirstLink,
	enterAddressWithoutScheme,
	createLinksFromSheet,
	leaveLocatorEmpty,
	chooseFarDownTheList,
	readErrorOutput,
	fetchTestEvent,
	publishWithWrongKey,
	changeTheme,
];
/** Taken when it is free, so that the pictures show the same address every time. */
const PORT = 8787;
const VIEWPORT = { width: 1500, height: 900 };
/** For one click, on a machine that has other work as well. */
const TIMEOUT_MS = 45_000;

/** What a person does who has just installed the package, in a real browser. */
export async function runEditorSuite(checks: Checks, stage: Stage): Promise<void> {
	if (!(await findProgram('chromium'))) {
		await installDebianPackage('chromium', 'chromium');
	}
	const service = await stage.service({ port: await freePort(PORT) });
	const n8n = await stage.n8n();
	const browser = await launchBrowser();
	stage.atEnd(async () => await browser.close());
	const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor: 1.5 });
	page.setDefaultTimeout(TIMEOUT_MS);
	await logInToEditor(page, n8n.url, n8n.login);
	const desk = new Desk({ page, n8n, service, checks, stage });
	for (const scene of SCENES) {
		await scene(desk).catch(async (error: unknown) => {
			checks.check(`${scene.name} goes on to its end`, false, String(error));
			checks.note(`what was to be seen: ${await desk.failurePicture(scene.name)}`);
		});
	}
}
