import { expect, it } from 'vitest';
import { communityPackage, installNotes } from '../../../tools/release/communityPackages.mts';

/** The SHA-512 of "abc" in FIPS 180-2, in base64 as npm writes it. */
const CHECKSUM =
	'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==';

it('names a tarball by the checksum that npm and n8n use', () => {
	const manifest = { name: 'n8n-nodes-a', version: '1.2.3', license: 'MIT' };
	const named = communityPackage(manifest, Buffer.from('abc'));
	expect(named).toEqual({ name: 'n8n-nodes-a', version: '1.2.3', checksum: CHECKSUM });
});

it('writes the line for .env, which Compose and a shell read alike', () => {
	const notes = installNotes({ name: 'n8n-nodes-a', version: '1.2.3', checksum: CHECKSUM });
	const [, list = ''] = /^N8N_COMMUNITY_PACKAGES='([^']+)'$/m.exec(notes) ?? [];
	expect(JSON.parse(list)).toEqual([{ name: 'n8n-nodes-a', version: '1.2.3', checksum: CHECKSUM }]);
});
