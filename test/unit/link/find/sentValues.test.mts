import { describe, expect, it } from 'vitest';

import { isSent, SentValues } from '../../../../nodes/LinkShortener/link/find/linkMemory';

const LINK = { id: 7, key: 'go.brand/a' };
const BODY = { metatitle: 'A long title', password: 'secret' };

function afterSending() {
	const values = new SentValues();
	values.note(LINK, BODY);
	const valueOf = (field: string) => values.valuesOf(LINK).get(field);
	return { values, valueOf };
}

describe('what was sent for a link', () => {
	it('is known by field, and no other value is taken for it', () => {
		const { valueOf } = afterSending();
		expect(isSent('A long title', valueOf('metatitle'))).toBe(true);
		expect(isSent('Another title', valueOf('metatitle'))).toBe(false);
		expect(isSent('A long title', valueOf('description'))).toBe(false);
	});

	it('is kept as a hash, since it may be a password', () => {
		const { valueOf } = afterSending();
		expect(JSON.stringify(valueOf('password'))).not.toContain('secret');
	});

	it('stays when another field is sent', () => {
		const { values, valueOf } = afterSending();
		values.note(LINK, { description: 'New' });
		expect(isSent('A long title', valueOf('metatitle'))).toBe(true);
	});

	it('is found by the short URL where the answer to the create named no id', () => {
		const values = new SentValues();
		values.note({ id: undefined, key: LINK.key }, BODY);
		expect(values.valuesOf(LINK).size).toBe(2);
		expect(values.valuesOf({ id: 8, key: 'go.brand/b' }).size).toBe(0);
		values.note(LINK, { description: 'New' });
		expect(values.valuesOf(LINK).size).toBe(3);
	});

	it('is bounded, the oldest goes first', () => {
		const values = new SentValues();
		for (let id = 1; id <= 20_001; id += 1) values.note({ id, key: '' }, BODY);
		expect(values.valuesOf({ id: 1, key: '' }).size).toBe(0);
		expect(values.valuesOf({ id: 2, key: '' }).size).toBe(2);
	});
});
