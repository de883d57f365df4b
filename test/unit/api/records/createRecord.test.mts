import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	createRecord,
	pixelRecord,
	tidyRecord,
} from '../../../../nodes/LinkShortener/api/records/records';

async function create(answer: IDataObject, read = tidyRecord) {
	const request = async () => await Promise.resolve(answer);
	const spec = { path: '/api/campaign/add', json: { name: 'Summer' } };
	return await createRecord({ request }, spec, read);
}

describe('creating a record', () => {
	it('returns one that is known by its short URL alone', async () => {
		const record = await create({ shorturl: 'https://go.example.com/a' });

		expect(record).toEqual({ shorturl: 'https://go.example.com/a' });
	});

	it.each<[what: string, answer: IDataObject, read: (raw: IDataObject) => IDataObject]>([
		['no pixel', { message: 'Created' }, pixelRecord],
		['nothing', {}, pixelRecord],
		['no id', { message: 'Created' }, tidyRecord],
		['an empty short URL', { shorturl: '' }, tidyRecord],
	])('is unconfirmed where the answer holds %s', async (_, answer, read) => {
		await expect(create(answer, read)).rejects.toMatchObject({
			explanation: { mayBeDone: true },
		});
	});
});
