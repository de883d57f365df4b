import { expect, it } from 'vitest';

import {
	judgeAnswer,
	type Answered,
} from '../../../../nodes/LinkShortener/link/create/judgeAnswer';
import { listedLink, rowLink } from '../../../../nodes/LinkShortener/link/find/listedLink';

const PAGE = 'https://example.com/page';

/** What is answered to a create that left after id 10 was listed, with an alias that the node made. */
function answered(alias: string, id: number | undefined, more: Partial<Answered> = {}): Answered {
	return {
		link: listedLink({ id, shorturl: `https://go.brand/${alias}` }),
		row: rowLink({ url: PAGE }),
		alias: 'k7mhxw2',
		...{ above: 10, isListed: true, isUsedAlias: false },
		...more,
	};
}

const users = (custom: string) => ({ row: rowLink({ url: PAGE, custom }), alias: custom });
const elsewhere = listedLink({
	shorturl: 'https://go.brand/old',
	longurl: 'https://example.com/other',
});

it.each<[what: string, answer: Answered, verdict: string]>([
	['the alias that was made', answered('k7mhxw2', 11), 'named, new, sure'],
	['it in capitals, with a lower id', answered('K7MHXW2', 9), 'named, new, sure'],
	['another alias, and a higher id', answered('x1', 11), 'new, sure'],
	['another alias, and a lower id', answered('x1', 10), ''],
	['another alias, and no id known', answered('x1', 11, { above: undefined }), 'new'],
	['another alias, and none listed', answered('x1', 11, { isListed: false }), 'new'],
	['another alias, and no id', answered('x1', undefined), 'new'],
	['the alias of another item', answered('x1', 11, { isUsedAlias: true }), ''],
	['no id, and another page', answered('old', undefined, { link: elsewhere }), ''],
	['a user’s alias', answered('sale', 11, users('sale')), 'named, new, sure'],
	['a user’s alias, respelled', answered('big-sale', 11, users('Big Sale')), 'named, new, sure'],
	['a user’s alias that was there', answered('sale', 10, users('sale')), 'named'],
	['what the service chose', answered('x1', 11, { alias: '' }), 'new, sure'],
	['what the service had', answered('x1', 10, { alias: '' }), ''],
])('an answer with %s', (_, answer, verdict) => {
	const { isNamed, isNew, isSure } = judgeAnswer(answer);
	const told = [isNamed && 'named', isNew && 'new', isSure && 'sure'].filter(Boolean);
	expect(told.join(', ')).toBe(verdict);
});
