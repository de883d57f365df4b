import { freePort } from '../../../ports.mts';
import { startTlsFront } from '../../../standIns/tlsFront.mts';
import { expect, HOST, PORTS, test } from '../desk.mts';
import { linkShortener, manualTrigger } from '../nodes.mts';

/** What the credential's test says to a wrong key. */
const WRONG_KEY = /does not accept this API key/;

test('the first credential: a wrong key, the right one, an address without its scheme', async ({
	desk,
	editor,
	credential,
	service,
	stage,
}) => {
	await desk.openWorkflow('A credential', [
		manualTrigger(),
		linkShortener('Get Account', { resource: 'account', operation: 'get' }),
	]);
	await editor.openNode('Get Account');
	await credential.openNew();
	await credential.fill('baseUrl', service.url);
	await credential.fill('apiKey', 'not-the-key');
	await credential.save();
	const details = credential.form.getByText('More details');
	await details.waitFor();
	await desk.picture('credential-wrong-key', ['editCredential-modal'], {
		until: 'parameter-input-apiKey',
	});
	await details.click();
	await expect(credential.form).toContainText(WRONG_KEY);

	await credential.fill('apiKey', service.apiKey);
	await credential.save();
	await credential.reopen();
	await expect(credential.success).toContainText('success');
	// Until it has faded out, it hides the word on the button.
	await expect(credential.success.locator('.n8n-spinner')).toBeHidden();
	await desk.picture('credential', ['editCredential-modal'], { until: 'parameter-input-apiKey' });

	const port = await freePort(PORTS.https);
	const front = await startTlsFront(`http://127.0.0.1:${service.options.port}`, port);
	stage.atEnd(front.stop);
	await credential.fill('baseUrl', new URL(`https://${HOST}:${port}`).host);
	await credential.flip('ignoreSslIssues');
	await credential.saveChange();
	await credential.reopen();
	await expect(credential.success).toContainText('success');
	expect(front.connections(), 'connections over https').toBeGreaterThan(0);
	await desk.picture('credential-without-scheme', ['editCredential-modal'], {
		until: 'parameter-input-ignoreSslIssues',
	});
});
