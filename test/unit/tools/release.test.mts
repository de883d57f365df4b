import { describe, expect, it } from 'vitest';
import {
	changelogSection,
	frozenChanges,
	frozenDumps,
	releaseFindings,
	type Release,
} from '../../../tools/release/findings.mts';

interface Case {
	version?: string;
	url?: string;
	tag?: string;
	runsIn?: string;
	readme?: string;
	changelog?: string;
	credential?: string;
	isUnrecorded?: boolean;
	/** The dump that is missing. */
	without?: string;
}

/** A release that can be published, but for what a row changes. */
function release(row: Case): Release {
	const { version = '0.2.0', url, tag, runsIn, isUnrecorded, without, ...texts } = row;
	const dumps = frozenDumps.filter((dump) => dump !== without);
	const files = ['docs/editor.png', 'docs/logo.svg', ...dumps];
	if (isUnrecorded !== true) files.push('test/engine/recorded');
	return {
		manifest: { version, repository: { url: url ?? 'git+https://github.com/OWNER/name.git' } },
		texts: new Map([
			['README.md', texts.readme ?? '![The editor](docs/editor.png)\n'],
			['CHANGELOG.md', texts.changelog ?? '# Changelog\n\n## 0.2.0\n\n- QR codes.\n'],
			['credentials/A.ts', texts.credential ?? "documentationUrl = 'https://github.com/OWNER'"],
		]),
		...(tag !== undefined && { tag }),
		...(runsIn !== undefined && { runsIn }),
		hasFile: (path) => files.includes(path),
	};
}

describe('what can be published', () => {
	it.each<[string, Case]>([
		['a plain release', {}],
		['the tag of the version', { tag: 'v0.2.0' }],
		['the repository that runs the workflow', { runsIn: 'owner/Name' }],
		['a picture on the web', { readme: '![x](https://example.com/x.svg)' }],
		['a heading with a date', { changelog: '## 0.2.0 (2026-11-22)\n\n- QR codes.\n' }],
		['a first release without recorded workflows', { isUnrecorded: true }],
		['an empty Unreleased', { changelog: '## Unreleased\n\n## 0.2.0\n\n- QR codes.\n' }],
		['sample addresses of example.com', { readme: 'https://links.example.com, x.example.org' }],
	])('%s', (_name, row) => {
		expect(releaseFindings(release(row))).toEqual([]);
	});
});

describe('what cannot be published, and what to do', () => {
	it.each<[string, Case, string]>([
		[
			'a pre-release, which would become latest',
			{ version: '0.2.0-rc.1', changelog: '## 0.2.0-rc.1\n\n- x\n' },
			'Enter three numbers, such as 0.2.0',
		],
		['a tag of another version', { tag: 'v0.3.0' }, 'let "npm version" make it: v0.2.0'],
		[
			'a repository elsewhere',
			{ url: 'https://git.example.com/a/b.git' },
			'git+https://github.com/OWNER/n8n-nodes-link-shortener.git',
		],
		[
			'a repository other than the one that publishes',
			{ runsIn: 'SOMEONE/name' },
			'repository.url names OWNER/name, but this workflow runs in SOMEONE/name',
		],
		['no word on the version', { changelog: '# Changelog\n' }, 'nothing under "## 0.2.0"'],
		[
			'an empty section',
			{ changelog: '## 0.2.0\n\n## 0.1.0\n\n- x\n' },
			'nothing under "## 0.2.0"',
		],
		[
			'changes that are not in the notes',
			{ changelog: '## Unreleased\n\n- y\n\n## 0.2.0\n\n- x\n' },
			'move them under "## 0.2.0"',
		],
		[
			'a second release without recorded workflows',
			{ changelog: '## 0.2.0\n\n- x\n\n## 0.1.0\n\n- y\n', isUnrecorded: true },
			'test/engine/recorded is missing, and 0.1.0 is published',
		],
		[
			'a release without a dump to compare it by',
			{ without: 'test/engine/judges/cursors.json' },
			'test/engine/judges/cursors.json is missing: what published triggers have saved',
		],
		[
			'a reserved address',
			{ credential: "\n\ndocumentationUrl = 'https://docs.shortener.example/x'" },
			'credentials/A.ts:3: nobody can reach docs.shortener.example',
		],
		['a picture that is missing', { readme: '![x](docs/gone.png)' }, 'is not in this repository'],
		['a picture npm cannot show', { readme: '![x](docs/logo.svg)' }, 'Use a PNG'],
		['a picture without TLS', { readme: '![x](http://example.com/x.png)' }, 'on no https address'],
		[
			'a relative picture in HTML',
			{ readme: '<p>\n<img width="9" src="docs/editor.png">\n</p>' },
			'Write it as ![what it shows](docs/editor.png)',
		],
	])('%s', (_name, row, expected) => {
		const findings = releaseFindings(release(row));
		expect(findings).toEqual([expect.stringContaining(expected)]);
	});
});

describe('what saved workflows hold on to', () => {
	it.each<[changed: string, what: string]>([
		['test/engine/judges/properties/linkShortener.json', 'the fields of the nodes'],
		['nodes/LinkShortener/__schema__/v1.0.0/link/get.json', 'the fields of the output'],
		['test/engine/judges/cursors.json', 'what published triggers have saved'],
		['test/engine/judges/errorDetails.json', 'the details of failures'],
	])('is named where %s has changed', (changed, what) => {
		expect(frozenChanges(['README.md', changed], '0.1.0')).toEqual([
			expect.stringContaining(`Changed since 0.1.0: ${what}`),
		]);
	});

	it('is not named where all else has changed', () => {
		expect(
			frozenChanges(['', 'README.md', 'test/engine/judges/cursors.test.mts'], '0.1.0'),
		).toEqual([]);
	});
});

describe('the notes of a release', () => {
	const changelog =
		'# Changelog\n\n## 0.2.0 (today)\n\n- b\n- c\n\n### More\n\nd\n\n## 0.1.0\n\n- a\n';

	it.each([
		['0.2.0', '- b\n- c\n\n### More\n\nd'],
		['0.1.0', '- a'],
		['0.3.0', undefined],
	])('of %s are its section', (version, section) => {
		expect(changelogSection(changelog, version)).toBe(section);
	});
});
