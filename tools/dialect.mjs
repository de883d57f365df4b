/**
 * Words that only this project used, and what everybody else says. Texts for users are free of them: the lint reads
 * the strings of nodes and credentials, and a test the README and docs.
 *
 * Each entry is a part of a regular expression and the word to use.
 */
export const DIALECT = [
	['answer(s|ed|ing)?', 'response, respond, return'],
	['afresh|anew', 'start over, again'],
	['(come|comes|came) out', 'return, emit'],
	['(hand|hands|handed) out', 'return'],
	['(this|your|the|an|one) installs?', 'service'],
	['whoever', 'your n8n administrator, the operator of the service'],
	['refus(e|es|ed|al|als)', 'reject; only a connection is refused'],
	['all the same', 'anyway'],
	['is away', 'is unavailable'],
	['looks? like (its|your) rows?', 'create missing links, update changed ones'],
	['stays? like this', 'if this continues'],
];

/** All of them as one expression, whatever their case. */
export const DIALECT_PATTERN = `\\b(${DIALECT.map(([words]) => words).join('|')})\\b`;
