import { Failure } from './failure.mts';

/** A way in which an install writes an alias, apart from how it was given. */
export type AliasChange = 'lowerCase' | 'hyphens' | 'ascii' | 'cut';

/** The longest alias where long ones are cut. */
const LONGEST = 20;

const ASCII: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

const CHANGES: Readonly<Record<AliasChange, (alias: string) => string>> = {
	lowerCase: (alias) => alias.toLowerCase(),
	hyphens: (alias) => alias.trim().replace(/\s+/g, '-'),
	ascii: (alias) => alias.replace(/[äöüß]/gi, (letter) => ASCII[letter.toLowerCase()] ?? letter),
	cut: (alias) => alias.slice(0, LONGEST),
};

const RESERVED = new Set(['admin', 'api', 'login', 'register', 'user', 'preview']);

/**
 * An alias as the service keeps it.
 *
 * @param form the changes that the install makes, in their order
 */
export function checkedAlias(given: string, form: readonly AliasChange[]): string {
	const alias = form.reduce((text, change) => CHANGES[change](text), given);
	if (alias.length < 3) throw new Failure('Custom alias must be at least 3 characters.');
	if (!/^[\p{L}\p{N}_-]+$/u.test(alias)) {
		throw new Failure('Custom alias may only contain letters, numbers, dashes and underscores.');
	}
	if (RESERVED.has(alias.toLowerCase())) {
		throw new Failure('That alias is reserved. Please choose another one.');
	}
	return alias;
}
