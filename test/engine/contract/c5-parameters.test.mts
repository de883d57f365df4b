import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { autoMap, updateOf, runOn } from '../support/runs.mts';
import { createBodies, longUrls, serviceWith } from '../support/service.mts';
import { outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/** The fields of UTM parameters in the form. */
const FORM = { utm: { values: { utm_source: 'news' } } };
const WITH_SOURCE = `${PAGE}?utm_source=news`;

/** How a service treats parameters that come beside the long URL. */
const KEEPS = [
	['keeps parameters apart', false],
	['writes parameters into the long URL', true],
] as const;

async function run(service: Service, parameters: INodeParameters, items: IDataObject[]) {
	return await runOn(service, parameters, items, { onError: 'continueRegularOutput' });
}

describe.each(KEEPS)('a service that %s', (_what, writesParametersIntoUrls) => {
	const keeping = async () => await serviceWith({ variations: { writesParametersIntoUrls } });

	it('Create writes UTM values and other parameters into the long URL', async () => {
		const service = await keeping();
		const other = { parameters: { parameter: [{ name: 'ref', value: 'flyer' }] } };
		await run(service, autoMap({ additionalFields: other, ...FORM }), [{ url: PAGE }]);

		const [url = ''] = longUrls(service);
		expect(createBodies(service)).toEqual([{ url }]);
		expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
			utm_source: 'news',
			ref: 'flyer',
		});
	});

	it('Update writes them there, beside the long URL that the link has', async () => {
		const service = await keeping();
		service.seed('links', [{ url: `${PAGE}?a=b`, custom: 'spring' }]);
		const [link] = service.links();
		const parameters = updateOf('id', { ...FORM, updateFields: {} });
		await run(service, parameters, [{ link: link?.id }]);
		await run(service, parameters, [{ link: link?.id }]);

		expect(longUrls(service)).toEqual([`${PAGE}?a=b&utm_source=news`]);
		expect(service.links()[0]?.parameters).toEqual([]);
	});

	it('Create, then Create or Update with the same row, is one link', async () => {
		const service = await keeping();
		const row = { url: PAGE, utm_source: 'news' };
		await run(service, autoMap(), [row]);
		const second = await sheetOn(service).run([row]);

		expect(outcomes(second)).toEqual(['unchanged']);
		expect(longUrls(service)).toEqual([WITH_SOURCE]);
	});

	it.each([PAGE, WITH_SOURCE])(
		'rows without Long URL give %s each parameter of the form once, after a restart, too',
		async (url) => {
			const service = await keeping();
			service.seed('links', [{ url, custom: 'spring' }]);
			const sheet = sheetOn(service, { ...FORM });
			const first = await sheet.run([{ custom: 'spring' }]);
			await sheet.restart();
			const second = await sheet.run([{ custom: 'spring' }]);

			expect(longUrls(service)).toEqual([WITH_SOURCE]);
			expect(outcomes(first)).toEqual([url === PAGE ? 'updated' : 'unchanged']);
			expect(outcomes(second)).toEqual(['unchanged']);
			expect(service.links()[0]?.parameters).toEqual([]);
		},
	);
});
