import { readFileSync } from 'node:fs';
import { N8nRest } from './rest.mts';
import { launchBrowser, logInToEditor } from './screenshot.mts';
import { Checks } from './suites/checks.mts';
import { Stage } from './suites/stage.mts';
import { Desk } from './suites/editor/desk.mts';
const st = JSON.parse(readFileSync('/tmp/w/dev/state.json', 'utf8'));
const rest = new N8nRest(st.url); await rest.logIn(st.login);
const stage = new Stage('editor-run'); const checks = new Checks();
const service = await stage.service();
service.seed('campaigns', ['Spring collection', 'Summer sale', 'Partners'].map((name) => ({ name })));
service.seed('links', [{ longurl: 'https://shop.example/a', alias: 'aaa' }] as never);
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1500, height: 900 }, deviceScaleFactor: 1.5 });
page.setDefaultTimeout(45000);
await logInToEditor(page, st.url, st.login);
const desk = new Desk({ page, n8n: { url: st.url, rest, login: st.login } as never, service, checks, stage });
import { mkdir } from 'node:fs/promises'; await mkdir(stage.folder, { recursive: true });
for (const name of process.argv.slice(2)) {
  const mod = await import(`./suites/editor/scenes/${name}.mts`);
  for (const scene of Object.values(mod) as never[]) await (scene as any)(desk).catch(async (e: unknown) => { checks.check(name, false, String(e)); console.log(await desk.failurePicture(name)); });
}
await browser.close(); await stage.dispose(); process.exit(0);
