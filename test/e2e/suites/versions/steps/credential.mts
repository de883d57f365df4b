import { CREDENTIAL_TYPE, putServiceCredential } from '../../stage.mts';
import type { Step } from '../step.mts';

/** Address and key are entered and tested, with a wrong key as well. */
export const credential: Step = async ({ n8n, name, checks, stage }) => {
	const service = await stage.service();
	const right = await putServiceCredential(n8n, service, name);
	checks.same(
		`${name}: the test succeeds`,
		(await n8n.rest.testCredential(right, CREDENTIAL_TYPE)).status,
		'OK',
	);
	const wrong = await n8n.rest.putCredential(`${name}, wrong key`, CREDENTIAL_TYPE, {
		baseUrl: service.url,
		apiKey: 'wrong',
		ignoreSslIssues: false,
	});
	const { status, message } = await n8n.rest.testCredential(wrong, CREDENTIAL_TYPE);
	checks.check(
		`${name}: with a wrong key it fails and says so`,
		status === 'Error' && /API key/.test(message),
		`${status}: ${message}`,
	);
};
