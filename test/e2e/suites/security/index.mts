import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { failInEditor } from './editor.mts';
import { isAllowed, LOG_FILE } from './allowed.mts';
import { failPolls } from './polls.mts';
import { type Found, searchDatabase, searchDatabaseBytes, searchFiles } from './search.mts';
import { SECRET_NAMES, SECRETS, secretsIn, TYPED } from './secrets.mts';
import {
	ALL_ROWS,
	createLinks,
	FROM_COLUMNS,
	FROM_FIELDS,
	putGatedCredential,
	quoteInCreates,
	QUOTING,
	TAKEN,
} from './workflows.mts';

/** Everything that n8n can be told to write down. */
const LOGGING = { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'file' };

const ERROR_OUTPUT = 'continueErrorOutput';
const GOING_ON = 'continueRegularOutput';
/** What stands in a message in place of a secret. */
const HIDDEN = ['[API key]', '[extra header]', '[password]'] as const;
const NOTE_LENGTH = 160;

/**
 * Keys, extra header and passwords are looked for in all that n8n keeps, after runs in which much goes
 * wrong and the service quotes what it was told.
 */
export async function runSecuritySuite(checks: Checks, stage: Stage): Promise<void> {
	const service = await stage.service({ apiKeys: [SECRETS.apiKey] });
	service.seed('links', [{ longurl: 'https://shop.example/old', custom: TAKEN }]);
	const n8n = await stage.n8n('n8n', { env: LOGGING });
	await runWorkflows(n8n, service, checks);
	await failPolls(n8n, service, checks, stage);
	checkSent(service, checks);
	await n8n.stop();
	await searchAll(n8n, checks);
}

async function runWorkflows(n8n: N8n, service: Service, checks: Checks): Promise<void> {
	const right = await putGatedCredential(n8n, service, 'Right', SECRETS.apiKey);
	const wrong = await putGatedCredential(n8n, service, 'Wrong', SECRETS.otherKey);
	const messages = await failInEditor(n8n, service, right, wrong);
	for (const [where, message] of Object.entries(messages)) {
		checks.same(`${where}: no secret is shown`, secretsIn(message), []);
		checks.note(message.slice(0, NOTE_LENGTH));
	}

	quoteInCreates(service);
	const columns = { parameters: FROM_COLUMNS };
	const fields = { parameters: FROM_FIELDS };
	const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };
	const run = createLinks.bind(undefined, n8n);
	const refused = await run('Wrong key', wrong, columns, ['good']);
	checks.check('a wrong key: the run fails', refused.status === 'error');
	const quoting = [
		await run('Columns, error output', right, { ...columns, onError: ERROR_OUTPUT }, ALL_ROWS),
		await run('Fields, error output', right, { ...fields, onError: ERROR_OUTPUT }, ALL_ROWS),
		await run('Columns, going on', right, { ...columns, onError: GOING_ON }, ALL_ROWS),
		await run('Columns, stopping', right, columns, ['good', QUOTING]),
		await run('Fields, tried again', right, { ...fields, ...retries }, ['good', QUOTING]),
	];
	service.clearFaults();
	for (const [index, { runs }] of quoting.entries()) {
		const kept = JSON.stringify(runs);
		const isHidden = HIDDEN.every((words) => kept.includes(words));
		checks.check(`run ${index + 1}: what the service quotes is replaced`, isHidden);
	}
}

function checkSent(service: Service, checks: Checks): void {
	const sent = service.requests.map(({ headers, rawBody }) => JSON.stringify(headers) + rawBody);
	const seen = new Set(sent.flatMap((text) => secretsIn(text)));
	checks.same(
		'the service was told every secret',
		SECRET_NAMES.filter((name) => !seen.has(name)),
		[],
	);
}

async function searchAll({ userFolder }: N8n, checks: Checks): Promise<void> {
	const found = searchDatabase(join(userFolder, '.n8n', 'database.sqlite'));
	const wrong = found.filter((each) => !isAllowed(each));
	checks.same('the database: no secret where it does not belong', unique(wrong), []);
	for (const name of TYPED) {
		const isFound = found.some(({ secret }) => secret === name);
		checks.check(`the database: the search finds what was typed: ${name}`, isFound);
	}
	const bytes = await searchDatabaseBytes(userFolder);
	checks.same(
		'the bytes of the database: neither key nor header',
		bytes.filter((name) => !TYPED.includes(name)),
		[],
	);
	const { found: inFiles, files } = await searchFiles(userFolder);
	const log = await readFile(join(userFolder, LOG_FILE), 'utf8');
	checks.check('the log has what is said instead', log.includes(HIDDEN[0]));
	checks.same(
		'logs and all other files: no secret where it does not belong',
		unique(inFiles.filter((each) => !isAllowed(each))),
		[],
	);
	checks.note(`searched: ${files.join(', ')}`);
	checks.note('what was typed into nodes and items stands where n8n keeps both:');
	for (const line of unique([...found, ...inFiles])) checks.note(line);
}

function unique(found: Found[]): string[] {
	return [...new Set(found.map(({ secret, place }) => `${secret} at ${place}`))].sort();
}
