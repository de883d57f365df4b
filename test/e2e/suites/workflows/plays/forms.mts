import type { Play } from '../scene.mts';
import { publishForm } from './formPages.mts';

/** A form that is published, filled in and sent as a browser does it. */
export const formPlays: Record<string, Play> = {
	'form-to-short-link.json': async (scene) => {
		const { file, service, checks } = scene;
		const { submit } = await publishForm(scene, 'make-a-short-link');
		const shown = await submit({
			'field-0': 'https://shop.example/form',
			'field-1': 'from-the-form',
		});
		const [link] = service.links();
		checks.same(`${file}: it makes one link`, service.links().length, 1);
		checks.same(`${file}: with the alias that was entered`, link?.alias, 'from-the-form');
		checks.check(
			`${file}: the page shows it`,
			shown.text.includes(String(link?.shorturl)),
			shown.text,
		);
		const again = await submit({
			'field-0': 'https://shop.example/form',
			'field-1': 'from-the-form',
		});
		checks.same(`${file}: sent again, it makes no second link`, service.links().length, 1);
		checks.check(
			`${file}: and the page shows the link that is there`,
			again.text.includes(String(link?.shorturl)),
			again.text,
		);

		const refused = await submit({
			'field-0': 'https://shop.example/b',
			'field-1': 'from-the-form',
		});
		checks.same(`${file}: a taken alias makes no link`, service.links().length, 1);
		checks.check(`${file}: the page says why`, /alias is taken/i.test(refused.text), refused.text);

		await submit({ 'field-0': 'https://shop.example/c', 'field-1': '' });
		checks.same(`${file}: the alias may be left out`, service.links().length, 2);

		service.set({ apiKeys: ['another'] });
		const { text: inTrouble } = await submit({
			'field-0': 'https://shop.example/d',
			'field-1': '',
		});
		checks.check(
			`${file}: a refused key is for the person who runs the form`,
			inTrouble.includes('Tell the person who runs this form') &&
				!inTrouble.includes('Copy the key'),
			inTrouble,
		);
	},
	'file-to-short-link.json': async (scene) => {
		const { file, service, checks } = scene;
		const { submit, stopWhen } = await publishForm(scene, 'share-a-pdf');
		const pdf = new File(['%PDF-1.7 prices'], 'Preise & Größen.pdf', { type: 'application/pdf' });
		service.addFault({ kind: 'silence', match: { method: 'POST' } });
		const isUnderWay = () => service.requests.some(({ fault }) => fault === 'silence');
		const early = await stopWhen(isUnderWay, { 'field-0': pdf, 'field-1': 'prices' });
		service.clearFaults();
		checks.same(
			`${file}: a run that is stopped before the file has arrived leaves nothing`,
			[early, service.table('files')],
			['canceled', []],
		);

		const { text: shown } = await submit({ 'field-0': pdf, 'field-1': 'prices' });
		const uploaded = service.table('files');
		checks.same(
			`${file}: it uploads the file under the alias that was entered`,
			uploaded.map(({ name, alias, bytes }) => ({ name, alias, bytes })),
			[{ name: pdf.name, alias: 'prices', bytes: pdf.size }],
		);
		checks.check(`${file}: the page shows its short link`, shown.includes('/prices'), shown);

		const { text: refused } = await submit({ 'field-0': pdf, 'field-1': 'prices' });
		checks.same(`${file}: a taken alias uploads nothing`, service.table('files').length, 1);
		checks.check(`${file}: the page says why`, /alias is taken/i.test(refused), refused);

		const late = { 'field-0': pdf, 'field-1': 'late-prices' };
		service.addFault({ kind: 'silence', work: true, match: { method: 'POST' } });
		const hasArrived = () => service.table('files').length === 2;
		const end = await stopWhen(hasArrived, late);
		service.clearFaults();
		const { text: told } = await submit(late);
		checks.same(
			`${file}: after a run that is stopped when the file has arrived, none is added`,
			[end, service.table('files').length, /alias is taken/i.test(told)],
			['canceled', 2, true],
		);
	},
};
