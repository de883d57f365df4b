import { expect, test } from 'vitest';
import { clientOf, pair } from './client.mts';
import type { AliasChange, Variations } from './index.mts';

const SHORT = 'https://sho.rt';
const PAGE = 'https://long.example/page';

async function varied(variations: Partial<Variations>) {
	const { service, http } = await pair({ variations });
	const create = async (body: object) =>
		(await http.post('/api/url/add', { url: PAGE, ...body })).data;
	return { service, http, create };
}

test.each<[form: AliasChange[], given: string, kept: string]>([
	[['lowerCase', 'hyphens'], 'Summer Sale', 'summer-sale'],
	[['ascii'], 'grüße', 'gruesse'],
	[['cut'], 'a-very-long-alias-of-a-link', 'a-very-long-alias-of'],
])('aliases in the form %j', async (aliasForm, custom, kept) => {
	const { service, create } = await varied({ aliasForm });
	expect((await create({ custom })).shorturl).toBe(`${service.url}/${kept}`);
	expect((await create({ custom })).message).toBe(
		'That alias is taken. Please choose another one.',
	);
});

test('an alias once on each domain, or once on all', async () => {
	const { service, http, create } = await varied({});
	service.seed('domains', [{ domain: 'https://brand.example' }]);
	const onBrand = { custom: 'summer', domain: 'https://brand.example' };
	expect([(await create({ custom: 'summer' })).error, (await create(onBrand)).error]).toEqual([
		0, 0,
	]);
	service.set({ variations: { aliasesUniqueOverAll: true } });
	const [first] = service.links();
	expect((await create({ ...onBrand, custom: 'winter' })).error).toBe(0);
	expect((await create({ custom: 'winter' })).error).toBe(1);
	const path = `/api/url/${String(first?.id)}/update`;
	expect((await http.put(path, { url: PAGE, custom: 'winter' })).data.error).toBe(1);
});

test('a default domain that is not the one of the dashboard, and another one', async () => {
	const { service, http, create } = await varied({
		defaultDomain: SHORT,
		ownDomains: ['https://two.example'],
	});
	expect((await create({ custom: 'one' })).shorturl).toBe(`${SHORT}/one`);
	expect((await create({ custom: 'two', domain: 'two.example' })).shorturl).toBe(
		'https://two.example/two',
	);
	expect((await create({ custom: 'six', domain: 'https://six.example' })).error).toBe(1);
	const lookUp = async (short: string) => (await http.get('/api/urls', { params: { short } })).data;
	expect(await lookUp('one')).toMatchObject({ details: { shorturl: `${SHORT}/one` } });
	expect(await lookUp('https://two.example/two')).toMatchObject({ error: 0 });
	expect((await lookUp(`${service.url}/one`)).error).toBe(1);
	const visit = await clientOf(service).get('/one', { headers: { host: 'sho.rt' } });
	expect(visit.headers['location']).toBe(PAGE);
});

test('a default domain that is one of the account', async () => {
	const { service, create } = await varied({ defaultDomain: 'https://brand.example' });
	service.seed('domains', [{ domain: 'https://brand.example' }]);
	expect((await create({ custom: 'one' })).shorturl).toBe('https://brand.example/one');
});

test('titles without blanks, parameters in the long URL', async () => {
	const { service, create } = await varied({
		collapsesTitles: true,
		writesParametersIntoUrls: true,
	});
	const parameters = [{ name: 'utm_source', value: 'news' }];
	await create({ metatitle: ' Spring  Sale ', parameters });
	expect(service.links()).toMatchObject([
		{ title: 'Spring Sale', longurl: `${PAGE}?utm_source=news`, parameters: [] },
	]);
});

test('an edit by hand', async () => {
	const { service, http, create } = await varied({});
	const { id } = await create({ metatitle: 'Before' });
	service.clearRequests();
	service.editLink(id, { longurl: `${PAGE}/moved`, title: 'After' });
	expect(service.requests).toEqual([]);
	expect((await http.get(`/api/url/${String(id)}`)).data).toMatchObject({
		details: { longurl: `${PAGE}/moved`, title: 'After' },
	});
});

test('messages in another language', async () => {
	const { service, http, create } = await varied({ language: 'other' });
	await create({ custom: 'summer' });
	const { message } = await create({ custom: 'summer' });
	expect(message).toMatch(/^Ez most nem megy/);
	const deleted = (await http.delete('/api/url/1/delete')).data;
	expect(deleted).toMatchObject({ error: 0 });
	expect(deleted.message).toMatch(/^Ez most nem megy/);
	const wrong = await clientOf(service, 'wrong').get('/api/account');
	expect(wrong.data.message).toBe('A valid API key is required to use this service.');
});
