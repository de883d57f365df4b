import { freePort } from '../../../ports.mts';
import type { Scene } from '../desk.mts';
import { startTlsFront } from '../../../standIns/tlsFront.mts';
import { linkShortener, manualTrigger } from './nodes.mts';

/** Taken when it is free, so that the picture shows the same address every time. */
const PORT = 8788;
const SUCCESS = /success/i;
/** What the credential's test says to a wrong key. */
const WRONG_KEY = /does not accept this API key/;

/** The first credential: with a wrong key, the right one, and with an address without its scheme. */
export const enterCredential: Scene = async (desk) => {
	const { editor, credential, service, checks, stage } = desk;
	await desk.openWorkflow('A credential', [
		manualTrigger(),
		linkShortener('Get Account', { resource: 'account', operation: 'get' }),
	]);
	await editor.openNode('Get Account');
	await credential.openNew();
	await credential.fill('baseUrl', service.url);
	await credential.fill('apiKey', 'not-the-key');
	const wrong = await credential.saveWrong();
	checks.check('a wrong key: the test names the key', WRONG_KEY.test(wrong), wrong);
	await desk.picture('credential-wrong-key', ['editCredential-modal'], {
		until: 'parameter-input-apiKey',
	});

	await credential.fill('apiKey', service.apiKey);
	const right = await credential.saveRight();
	checks.check('the right key: the test succeeds', SUCCESS.test(right), right);
	await desk.picture('credential', ['editCredential-modal'], { until: 'parameter-input-apiKey' });

	const front = await startTlsFront(service.url, await freePort(PORT));
	stage.atEnd(front.stop);
	await credential.fill('baseUrl', front.host);
	await credential.flip('ignoreSslIssues');
	const withoutScheme = await credential.saveChange();
	checks.check(
		'a base URL without https://: the test succeeds, and over https',
		SUCCESS.test(withoutScheme) && front.connections() > 0,
		`${withoutScheme}, ${front.connections()} connections over https`,
	);
	await desk.picture('credential-without-scheme', ['editCredential-modal']);
};
