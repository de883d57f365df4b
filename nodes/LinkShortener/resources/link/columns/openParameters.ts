import { isWebAddress } from '../../../fields/fieldValues';
import { shownColumnName, type Heading } from '../../../sheet/headings';

/** UTM parameters besides the five that every tool knows. Pure. */

/** A parameter as it stands in a URL. */
const AS_WRITTEN = /^utm_[a-z_]*[a-z]$/;

/** Those of Google Analytics with blanks, by their plain names. */
const IN_WORDS: Readonly<Record<string, string>> = {
	utmid: 'utm_id',
	utmsourceplatform: 'utm_source_platform',
	utmcreativeformat: 'utm_creative_format',
	utmmarketingtactic: 'utm_marketing_tactic',
};

/** What plans have beside the parameters, by their plain names. */
const BESIDES = ['utmlink', 'utmurl', 'utmnote', 'utmnotes', 'utmowner'];

/** Whether a field is such a parameter. */
export function isParameter(field: string): boolean {
	return AS_WRITTEN.test(field);
}

/** The parameter that a column names; undefined for another column, and for a cell that is an address. */
export function parameterOf(
	{ column, plain }: Pick<Heading, 'column' | 'plain'>,
	cell: unknown,
): string | undefined {
	if (BESIDES.includes(plain) || isWebAddress(cell)) return undefined;
	const written = shownColumnName(column);
	return AS_WRITTEN.test(written) ? written : IN_WORDS[plain];
}
