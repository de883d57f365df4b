import { installN8n } from './install.mts';

/** What the commands here begin with: an n8n, and the Node that it needs. */
export default async function provideN8n(): Promise<void> {
	if (Number(process.versions.node.split('.')[0]) < 24) {
		throw new Error(`n8n needs Node 24, this is ${process.version}. Start it with npm run.`);
	}
	await installN8n();
}
