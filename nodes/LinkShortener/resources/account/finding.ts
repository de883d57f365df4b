import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { inSentence } from '../../shared/printable';
import { UserFacingError } from '../../shared/userFacingError';
import { withoutEnd } from '../../shared/words';

/** What is wrong with a part of the service, in the words of the verdict and their order. */
const TROUBLES = ['Missing', 'Rejected', 'Not working', 'Look at'] as const;

/** What Check Service says of a part of the service, or of the test link. Nothing is a value of the account. */
export interface Finding {
	part: string;
	says: string;
	/** Left out where the part works. */
	trouble?: (typeof TROUBLES)[number];
	/** The fields in its records and their kinds, such as `id: number`. */
	fields?: string;
}

/** A part from its records, or from the error in their place. */
export function findingOf(part: string, answer: readonly IDataObject[] | UserFacingError): Finding {
	if (answer instanceof UserFacingError) {
		return { part, says: failureText(answer), trouble: troubleOf(answer) };
	}
	const kinds = Object.entries(kindsOf(answer)).map(([name, kind]) => `${name}: ${kind}`);
	const says = answer.length === 0 ? 'Works; there is none yet' : 'Works';
	return { part, says, fields: kinds.join(', ') };
}

function troubleOf(error: UserFacingError): Finding['trouble'] {
	if (error.is('notOnInstall')) return 'Missing';
	return isRefusal(error) ? 'Rejected' : 'Not working';
}

function isRefusal(error: UserFacingError): boolean {
	return error.is('rejected', 'planLimit', 'credentialRefused');
}

/** Why something does not work, in words without the address of the service or of a link. */
export function failureText(error: UserFacingError): string {
	const { kind, unnamed = error.message } = error.explanation;
	const message = withoutEnd(error.message);
	if (kind === 'notOnInstall') return message;
	if (isRefusal(error)) return `Rejected by the service: ${message}`;
	if (kind === 'notFound') return 'Not found by the service';
	// The rest of the words are the package's own, and may name a link.
	if (kind === undefined) return 'Does not work';
	return `Does not work: ${withoutEnd(unnamed)}`;
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

/** The verdict in front of all findings. */
export function verdictOf(findings: readonly Finding[]): Finding {
	const part = 'Verdict';
	const links = findings.find((finding) => finding.part === 'Links');
	if (links?.trouble !== undefined) {
		return { part, says: `Not compatible: links: ${links.says}.`, trouble: links.trouble };
	}
	const named = TROUBLES.flatMap((trouble) => {
		const parts = findings.filter((finding) => finding.trouble === trouble);
		const names = parts.map((finding) => inSentence(finding.part));
		return names.length === 0 ? [] : [`${trouble}: ${names.join(', ')}.`];
	});
	return { part, says: ['Compatible.', ...named].join(' ') };
}
