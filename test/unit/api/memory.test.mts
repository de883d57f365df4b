import { expect, it, onTestFinished, vi } from 'vitest';

import { keyMemoryOf } from '../../../nodes/LinkShortener/api/memory';

const DAY_MS = 24 * 3_600_000;

it('what is known of a base URL and key is there for a sheet that comes every week, and forgotten after that', () => {
	vi.useFakeTimers();
	onTestFinished(() => {
		vi.useRealTimers();
	});
	const [idle, used] = [
		keyMemoryOf('https://a.example\nidle'),
		keyMemoryOf('https://a.example\nused'),
	];
	vi.advanceTimersByTime(7 * DAY_MS);
	keyMemoryOf('https://a.example\nused');
	vi.advanceTimersByTime(2 * DAY_MS);
	keyMemoryOf('https://a.example\nanother');
	expect(keyMemoryOf('https://a.example\nused')).toBe(used);
	expect(keyMemoryOf('https://a.example\nidle')).not.toBe(idle);
});
