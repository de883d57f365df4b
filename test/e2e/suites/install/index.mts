import type { Checks } from '../checks.mts';
import { onEditorPage } from '../browser.mts';
import { Editor } from '../editor/editor.mts';
import type { Stage } from '../stage.mts';
import { openListener } from '../trigger/listener.mts';
import { CLIENT_KEYS, OtherClient } from '../trigger/otherClient.mts';
import { CommunityNodes } from './communityNodes.mts';
import { installByClick } from './install.mts';
import { restartWithout } from './restartWithout.mts';
import { installAgainByClick, uninstallByClick } from './uninstall.mts';
import { updateByClick } from './update.mts';

const KEY = 'n8n-key';
const WINDOW_MS = 2_000;
/** As many as things happen in the suite; each has a link of its own. */
const OLD_LINKS = 4;

/** The package comes, is updated under running workflows and goes, all by clicks in a real browser. */
export async function runInstallSuite(checks: Checks, stage: Stage): Promise<void> {
	const limited = await stage.limitedService(WINDOW_MS);
	const watched = await stage.service({ apiKeys: [KEY, ...CLIENT_KEYS] });
	watched.seed('channels', [{ name: 'Bio page' }]);
	const oldLinks = watched.seed('links', Array<Record<string, unknown>>(OLD_LINKS).fill({}));
	const client = new OtherClient(watched, oldLinks);
	const listener = await openListener();
	stage.atEnd(listener.close);

	const n8n = await stage.bareN8n();
	const workflows = await onEditorPage(n8n, checks, stage, async (page, picture) => {
		const settings = new CommunityNodes(page, n8n.url);
		const editor = new Editor(page);
		const services = { limited, watched, client, listener };
		const scene = { n8n, settings, editor, picture, ...services, checks, stage };
		const installed = await installByClick(scene);
		await updateByClick(scene, installed);
		await uninstallByClick(scene, installed);
		await installAgainByClick(scene, installed);
		return installed;
	});
	await restartWithout(n8n, workflows, { limited, client, listener }, checks, stage);
}
