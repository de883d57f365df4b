import { describe, expect, test } from 'vitest';
import { clientOf, pair } from '../client.mts';
import type { ClientCall, ClientTable } from './clientTable.mts';
import { clcLi } from './clients/clcLi.mts';
import { description } from './clients/description.mts';
import { dwz } from './clients/dwz.mts';
import { enlace2 } from './clients/enlace2.mts';
import { shotcut } from './clients/shotcut.mts';
import { supertest } from './clients/supertest.mts';
import { urlBaeCli } from './clients/urlBaeCli.mts';
import { urlbaeGo } from './clients/urlbaeGo.mts';
import { PRESETS, type PresetName } from './index.mts';

/** The clients that were written for a service like each preset. */
const CLIENTS: Record<PresetName, ClientTable[]> = {
	urlbae: [supertest, urlBaeCli, urlbaeGo, shotcut],
	enlace2: [enlace2],
	oldest: [dwz],
	// What scripts for clc.li do goes with the description, too.
	strict: [description, clcLi],
};

const played = Object.entries(CLIENTS).flatMap(([preset, tables]) =>
	tables.map((table) => ({ preset: preset as PresetName, ...table })),
);

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof pair>>['http']['get']>>;

/** The id in an answer to a create, or of its only record where it names none. */
function idIn({ data }: Answer): string {
	const { data: nested, ...top } = data as { data?: { id?: number }; id?: number };
	return String(top.id ?? nested?.id);
}

test.each(played)('$preset answers $client', async ({ preset, calls }) => {
	const { service, http } = await pair(PRESETS[preset].options);
	const scheme = service.options.variations.authorizationScheme ?? 'Bearer';
	const ids = new Map<string, string>();
	const send = async ({ call, query, json, file, isKeyWrong }: ClientCall) => {
		const [method = '', place = ''] = call.split(' ');
		const url = place.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? name);
		const headers = {
			Authorization: `${scheme} ${service.apiKey}`,
			...(json && { 'Content-Type': 'application/json' }),
			...(file && { 'Content-Type': file.type }),
		};
		const data = file === undefined ? json : Buffer.from(file.bytes);
		const client = isKeyWrong ? clientOf(service, 'wrong') : http;
		const sent = isKeyWrong ? {} : { headers };
		return await client.request({ method, url, params: query, data, ...sent });
	};
	for (const each of calls) {
		const answer = await send(each);
		const what = `${each.call} ${JSON.stringify(each.json ?? each.query ?? '')}`;
		expect(answer.data, what).toMatchObject(each.answers);
		expect(answer.status, what).toBe(each.status ?? 200);
		if (each.keeps !== undefined) ids.set(each.keeps, idIn(answer));
	}
});

describe('the tables say where they are from', () => {
	test.each(played)('$client', ({ sources, notPlayed = [] }) => {
		for (const source of sources) expect(source).toMatch(/^(https:\/\/|docs\/)/);
		for (const [call, why] of notPlayed) expect([call, why]).not.toContain('');
	});
});

test('one answer that is another one is found', async () => {
	const { variations } = PRESETS.urlbae.options;
	const { service, http } = await pair({
		...PRESETS.urlbae.options,
		variations: { ...variations, errorValue: 'asDescribed' },
	});
	service.seed(
		'pixels',
		Array.from({ length: 9 }, () => ({})),
	);
	const expected = supertest.calls.find(({ call }) => call === 'GET /api/pixels')?.answers ?? {};
	const { data } = await http.get('/api/pixels');
	expect(data).not.toMatchObject(expected);
	expect({ ...data, error: 0 }).toMatchObject(expected);
});
