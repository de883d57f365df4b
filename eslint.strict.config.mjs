import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBasePlugin from 'eslint-plugin-n8n-nodes-base';
import regexpPlugin from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { DIALECT, DIALECT_PATTERN } from './tools/dialect.mjs';

const PACKAGE_SOURCE = ['nodes/**', 'credentials/**'];

const MAX_LINES = 350;
const MAX_FUNCTION_LINES = 60;
const MAX_PARAMETERS = 4;

/** A single word is a value of the code. */
const IN_A_TEXT = `^(?=[^]*\\s)[^]*${DIALECT_PATTERN}`;
const SAY = `Say what users say: ${DIALECT.map(([, instead]) => instead).join(' · ')}.`;

const WORDS = [`Literal[value=/${IN_A_TEXT}/i]`, `TemplateElement[value.raw=/${IN_A_TEXT}/i]`].map(
	(selector) => ({ selector, message: SAY }),
);

/** What is told to a user. In `api/http` a message is the service's. */
const TOLD = '/^(message|remedy|details)$/';
const STRING_METHOD =
	'/^(at|char(Code)?At|codePointAt|(ends|starts)With|includes|(lastI|i)ndexOf|localeCompare|match(All)?|normalize|pad(End|Start)|replace(All)?|search|slice|split|substr(ing)?|to(Lower|Upper)Case|trim(End|Start)?)$/';

const MADE_IN_PARTS = [
	`[callee.object.name=${TOLD}][callee.property.name=${STRING_METHOD}]`,
	`[callee.object.property.name=${TOLD}][callee.property.name=${STRING_METHOD}]`,
	`[callee.property.name=/^(test|exec)$/] > Identifier.arguments[name=${TOLD}]`,
	`[callee.property.name=/^(test|exec)$/] > MemberExpression.arguments[property.name=${TOLD}]`,
].map((call) => ({
	selector: `CallExpression${call}`,
	message:
		'Give what is to be known of a message as data beside it; shared/userFacingError puts it into words.',
}));

/** The words of others are read where they come in. */
const MAY_READ = ['userFacingError', 'features', 'messages', 'response'].map(
	(name) => `nodes/LinkShortener/${name === 'userFacingError' ? 'shared' : 'api/http'}/${name}.ts`,
);

/** Lists that are written out, or known not to be empty. */
const KNOWN_LIST = ['ArrayExpression', 'TSAsExpression'].map(
	(type) => `:not([LIST.type='${type}'])`,
);
const UNKNOWN_LIST = `${KNOWN_LIST.join('')}:not([LIST.name=/^[A-Z]/]):not([LIST.callee.name='atLeastOne'])`;
const EXPECTS = ":has(CallExpression[callee.name='expect'])";

/** Expectations that may never run. */
const HOLLOW = [
	`ForOfStatement${UNKNOWN_LIST.replaceAll('LIST', 'right')}${EXPECTS}`,
	`CallExpression[callee.property.name=/^(forEach|map|flatMap)$/]${UNKNOWN_LIST.replaceAll('LIST', 'callee.object')} > ArrowFunctionExpression.arguments${EXPECTS}`,
	`IfStatement:has(.test MemberExpression[property.name='length'])${EXPECTS}`,
].map((selector) => ({
	selector,
	message: 'If the list is empty, nothing is expected: use atLeastOne, or expect the whole list.',
}));

/**
 * n8n's package scanner as far as it concerns sources; `npm run gate` runs the scanner itself. The
 * rules switched off are off there too, for the reasons given there.
 */
const n8nRules = defineConfig(
	{
		files: ['package.json', ...PACKAGE_SOURCE],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBasePlugin },
		rules: { 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		rules: n8nNodesBasePlugin.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBasePlugin.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBasePlugin.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: PACKAGE_SOURCE,
		plugins: { regexp: regexpPlugin },
		rules: {
			// A cell or an answer of any length is read in a time that grows with its length.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': 'error',
			// A file that grows beyond this does two things.
			'max-lines': ['error', MAX_LINES],
			'max-lines-per-function': ['error', MAX_FUNCTION_LINES],
			'max-params': ['error', MAX_PARAMETERS],
			'no-restricted-properties': [
				'error',
				{ object: 'URL', property: 'canParse', message: 'Use parseUrl, which says why.' },
			],
			'no-restricted-syntax': ['error', ...WORDS, ...MADE_IN_PARTS],
		},
	},
	{
		files: MAY_READ,
		rules: { 'no-restricted-syntax': ['error', ...WORDS] },
	},
	{
		files: ['package.json', 'nodes/**/*.json', 'credentials/**/*.json'],
		languageOptions: { parser: tseslint.parser },
	},
);

const TESTS = ['test/**/*.mts', 'tools/**/*.mts'];

const typeScript = defineConfig({
	files: ['nodes/**/*.ts', 'credentials/**/*.ts', ...TESTS],
	extends: [tseslint.configs.strictTypeChecked],
	languageOptions: {
		parserOptions: { project: './tsconfig.test.json', tsconfigRootDir: import.meta.dirname },
	},
	rules: {
		'@typescript-eslint/no-explicit-any': 'error',
		'@typescript-eslint/no-non-null-assertion': 'error',
		'@typescript-eslint/consistent-type-imports': 'error',
		// `() => resolve()` needs no braces to be understood.
		'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
		// A number in a message is meant; everything else still has to be turned into text on purpose.
		'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
		// tsc says it, in the same run.
		'@typescript-eslint/no-unused-vars': 'off',
		// There is no enum, and looking for one takes three seconds.
		'@typescript-eslint/no-unsafe-enum-assignment': 'off',
	},
});

const tests = defineConfig({
	files: TESTS,
	// Half of its time goes into tests, where an object in the place of an instance is what is tested.
	rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
});

const expectations = defineConfig({
	files: ['test/**/*.test.mts'],
	rules: { 'no-restricted-syntax': ['error', ...HOLLOW] },
});

const scripts = defineConfig({
	files: ['tools/**/*.{cjs,mjs}', 'test/**/*.{js,cjs,mjs}', '*.{js,cjs,mjs,mts}'],
	extends: [tseslint.configs.strict],
	rules: { '@typescript-eslint/no-require-imports': 'off' },
});

export default defineConfig(
	{
		ignores: ['dist/**', '**/node_modules/**', '.demo/**', '.bench/**', 'coverage/**'],
	},
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	n8nRules,
	typeScript,
	tests,
	expectations,
	scripts,
);
