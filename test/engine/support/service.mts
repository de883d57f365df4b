import {
	startService,
	type SeedKind,
	type SeedRow,
	type Service,
	type ServiceOptions,
} from '../../service/index.mts';
import { isNewAddress } from './addresses.mts';
import { withoutOwnAlias } from './ownAlias.mts';

/** The key of every test's service: a text that can stand nowhere by chance. */
export const KEY = 'k3y-nobody-may-ever-read-this';

/** Every test's extra header: as secret as the key, and sent with every request. */
export const GATE = { name: 'X-Gate', value: 'gate=0pen-for-n0body-else' };

const running: Service[] = [];

/** After the file and not after each test: tests may share a service. */
export async function stopServices(): Promise<void> {
	await Promise.all(running.splice(0).map(async (service) => await service.stop()));
}

/**
 * Starts a service of its own for a test. The package keeps its state per base URL and key, so tests
 * that share none cannot disturb each other.
 */
export async function serviceWith(options: Partial<ServiceOptions> = {}): Promise<Service> {
	const service = await startService({ apiKeys: [KEY], ...options });
	running.push(service);
	return isNewAddress(new URL(service.url).host) ? service : await serviceWith(options);
}

/** Seeds so many rows, all alike, or each by its number from 1. */
export function seedMany(
	service: Service,
	kind: SeedKind,
	count: number,
	row: SeedRow | ((number: number) => SeedRow) = {},
): number[] {
	const rowOf = typeof row === 'function' ? row : () => row;
	const rows = Array.from({ length: count }, (_, index) => rowOf(index + 1));
	return service.seed(kind, rows);
}

/** The fields of a credential that tests fill in. */
type Credentials = Record<'baseUrl' | 'apiKey' | 'extraHeaderName' | 'extraHeaderValue', string> &
	Record<'addExtraHeader', boolean>;

/** The credential's fields, some of them changed. A key that is no bearer's is entered with its scheme. */
export function credentialsOf(service: Service, change: Partial<Credentials> = {}): Credentials {
	const { authorizationScheme = 'Bearer' } = service.options.variations;
	return {
		baseUrl: service.url,
		apiKey: `${authorizationScheme === 'Bearer' ? '' : 'Token '}${service.apiKey}`,
		addExtraHeader: true,
		extraHeaderName: GATE.name,
		extraHeaderValue: GATE.value,
		...change,
	};
}

/** Bodies of the creates the service received, in the order of arrival, without aliases of the node's own. */
export function createBodies(service: Service): unknown[] {
	return service.requests
		.filter(({ method, path }) => method === 'POST' && path === '/api/url/add')
		.map(({ body }) => withoutOwnAlias(body));
}

/** Long URLs of the creates the service received, in the order of arrival. */
export function sentUrls(service: Service): string[] {
	return createBodies(service).map((body) => (body as { url: string }).url);
}

/** Requests in short, such as `GET /api/urls?limit=50&page=1`. */
export function requestLines(service: Service): string[] {
	return service.requests.map(({ method, path, query }) => {
		const search = new URLSearchParams(
			Object.entries(query).flatMap(([name, values]) =>
				[values].flat().map((value): [string, string] => [name, value]),
			),
		).toString();
		return `${method} ${path}${search === '' ? '' : `?${search}`}`;
	});
}

/** The most requests that were under way at one moment. */
export function mostAtOnce({ requests }: Service): number {
	const under = (moment: number) =>
		requests.filter(({ startedAt, finishedAt }) => startedAt <= moment && moment < finishedAt);
	return Math.max(...requests.map(({ startedAt }) => under(startedAt).length));
}

/** Long URLs of the links there are, sorted; a double shows as a line twice. */
export function longUrls(service: Service): string[] {
	return service
		.links()
		.map(({ longurl }) => longurl)
		.sort();
}
