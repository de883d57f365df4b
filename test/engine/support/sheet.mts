import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../service/index.mts';
import {
	nodeDescription,
	restartedEngine,
	runNode,
	type RunOptions,
	type RunResult,
} from '../harness/index.mts';
import { autoMap, wordsOf } from './runs.mts';
import { credentialsOf } from './service.mts';

/** Parameters of a sheet that is created, and takes the links that are there. */
export const RETURN_EXISTING = {
	operation: 'create',
	options: { ifLinkExists: 'returnExisting' },
};

/** The page of a row, unless it names another. */
export const PAGE = 'https://example.com/page';

/** Numbers of rows of one sheet: what happens to a row may not depend on them. */
export const SIZES = [1, 4, 30];

/** Somebody's sheet, which link → Create or Update brings to a service again and again. */
export interface Sheet {
	run: (rows: IDataObject[], parameters?: INodeParameters) => Promise<RunResult>;
	/** Starts n8n again: what the node remembered is gone. */
	restart: () => Promise<void>;
}

/**
 * A sheet whose failed rows come out like the others.
 *
 * @param always the parameters of every run, besides those that make it a Create or Update of columns
 */
export function sheetOn(
	service: Service,
	always: INodeParameters = {},
	settings: Partial<RunOptions> = {},
): Sheet {
	const n8n = { runNode };
	return {
		run: async (items, parameters = {}) =>
			await n8n.runNode({
				credentials: credentialsOf(service),
				parameters: autoMap({ operation: 'upsert', ...always, ...parameters }),
				items,
				onError: 'continueRegularOutput',
				...settings,
			}),
		restart: async () => {
			n8n.runNode = (await restartedEngine()).runNode;
		},
	};
}

/** What became of each row: its action, or that it failed. */
export function outcomes({ items }: RunResult): unknown[] {
	return items.map(({ error, action }) => (error === undefined ? action : 'failed'));
}

/** What each failed row says. */
export function complaints({ items }: RunResult): string[] {
	return items.filter(({ error }) => error !== undefined).map(wordsOf);
}

/** The same for so many rows. */
export function times<Value>(count: number, value: Value): Value[] {
	return Array.from({ length: count }, () => value);
}

/** Values for so many rows, by their number from 1. */
export function numbered<Value>(count: number, valueOf: (number: number) => Value): Value[] {
	return Array.from({ length: count }, (_, index) => valueOf(index + 1));
}

/** The columns with the names of the form's fields; parameters have those that other tools write. */
export function columnsOfForm(): string[] {
	const { options = [] } =
		nodeDescription().properties.find(
			({ name, displayOptions }) =>
				name === 'additionalFields' && displayOptions?.show?.operation?.includes('upsert') === true,
		) ?? {};
	const names = options.flatMap((one) => ('displayName' in one ? [one.displayName] : []));
	const notColumns = ['Custom Fields', 'Expiry Time Zone', 'Parameters'];
	const own = names.filter((name) => !notColumns.includes(name));
	return ['Custom Alias', 'UTM Source', 'utm_id', ...own].map((name) =>
		name.replace(' Names or IDs', 's'),
	);
}

/** The requests that change something. */
export function changesSent(service: Service): string[] {
	return service.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path}`);
}

/** Where each link leads, by its short URL. */
export function destinations(service: Service): Record<string, string> {
	return Object.fromEntries(service.links().map(({ shorturl, longurl }) => [shorturl, longurl]));
}
