import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { inSentence } from '../../shared/printable';
import { UserFacingError } from '../../shared/userFacingError';

/** What Check Service says of one part of the service. Pure; nothing in it is a value of the account. */
export interface Finding {
	part: string;
	outcome: 'works' | 'missing' | 'refused' | 'broken';
	says: string;
	/** The kinds of the fields in the part's records, by name. */
	fields: Readonly<Record<string, string>>;
}

/** One row about the test link. */
export interface TestRow {
	part: string;
	available: boolean;
	says: string;
}

/** A part from its records, or from the error in their place. */
export function findingOf(
	part: string,
	answer: readonly IDataObject[] | UserFacingError,
	baseUrl: string,
): Finding {
	if (answer instanceof UserFacingError) {
		return { part, outcome: outcomeOf(answer), says: failureText(answer, baseUrl), fields: {} };
	}
	const says = answer.length === 0 ? 'Works; there is none yet' : 'Works';
	return { part, outcome: 'works', says, fields: kindsOf(answer) };
}

function outcomeOf(error: UserFacingError): Finding['outcome'] {
	if (error.is('notOnInstall')) return 'missing';
	return isRefusal(error) ? 'refused' : 'broken';
}

function isRefusal(error: UserFacingError): boolean {
	return error.is('rejected', 'planLimit', 'credentialRefused');
}

/** Why something does not work, in words without the address of the service or of a link. */
export function failureText(error: UserFacingError, baseUrl: string): string {
	const { kind } = error.explanation;
	const message = error.message.replace(/\.$/, '');
	if (kind === 'notOnInstall') return message;
	if (isRefusal(error)) return `The service refuses it: ${message}`;
	if (kind === 'notFound') return 'The service does not find it';
	// The rest of the words are the package's own, and may name a link.
	if (kind === undefined) return 'Does not work';
	const host = baseUrl.replace(/^https?:\/\/([^/]+).*$/, '$1');
	const told = message.replaceAll(baseUrl, 'the service').replaceAll(host, 'the service');
	return `Does not work: ${told}`;
}

/** The kinds of the fields in records, by name; of a field that is sometimes empty, the other kind. */
function kindsOf(records: readonly IDataObject[]): Record<string, string> {
	const kinds: Record<string, string> = {};
	for (const [name, value] of records.flatMap((record) => Object.entries(record))) {
		const known = kinds[name];
		if (known === undefined || known === 'empty') kinds[name] = kindOf(value);
	}
	return kinds;
}

function kindOf(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	if (typeof value === 'boolean') return 'yes/no';
	if (typeof value === 'number') return 'number';
	if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'list';
	if (isRecord(value)) return Object.keys(value).length === 0 ? 'empty' : 'group';
	return 'text';
}

/** The verdict in front of all rows. */
export function verdictOf(findings: readonly Finding[], test: readonly TestRow[]): TestRow {
	const links = findings.find(({ part }) => part === 'Links');
	if (links !== undefined && links.outcome !== 'works') {
		return verdict(false, [`It does not fit: links: ${links.says}.`]);
	}
	const partsWith = (outcome: Finding['outcome']) =>
		findings.filter((finding) => finding.outcome === outcome);
	return verdict(true, [
		'It fits.',
		named('Missing', partsWith('missing')),
		named('Refused', partsWith('refused')),
		named('Not working', partsWith('broken')),
		named(
			'Look at',
			test.filter(({ available }) => !available),
		),
	]);
}

function verdict(available: boolean, sentences: string[]): TestRow {
	return { part: 'Verdict', available, says: sentences.filter(Boolean).join(' ') };
}

function named(word: string, rows: ReadonlyArray<{ part: string }>): string {
	const names = rows.map(({ part }) => inSentence(part));
	return names.length === 0 ? '' : `${word}: ${names.join(', ')}.`;
}
