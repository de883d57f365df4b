import { describe, expect, it } from 'vitest';
import { compareOwners, type Owner } from '../../../nodes/LinkShortener/trigger/account';

const before: Owner = { key: 'k1', address: 'a1', account: '7 2026' };

describe('a changed key', () => {
	it.each<[string, Partial<Owner>, string]>([
		['the same key', {}, 'same'],
		['another key of the account', { key: 'k2' }, 'same'],
		['a key of another account', { key: 'k2', account: '8 2026' }, 'other'],
		['the same account at another address', { key: 'k2', address: 'a2' }, 'unclear'],
		['another account at another address', { key: 'k2', address: 'a2', account: '8' }, 'other'],
		['a key that may not read its account', { key: 'k2', account: '' }, 'unclear'],
	])('%s', (_, change, expected) => {
		expect(compareOwners(before, { ...before, ...change })).toBe(expected);
	});

	it('after one that might not read its account is unclear', () => {
		expect(compareOwners({ ...before, account: '' }, { ...before, key: 'k2' })).toBe('unclear');
	});
});
