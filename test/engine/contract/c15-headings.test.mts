import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode, type RunResult } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { textLike, textWith } from '../support/matchers.mts';
import { autoMap, errorOf, ON_ERROR } from '../support/runs.mts';
import { createBodies, credentialsOf } from '../support/service.mts';
import {
	changesSent,
	complaints,
	destinations,
	outcomes,
	PAGE,
	sheetOn,
	times,
} from '../support/sheet.mts';
import type { Service } from '../../service/index.mts';

/** C5, C15: what the headings of a sheet mean, whatever its cells say. */

async function run(
	rows: IDataObject[],
	parameters: INodeParameters = autoMap(),
	service?: Service,
	onError: keyof typeof ON_ERROR = 'Continue',
) {
	const own = service ?? (await seededService());
	const credentials = credentialsOf(own);
	const result = await runNode({
		credentials,
		parameters,
		items: rows,
		onError: ON_ERROR[onError],
	});
	return { service: own, result };
}

function hintsOf({ hints }: RunResult): string {
	return hints.map(({ message }) => message).join('\n');
}

/** The bodies that are sent for rows, without the order in which they arrive. */
function sentBy(service: Service): IDataObject[] {
	const bodies = createBodies(service) as Array<IDataObject & { url: string }>;
	return bodies.toSorted((one, other) => (one.url < other.url ? -1 : 1));
}

/** Pages whose order as texts is that of their numbers. */
const pageOf = (number: number) => `${PAGE}/${String(number).padStart(2, '0')}`;

/** A row with the address of the service in the place of its name. */
function withService(row: IDataObject, service: Service): IDataObject {
	const { 'Short URL': short } = row;
	if (typeof short !== 'string') return row;
	return { ...row, 'Short URL': short.replace('SERVICE', service.url) };
}

const LONG = 'A post about shoes. '.repeat(8).trim();

describe('a UTM plan', () => {
	const PLAN = [
		{ URL: PAGE, Source: 'newsletter', Medium: 'email', Campaign: 'autumn-26', Content: 'header' },
		{ URL: PAGE, Source: 'facebook', Medium: 'paid-social', Campaign: 'autumn-26', Content: '' },
	];
	const FIRST = `${PAGE}?utm_source=newsletter&utm_medium=email&utm_campaign=autumn-26&utm_content=header`;
	const SECOND = `${PAGE}?utm_source=facebook&utm_medium=paid-social&utm_campaign=autumn-26`;

	it('makes a link for each placement', async () => {
		const { service, result } = await run(PLAN);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service).map(({ url }) => url)).toEqual([SECOND, FIRST]);
	});

	it('makes two links by Create or Update as well, and no third', async () => {
		const service = await seededService();
		const sheet = sheetOn(service);
		expect(outcomes(await sheet.run(PLAN))).toEqual(['created', 'created']);
		expect(outcomes(await sheet.run(PLAN))).toEqual(['unchanged', 'unchanged']);
	});

	it.each(['Campaign', 'Campaign Name'])('has a parameter alone under %s', async (heading) => {
		const row = { URL: PAGE, 'Campaign Source': 'mail', 'campaign-medium': 'email' };
		const { service, result } = await run([{ ...row, [heading]: 'Spring' }]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([
			{ url: `${PAGE}?utm_source=mail&utm_medium=email&utm_campaign=Spring` },
		]);
	});

	it('has the campaign of the form for all rows', async () => {
		const campaign = { __rl: true, mode: 'id', value: '12' };
		const { service } = await run(PLAN, autoMap({ additionalFields: { campaign } }));

		for (const body of sentBy(service)) expect(body).toMatchObject({ campaign: 12 });
	});

	it('takes a number for a name', async () => {
		const { service, result } = await run([{ ...PLAN[0], Campaign: '2026' }]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: FIRST.replace('autumn-26', '2026') }]);
	});

	it('is told, with the way to end it', async () => {
		const { result } = await run(PLAN);

		expect(hintsOf(result)).toMatch(
			/Source, Medium, Campaign, and Content were read as UTM parameters.*Inputs to Ignore/,
		);
	});

	it('is none if Source is ignored', async () => {
		const parameters = autoMap({ options: { inputsToIgnore: 'Source' } });
		const rows = [{ URL: PAGE, Source: 'newsletter', Medium: 'email', Campaign: 'Spring' }];
		const { service } = await run(rows, parameters);

		expect(sentBy(service)).toEqual([{ url: PAGE, campaign: 11 }]);
	});

	it('is none without a heading Medium', async () => {
		const row = { URL: PAGE, Source: 'newsletter', Campaign: 'Spring', Content: LONG };
		const { service, result } = await run([row]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: PAGE, campaign: 11 }]);
	});

	// https://github.com/dubinc/dub/issues/214: a link for each placement of one page, by source
	it('has Term', async () => {
		const { service } = await run([
			{ 'Long URL': PAGE, Source: 'google', Medium: 'cpc', Term: 'running shoes' },
		]);

		expect(sentBy(service)).toEqual([
			{ url: `${PAGE}?utm_source=google&utm_medium=cpc&utm_term=running+shoes` },
		]);
	});

	it('refuses the rows alone whose cells can be no parameter', async () => {
		const row = { 'Long URL': PAGE, Source: 'mail', Medium: 'email' };
		const { service, result } = await run([
			{ ...row, Content: LONG },
			{ ...row, Content: 'Two\nlines' },
			{ ...row, Content: 'x'.repeat(100) },
		]);

		expect(complaints(result)).toEqual([
			textLike(/^Content is too long for a UTM parameter.*Inputs to Ignore/),
			textLike(/^Content has a line break.*Inputs to Ignore/),
		]);
		expect(sentBy(service)).toHaveLength(1);
	});
});

describe('a weekly plan', () => {
	/** Its cells, and the parameters that its links keep. */
	const WEEK: Array<[cells: IDataObject, parameters: string]> = [
		[{ Source: 'newsletter', Medium: 'email' }, 'utm_source=newsletter&utm_medium=email'],
		[{ Source: 'TV spot', Medium: 'tv' }, 'utm_source=TV+spot&utm_medium=tv'],
		[{ Source: 'x'.repeat(33), Medium: 'web' }, `utm_source=${'x'.repeat(33)}&utm_medium=web`],
		[{ Source: '', Medium: 'print' }, 'utm_medium=print'],
	];
	const planOf = (more: (number: number) => IDataObject) =>
		WEEK.map(([cells], index) => ({ 'Sheet URL': '', URL: PAGE, ...cells, ...more(index + 1) }));
	const pages = WEEK.map(([, parameters]) => `${PAGE}?${parameters}`);

	it.each<[what: string, more: (number: number) => IDataObject]>([
		['with aliases', (number) => ({ Alias: `week-${number}` })],
		['without aliases', () => ({})],
		[
			'with an empty column UTM Source',
			(number) => ({ Alias: `week-${number}`, 'UTM Source': '' }),
		],
	])('keeps all values of all links, whatever new rows say: %s', async (_what, more) => {
		const service = await seededService();
		const before = service.links().length;
		const sheet = sheetOn(service);
		const rows = planOf(more);
		await sheet.run(rows.slice(0, 1));

		expect(outcomes(await sheet.run(rows))).toEqual([
			...['unchanged', 'created', 'created', 'created'],
		]);
		expect(outcomes(await sheet.run(rows))).toEqual(times(4, 'unchanged'));
		const links = service.links().slice(before);
		expect(links.map(({ longurl }) => longurl).toSorted()).toEqual(pages.toSorted());
	});

	it('is refused in the rows in which UTM Source says something else', async () => {
		const rows = planOf((number) => ({ 'UTM Source': number === 2 ? 'crm' : '' }));
		const { service, result } = await run(rows);

		expect(complaints(result)).toEqual([textWith('"Source" and "UTM Source" are both UTM Source')]);
		expect(sentBy(service)).toHaveLength(3);
	});
});

it('remarks in headings do not count', async () => {
	const cases: Array<[heading: string, cell: string, sent: IDataObject]> = [
		['Custom Slug (optional)', 'slug-1', { custom: 'slug-1' }],
		['Alias [max. 30 characters]', 'slug-2', { custom: 'slug-2' }],
		['Alias - optional', 'slug-3', { custom: 'slug-3' }],
		['Custom Alias (optionnel)', 'slug-4', { custom: 'slug-4' }],
		['Slug (opcional)', 'slug-5', { custom: 'slug-5' }],
		['Custom back-half (optional)', 'slug-6', { custom: 'slug-6' }],
		['Password *', 'open', { password: 'open' }],
		['Expiry Date (YYYY-MM-DD)', '2040-12-31', { expiry: '2040-12-31 00:00:00' }],
		['Expiry (TT.MM.JJJJ)', '31.12.2040', { expiry: '2040-12-31 00:00:00' }],
		['Meta Title (e.g. Summer sale)', 'Sale', { metatitle: 'Sale' }],
		['og:title', 'Sale', { metatitle: 'Sale' }],
		['OG Description', 'All of it', { metadescription: 'All of it' }],
		['og_image', `${PAGE}.png`, { metaimage: `${PAGE}.png` }],
		['Meta Description: max 160', 'All shoes', { metadescription: 'All shoes' }],
		// These are other columns.
		['URL (old)', 'https://example.com/old', {}],
		['Title (DE)', 'Titel', {}],
		['Alias (print)', 'print', {}],
	];
	const urls = ['Long URL (required)', 'Long URL (Pflichtfeld)'];
	const rows = cases.map(([heading, cell], index) => ({
		[urls[index % 2] ?? '']: pageOf(index),
		[heading]: cell,
	}));
	const { service, result } = await run(rows);

	expect(complaints(result)).toEqual([]);
	expect(sentBy(service)).toEqual(
		cases.map(([, , sent], index) => ({ url: pageOf(index), ...sent })),
	);
});

it('Password and Expiry have the names of ordinary sheets, in ten languages', async () => {
	const expiry = [
		...['Expires', 'Expires At', 'expires_on', 'Expires Until', 'Expires Date', 'Expiration'],
		...['Expiry Date', 'expirationDate', 'validUntil', 'Gültig bis', 'Fecha de caducidad'],
		...["Date d'expiration", 'Data di scadenza', 'Data de validade', 'Vervaldatum', 'Ważny do'],
		...['Giltig till', 'Udløbsdato', 'Son kullanma tarihi'],
	];
	const password = [
		...[
			'Link Password',
			'Password for the Link',
			'Passwort',
			'Contraseña',
			'Mot de passe',
			'Senha',
		],
		...['Wachtwoord', 'Hasło', 'Lösenord', 'Adgangskode', 'Parola', 'Şifre', 'Пароль', '密码'],
	];
	const rows: IDataObject[] = [
		...expiry.map((heading) => ({ [heading]: '2040-12-31' })),
		...password.map((heading) => ({ [heading]: 'open-sesame' })),
	].map((row, index) => ({ url: pageOf(index), ...row }));
	const { service, result } = await run(rows);

	expect(complaints(result)).toEqual([]);
	expect(sentBy(service)).toEqual(
		rows.map(({ url }, index) => ({
			url,
			...(index < expiry.length ? { expiry: '2040-12-31 00:00:00' } : { password: 'open-sesame' }),
		})),
	);
});

describe('two columns of one field', () => {
	it('are refused in the rows in which they differ, and nothing of those is sent', async () => {
		const there = { url: PAGE, custom: 'mine' };
		const rows: Array<[row: IDataObject, says: string]> = [
			[{ ...there, 'Long URL': `${PAGE}/other` }, '"url" and "Long URL" are both Long URL'],
			[{ ...there, Alias: 'yours' }, '"custom" and "Alias" are both Custom Alias'],
			[{ ...there, 'Short Link': 'yours' }, '"custom" and "Short Link" are both Custom Alias'],
			[
				{ ...there, Expires: '2040-12-31', 'Valid Until': '2041-12-31' },
				'"Expires" and "Valid Until" are both Expiry',
			],
			[{ ...there, 'Short URL': 'SERVICE/yours' }, '/yours, but custom is mine'],
		];
		const service = await seededService();
		const given = rows.map(([row]) => withService(row, service));
		const { result } = await run(given, autoMap({ operation: 'upsert' }), service);

		expect(complaints(result)).toEqual(rows.map(([, says]) => textWith(says)));
		expect(changesSent(service)).toEqual([]);
	});

	it('are one where they say the same, or one of them nothing; an ID counts before a name', async () => {
		const service = await seededService();
		const rows: IDataObject[] = [
			{ url: pageOf(1), 'Long URL': ` ${pageOf(1)}`, custom: 'mine', Alias: '' },
			{ url: '', 'Long URL': pageOf(2), Slug: 'two', 'Short URL': 'SERVICE/two' },
			{ url: pageOf(3), 'Campaign ID': 11, 'Campaign Name': 'Summer' },
		];
		const parameters = autoMap({ operation: 'upsert' });
		const given = rows.map((row) => withService(row, service));
		const { result } = await run(given, parameters, service);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toMatchObject([
			{ url: pageOf(1), custom: 'mine' },
			{ url: pageOf(2), custom: 'two' },
			{ url: pageOf(3), campaign: 11 },
		]);
	});
});

describe('an empty Short Link', () => {
	it('takes no alias away; with a word in it, it has the alias', async () => {
		const { service } = await run([
			{ 'Long URL': pageOf(1), 'Vanity URL': 'summer', 'Short Link': '' },
			{ 'Long URL': pageOf(2), 'Vanity URL': null, 'Short Link': 'winter' },
		]);

		expect(sentBy(service)).toEqual([
			{ url: pageOf(1), custom: 'summer' },
			{ url: pageOf(2), custom: 'winter' },
		]);
	});

	it('is filled by the first run, and the second changes nothing', async () => {
		const service = await seededService();
		const sheet = sheetOn(service, { options: { inputFields: 'columns' } });
		const rows = [{ 'Long URL': PAGE, 'Vanity URL': 'july', 'Short Link': '' }];
		const first = await sheet.run(rows);
		const again = await sheet.run(first.items);

		expect(first.items).toMatchObject([
			{ link_action: 'created', 'Short Link': `${service.url}/july` },
		]);
		expect(again.items).toMatchObject([{ link_action: 'unchanged' }]);
	});
});

describe('headings that sheets use for other things', () => {
	const OTHERS: IDataObject = {
		...{ keyword: 'running shoes', Keyword: 'shoes', key: 'PROJ-12', Path: '/var/files' },
		...{ Link: 'https://go.example.com/a', Short: 'yes', Code: 'SAVE20', Target: '500' },
		...{ Note: 'ask Ann', Vanity: 'winter', Website: 'https://example.org' },
		...{ Status: 'private', Type: 'frame', Visibility: 'public', 'End Date': '2040-12-31' },
		...{ 'User Password': 'open-sesame', 'Link Slug': 'summer', Date: '2040-12-31' },
	};

	it('are named in one line, with the fields that one may be dragged into', async () => {
		const { service, result } = await run([{ url: PAGE, ...OTHERS }]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: PAGE }]);
		expect(hintsOf(result)).toContain(
			`Not used: ${Object.keys(OTHERS).join(', ')}. If one of them is about the links, drag it into its field, such as Custom Alias, Expiry, or Password. The columns of a link are called Redirect Type and Link Status.`,
		);
	});

	it('double no list that gains one of them', async () => {
		const service = await seededService();
		const sheet = sheetOn(service);
		const rows = [{ url: pageOf(1) }, { url: pageOf(2) }];
		await sheet.run(rows);

		expect(outcomes(await sheet.run(rows.map((row) => ({ ...row, ...OTHERS }))))).toEqual(
			times(2, 'unchanged'),
		);
	});

	it.each([
		['Redirect Type', 'Shoes'],
		['Link Status', 'pubilc'],
	])('but %s is always meant', async (heading, cell) => {
		const { service, result } = await run([{ 'Long URL': PAGE, [heading]: cell }]);

		expect(complaints(result)[0]).toContain(`"${cell}"`);
		expect(sentBy(service)).toEqual([]);
	});
});

describe('sheets of every day', () => {
	it.each(['create', 'upsert'])(
		'with merged cells: no row is blank, with %s',
		async (operation) => {
			const rows = ['mail', 'web', 'print'].map((source, index) => ({
				...{ 'Long URL': index === 0 ? PAGE : '', 'UTM Source': source },
			}));
			const { result } = await run(rows, autoMap({ operation }));

			expect(outcomes(result)).toEqual(['created', 'failed', 'failed']);
			for (const words of complaints(result)) {
				expect(words).toMatch(/^Long URL is empty/);
				expect(words).toContain('Merged cells: fill them in each row.');
			}
		},
	);

	it.each(['create', 'upsert'])(
		'without headings: %s says so, and how to go on',
		async (operation) => {
			const [first, ...others] = [1, 2, 3].map((number) => [pageOf(number), `row-${number}`]);
			const headless = others.map((cells) =>
				Object.fromEntries(cells.map((cell, index) => [first?.[index] ?? '', cell])),
			);
			const { service, result } = await run(headless, autoMap({ operation }), undefined, 'Stop');
			const { message, description } = errorOf(result);

			expect(message).toContain(`The file has no headings: its first line, such as ${pageOf(1)}`);
			expect(description).toContain('turn Header Row off');
			expect(changesSent(service)).toEqual([]);

			const rows = [first, ...others].map((row) => ({ row }));
			const dragged = { url: '={{ $json.row[0] }}', custom: '={{ $json.row[1] }}' };
			const mended = await run(rows, autoMap({ operation, ...dragged }));
			expect(sentBy(mended.service)).toMatchObject(
				[1, 2, 3].map((number) => ({ url: pageOf(number), custom: `row-${number}` })),
			);
		},
	);

	it('of guests: one address in the form, and no column of ours', async () => {
		const service = await seededService();
		const values = { utm_content: '={{ $json.Guest }}' };
		const sheet = sheetOn(service, { url: PAGE, utm: { values } });
		const rows = ['Ann', '', 'Bo'].map((Guest, index) => ({ Guest, Table: index }));
		const first = await sheet.run(rows);

		expect(outcomes(first)).toEqual(['created', 'skipped', 'created']);
		expect(outcomes(await sheet.run(rows))).toEqual(['unchanged', 'skipped', 'unchanged']);
		expect(sentBy(service).map(({ url }) => url)).toEqual([
			...[`${PAGE}?utm_content=Ann`, `${PAGE}?utm_content=Bo`],
		]);
		expect(hintsOf(first)).toContain('Used: Guest. Not used: Table.');
	});

	it('with links that were written back: Domain in the form is for the others', async () => {
		const service = await seededService();
		const domain = { __rl: true, mode: 'address', value: 'https://go.example.com' };
		const sheet = sheetOn(service, {
			additionalFields: { domain },
			options: { inputFields: 'columns' },
		});
		const row = (number: number) => ({ 'Long URL': pageOf(number), 'Short URL': '' });
		const home = { ...row(0), 'Long URL': 'https://example.com/spring' };
		const first = await sheet.run([
			...[row(1), { ...row(2), Alias: 'two' }],
			{ ...home, 'Short URL': `${service.url}/spring` },
		]);
		const again = await sheet.run([...first.items, row(4)]);

		const branded = textLike(/^https:\/\/go\.example\.com\//);
		expect(first.items).toMatchObject([
			{ link_action: 'created', 'Short URL': branded },
			{ link_action: 'created', 'Short URL': 'https://go.example.com/two' },
			{ link_action: 'unchanged', 'Short URL': `${service.url}/spring` },
		]);
		expect(again.items.map(({ link_action }) => link_action)).toEqual([
			...times(3, 'unchanged'),
			'created',
		]);
		expect(again.items[3]).toMatchObject({ 'Short URL': branded });
	});

	it('of links that Get Many gave and Set gave another url: both columns are named', async () => {
		const service = await seededService();
		const getAll = { resource: 'link', operation: 'getAll', returnAll: true };
		const { result } = await run([{}], getAll, service);
		const links = result.items.map((link, index) => ({ ...link, url: `${PAGE}/new/${index}` }));
		const refused = await run(links, autoMap({ operation: 'upsert' }), service, 'Stop');
		const { message, description } = errorOf(refused.result);

		expect(`${message} ${description}`).toContain('"longurl" and "url" are both Long URL');
		expect(description).toContain('Options → Inputs to Ignore');
		expect(changesSent(service)).toEqual([]);

		const options = { inputsToIgnore: 'longurl' };
		const updated = await sheetOn(service, { options }).run(links);
		expect(outcomes(updated)).toEqual(times(links.length, 'updated'));
		expect(
			Object.values(destinations(service)).every((page) => page.startsWith(`${PAGE}/new/`)),
		).toBe(true);
	});
});

it('what is wrong in a column names the way to leave it out', async () => {
	const sheets = [
		[{ 'Landing Page': 'TBD' }, { 'Landing Page': PAGE }],
		[{ url: PAGE, Expires: 'soon' }],
	];
	for (const rows of sheets) {
		const { message, description } = errorOf(
			(await run(rows, autoMap(), undefined, 'Stop')).result,
		);
		expect(`${message}\n${description}`).toContain('Inputs to Ignore');
	}
});
