import { expect, it } from 'vitest';
import { listedLink } from '../../../../nodes/LinkShortener/links/link/listedLink';
import { questions } from '../../../../nodes/LinkShortener/resources/account/testLink';

const URL = 'https://example.com/k7/?utm_source=n8n';
const SHORT = { id: 7, shorturl: 'https://sho.rt/Check-a1' };

it.each<[shown: string, alias: string, unlike: string[]]>([
	[URL, 'Check-a1', []],
	['https://example.com/k7?utm_source=n8n', 'Check-a1', ['slash at the end']],
	['https://example.com/k7/', 'Check-a1', ['UTM parameters']],
	['https://example.com/k7/?utm_source=n8n&amp;a=1', 'Check-a1', []],
	['https://www.example.com/K7/?utm_source=n8n', 'Check-a1', ['long URL']],
	['k7', 'Check-a1', ['long URL', 'slash at the end', 'UTM parameters']],
	[URL, 'check-a1', ['alias']],
])('a test link that is shown as %s, with the alias %s', (longurl, alias, unlike) => {
	const shown = listedLink({ ...SHORT, longurl, alias });
	const rows = questions(listedLink(SHORT), shown, 'Check-a1', URL);
	const names = rows.filter(({ trouble }) => trouble !== undefined).map(({ part }) => part);
	expect(names).toEqual(unlike.map((name) => `Test link: ${name}`));
});
