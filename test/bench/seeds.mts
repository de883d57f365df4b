import type { SeedRow, Service } from '../service/index.mts';

const FIRST_MADE_AT = Date.UTC(2026, 0, 1);

/**
 * Puts links into an account without a request, made one after the other: links of a single date
 * prove no order, so each reading of the newest would read them all.
 */
export function seedLinks(
	service: Service,
	count: number,
	linkOf: (number: number) => SeedRow,
): void {
	service.seed(
		'links',
		Array.from({ length: count }, (_, index) => ({
			...linkOf(index),
			date: new Date(FIRST_MADE_AT + index * 1000).toISOString().slice(0, 19).replace('T', ' '),
		})),
	);
}
