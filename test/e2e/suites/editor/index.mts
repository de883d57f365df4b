import { freePort } from '../../ports.mts';
import { onEditorPage } from '../browser.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { Desk, type Scene } from './desk.mts';
import { enterCredential } from './scenes/credential.mts';
import { previewRows } from './scenes/dryRun.mts';
import { leaveLocatorEmpty } from './scenes/emptyLocator.mts';
import { readErrorOutput } from './scenes/errorOutput.mts';
import { findNode } from './scenes/findNode.mts';
import { createFirstLink } from './scenes/firstLink.mts';
import { chooseFarDownTheList } from './scenes/longList.mts';
import { publishWithWrongKey } from './scenes/publishing.mts';
import { createLinksFromSheet } from './scenes/sheetWithNames.mts';
import { fetchTestEvent } from './scenes/testEvent.mts';
import { changeTheme } from './scenes/themes.mts';

/** In the order in which a new user meets them: the first credential of this n8n is entered by hand. */
const SCENES: Scene[] = [
	findNode,
	enterCredential,
	createFirstLink,
	leaveLocatorEmpty,
	chooseFarDownTheList,
	createLinksFromSheet,
	previewRows,
	readErrorOutput,
	fetchTestEvent,
	publishWithWrongKey,
	changeTheme,
];
/** Taken when it is free, so that the pictures show the same address every time. */
const PORT = 8787;
const CAMPAIGNS = ['Spring', 'Summer', 'Partners'];

/** What a person does who has just installed the package, in a real browser. */
export async function runEditorSuite(checks: Checks, stage: Stage): Promise<void> {
	const service = await stage.service({ port: await freePort(PORT) });
	service.seed(
		'campaigns',
		CAMPAIGNS.map((name) => ({ name })),
	);
	const n8n = await stage.n8n();
	await onEditorPage(n8n, checks, stage, async (page) => {
		const desk = new Desk({ page, n8n, service, checks, stage });
		for (const scene of SCENES) {
			await scene(desk).catch(async (error: unknown) => {
				checks.check(`${scene.name} goes on to its end`, false, String(error));
				checks.note(`what was to be seen: ${await desk.failurePicture(scene.name)}`);
			});
		}
	});
}
