import { marked } from 'marked';

/** What a release is judged by. */
export interface Release {
	/** package.json. */
	manifest: { version?: string; repository?: { url?: string } };
	/** What readers get to see, by path from the root. README.md and CHANGELOG.md are among them. */
	texts: ReadonlyMap<string, string>;
	/** The tag that was pushed. Left out where none is there yet. */
	tag?: string | undefined;
	/** Where the workflow runs, as owner/name. Left out elsewhere. */
	runsIn?: string | undefined;
	hasFile: (path: string) => boolean;
}

// RFC 2606 reserves .example: nobody can own such a name. links.example.com is no match.
const RESERVED_HOST = /(?:[a-z0-9-]+\.)+example(?![\w-]|\.\w)/gi;
const RELEASED_VERSION = /^\d+\.\d+\.\d+$/;
const GITHUB_REPOSITORY = /^(?:git\+)?https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/;
const RECORDED_WORKFLOWS = 'test/engine/recorded';
/** What published workflows hold on to, by the dump that has it. */
const FROZEN: Readonly<Record<string, string>> = {
	'test/engine/judges/properties': 'the fields of the nodes, which saved workflows name',
	'nodes/LinkShortener/__schema__': 'the fields of the output',
	'test/engine/judges/cursors.json': 'what published triggers have saved',
	'test/engine/judges/errorDetails.json': 'the details of failures',
};
const REPOSITORY_SAMPLE = 'git+https://github.com/OWNER/n8n-nodes-link-shortener.git';

/** Everything that has to change before the release can be published, in words that say how. */
export function releaseFindings(release: Release): string[] {
	return [
		...versionFindings(release),
		...repositoryFindings(release),
		...changelogFindings(release),
		...recordingFindings(release),
		...frozenFindings(release),
		...pictureFindings(release),
		...[...release.texts].flatMap(([file, text]) => reservedHosts(file, text)),
	];
}

/**
 * The part of a changelog below the heading of one version, as "0.2.0" or "0.2.0 (2026-11-22)".
 *
 * @returns undefined when there is no such heading
 */
export function changelogSection(changelog: string, version: string): string | undefined {
	const sections = changelog.split(/^## /m).slice(1);
	const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
	return section?.slice(section.indexOf('\n') + 1).trim();
}

/** "owner/name" of a GitHub repository whose address is written in full. */
export function repositorySlug(url = ''): string | undefined {
	return GITHUB_REPOSITORY.exec(url)?.[1];
}

function versionFindings({ manifest: { version = '' }, tag }: Release): string[] {
	if (!RELEASED_VERSION.test(version)) {
		return [
			`package.json: the version is "${version}". Enter three numbers, such as 0.2.0: what is published becomes "latest", which n8n installs.`,
		];
	}
	if (tag === undefined || tag === `v${version}`) return [];
	return [
		`The tag is ${tag}, but package.json has version ${version}. Delete the tag and let "npm version" make it: v${version}.`,
	];
}

function repositoryFindings({ manifest: { repository }, runsIn }: Release): string[] {
	const slug = repositorySlug(repository?.url);
	if (slug === undefined) {
		return [
			`package.json: repository.url is "${repository?.url ?? ''}". n8n reads the source from a public GitHub repository. Write its address in full, such as ${REPOSITORY_SAMPLE}`,
		];
	}
	if (runsIn === undefined || runsIn.toLowerCase() === slug.toLowerCase()) return [];
	return [
		`package.json: repository.url names ${slug}, but this workflow runs in ${runsIn}. npm refuses provenance from another repository: name the one the workflow runs in.`,
	];
}

function changelogFindings({ manifest: { version = '' }, texts }: Release): string[] {
	const changelog = texts.get('CHANGELOG.md') ?? '';
	const findings: string[] = [];
	if (!changelogSection(changelog, version)) {
		findings.push(
			`CHANGELOG.md has nothing under "## ${version}". Say there what is new; it becomes the release's notes.`,
		);
	}
	if (changelogSection(changelog, 'Unreleased')) {
		findings.push(
			`CHANGELOG.md has changes under "## Unreleased". They are in this release: move them under "## ${version}".`,
		);
	}
	return findings;
}

/** The dumps that a release is compared by. */
export const frozenDumps: readonly string[] = Object.keys(FROZEN);

/** The latest version in the changelog before this one. */
export function earlierVersion({
	manifest: { version = '' },
	texts,
}: Pick<Release, 'manifest' | 'texts'>): string | undefined {
	const headings = (texts.get('CHANGELOG.md') ?? '').matchAll(/^## (\d+\.\d+\.\d+)(?!\S)/gm);
	return [...headings].find(([, name]) => name !== version)?.[1];
}

/**
 * What has changed of that since a version: no finding, as what is added breaks nothing, but somebody has to look.
 *
 * @param changed paths of files that differ from that version
 */
export function frozenChanges(changed: readonly string[], earlier: string): string[] {
	return Object.entries(FROZEN).flatMap(([dump, what]) => {
		const files = changed.filter((file) => file === dump || file.startsWith(`${dump}/`));
		if (files.length === 0) return [];
		return [
			`Changed since ${earlier}: ${what} (${files.join(', ')}). Unless it is only an addition, see "After the first release" in CONTRIBUTING.md: git diff v${earlier} -- ${dump}`,
		];
	});
}

function frozenFindings({ hasFile }: Release): string[] {
	return Object.entries(FROZEN)
		.filter(([dump]) => !hasFile(dump))
		.map(
			([dump, what]) =>
				`${dump} is missing: ${what}. Build, and let npx vitest run test/engine/judges -u write it.`,
		);
}

/** The first release has no workflows to keep; a later one has to show that they still run. */
function recordingFindings(release: Release): string[] {
	const earlier = earlierVersion(release);
	if (earlier === undefined || release.hasFile(RECORDED_WORKFLOWS)) return [];
	return [
		`${RECORDED_WORKFLOWS} is missing, and ${earlier} is published. Record workflows that people saved with it, see CONTRIBUTING.md.`,
	];
}

/**
 * npm shows a picture by an https address, and one by a relative address if it is written in Markdown
 * and lies in the GitHub repository: it takes it from the default branch. It does so neither for
 * `<img>` nor for SVG.
 */
function pictureFindings({ texts, hasFile }: Release): string[] {
	const findings: string[] = [];
	const markdown = (href: string) => {
		const problem = pictureProblem(href, hasFile);
		if (problem !== undefined) findings.push(`README.md: the picture ${href} ${problem}`);
	};
	const html = (tag: string) => {
		for (const [, href = ''] of tag.matchAll(/<img\s[^>]*?src=["']([^"']*)/gi)) {
			if (!isWebAddress(href)) {
				findings.push(
					`README.md: npm does not show <img src="${href}">. Write it as ![what it shows](${href}).`,
				);
			}
		}
	};
	void marked.walkTokens(marked.lexer(texts.get('README.md') ?? ''), (token) => {
		if (token.type === 'image') markdown(String(token.href));
		if (token.type === 'html') html(token.raw);
	});
	return findings;
}

function pictureProblem(href: string, hasFile: Release['hasFile']): string | undefined {
	if (isWebAddress(href)) return undefined;
	if (/^(?:[a-z]+:|\/)/i.test(href)) {
		return 'is on no https address. Use one, or a path in this repository such as docs/picture.png.';
	}
	if (!hasFile(href)) return 'is not in this repository. Add the file, or correct the path.';
	if (/\.svg$/i.test(href)) return 'is an SVG, which npm does not show. Use a PNG.';
	return undefined;
}

function isWebAddress(href: string): boolean {
	return href.startsWith('https://');
}

function reservedHosts(file: string, text: string): string[] {
	return text
		.split('\n')
		.flatMap((line, index) =>
			(line.match(RESERVED_HOST) ?? []).map(
				(host) => `${file}:${index + 1}: nobody can reach ${host}. Put in an address of your own.`,
			),
		);
}
