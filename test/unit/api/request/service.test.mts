import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { serviceOf } from '../../../../nodes/LinkShortener/api/memory';

const DAY_MS = 24 * 3_600_000;

describe('what is known of a base URL and key', () => {
	it('is there for a sheet that comes every week, and forgotten after that', () => {
		vi.useFakeTimers();
		onTestFinished(() => {
			vi.useRealTimers();
		});
		const [idle, used] = [
			serviceOf('https://a.example\nidle'),
			serviceOf('https://a.example\nused'),
		];
		vi.advanceTimersByTime(7 * DAY_MS);
		serviceOf('https://a.example\nused');
		vi.advanceTimersByTime(2 * DAY_MS);
		serviceOf('https://a.example\nanother');
		expect(serviceOf('https://a.example\nused')).toBe(used);
		expect(serviceOf('https://a.example\nidle')).not.toBe(idle);
	});
});
