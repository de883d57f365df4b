import { createHash } from 'node:crypto';

/** The package as an operator names it to n8n, in the variable N8N_COMMUNITY_PACKAGES. */
export interface CommunityPackage {
	name: string;
	version: string;
	/** What n8n compares with `dist.integrity` of the registry, which npm computes from the tarball. */
	checksum: string;
}

/** Names a package together with the checksum of its tarball. */
export function communityPackage(
	{ name, version }: { name: string; version: string },
	tarball: Buffer,
): CommunityPackage {
	const hash = createHash('sha512').update(tarball).digest('base64');
	return { name, version, checksum: `sha512-${hash}` };
}

/** What a release's notes say to those who install it with environment variables. */
export function installNotes(item: CommunityPackage): string {
	return [
		'**Install it with environment variables**',
		'',
		'Copy this line into `.env`; docs/install.md has the Compose files. If other community packages are to stay, add them to the list.',
		'',
		'```sh',
		`N8N_COMMUNITY_PACKAGES='${JSON.stringify([item])}'`,
		'```',
		'',
	].join('\n');
}
