import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../../../engine/support/tlsFixture.mts';
import { NODE, type Scene } from '../desk.mts';
import { MANUAL_TRIGGER } from './nodes.mts';

/** A Base URL as people copy it, without https:// in front, passes the test of the credential. */
export const enterAddressWithoutScheme: Scene = async (desk) => {
	const { editor, service, checks, stage } = desk;
	const https = createServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, (client) => {
		const { hostname, port } = new URL(service.url);
		const upstream = connect(Number(port), hostname);
		client.pipe(upstream).pipe(client);
		// Whoever hangs up first takes the other along.
		client.on('error', () => upstream.destroy());
		upstream.on('error', () => client.destroy());
	});
	https.listen(0, '127.0.0.1');
	await once(https, 'listening');
	stage.atEnd(async () => {
		await new Promise((closed) => https.close(closed));
	});
	const address = https.address();
	const port = typeof address === 'object' && address ? address.port : 0;

	await desk.openWorkflow('An address without https://', [
		{ name: 'Start', ...MANUAL_TRIGGER },
		{ name: 'Get Account', type: NODE, parameters: { resource: 'account', operation: 'get' } },
	]);
	await editor.openNode('Get Account');
	await editor.newCredential();
	await editor.fillField('baseUrl', `127.0.0.1:${port}`);
	await editor.fillField('apiKey', service.apiKey);
	await editor.flipSwitch('ignoreSslIssues');
	const saved = await editor.saveRightCredential();
	checks.check('a base URL without https://: the test succeeds', /success/i.test(saved), saved);
	await desk.picture('credential-self-signed');
};
