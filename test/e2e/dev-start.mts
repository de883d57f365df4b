import { writeFile } from 'node:fs/promises';
import { Stage, putServiceCredential } from './suites/stage.mts';
const stage = new Stage('editor-dev');
const service = await stage.service({ port: 8787 });
const n8n = await stage.n8n();
await writeFile(
	'/tmp/w/dev/state.json',
	JSON.stringify({
		url: n8n.url,
		login: n8n.login,
		service: service.url,
		key: service.apiKey,
		log: n8n.logFile,
	}),
);
console.log('ready', n8n.url);
const stop = async () => {
	await stage.dispose();
	process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
setInterval(() => {}, 1000);
