import { describe, expect, it } from 'vitest';
import type { AliasChange } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { createOf } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { outcomes, PAGE, sheetOn } from '../support/sheet.mts';

describe.each<[form: AliasChange, given: string, kept: string]>([
	['ascii', 'grüße', 'gruesse'],
	['cut', 'a-very-long-alias-of-a-link', 'a-very-long-alias-of'],
])('a service that changes aliases (%s)', (form, custom, kept) => {
	const changed = async () => await serviceWith({ variations: { aliasForm: [form] } });

	it('Create or Update says created, and how the alias came out', async () => {
		const service = await changed();
		const run = await sheetOn(service).run([{ url: PAGE, custom }]);

		expect(outcomes(run)).toEqual(['created']);
		expect(run.items[0]).toMatchObject({ alias: kept, shorturl: `${service.url}/${kept}` });
		expect(run.hints.map(({ message }) => message).join(' ')).toContain(kept);
		expect(service.links()).toHaveLength(1);
	});
});

describe('a service that hands out the link it has', () => {
	it('an answer that names an old link is still no creation', async () => {
		const service = await serviceWith({ variations: { suppressesDuplicates: true } });
		service.seed('links', [{ url: PAGE, custom: 'spring', date: '2026-01-05 09:00:00' }]);
		const create = async (url: string, custom: string) =>
			await runNode({
				credentials: credentialsOf(service),
				parameters: createOf(url, { custom }),
			});
		// The first answer of a process may name any link: no ID is known before.
		await create(`${PAGE}/other`, 'other');
		const run = await create(PAGE, 'summer');

		expect(run.items).toMatchObject([{ action: 'unchanged', shorturl: `${service.url}/spring` }]);
		expect(service.links()).toHaveLength(2);
	});
});
