import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { expect } from 'vitest';
import type { RequestLogEntry, Service } from '../../service/index.mts';
import { runNode, type RunOptions, type RunResult } from '../harness/index.mts';
import { withoutOwnAlias } from '../support/ownAlias.mts';
import { credentialsOf, GATE } from '../support/service.mts';
import type { OperationCase, OperationRow, Records, SentRequest } from './row.mts';
import { nameOf } from './table.mts';

const SCHEMAS = fileURLToPath(
	new URL('../../../dist/nodes/LinkShortener/__schema__/v1.0.0/', import.meta.url),
);

type OperationOptions = Omit<Partial<RunOptions>, 'items'> & { items?: IDataObject[] | undefined };

/** Input items with the same files each. */
export function withFiles(
	binary: IBinaryKeyData,
	items: IDataObject[] = [{}],
): INodeExecutionData[] {
	return items.map((json) => ({ json, binary }));
}

/** Runs an operation of the table. */
export async function runOperation(
	service: Service,
	{ resource, operation, binary }: Pick<OperationRow, 'resource' | 'operation' | 'binary'>,
	parameters: INodeParameters,
	{ items, ...more }: OperationOptions = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: { resource, operation, ...parameters },
		...(binary ? { items: withFiles(binary, items) } : items && { items }),
		...more,
	});
}

/** Runs a case of the table. */
export async function runCase(
	service: Service,
	row: OperationRow,
	{ parameters, items, isProductKnown }: OperationCase,
): Promise<RunResult> {
	if (isProductKnown) {
		await runOperation(service, { resource: 'pixel', operation: 'getAll' }, {});
		service.clearRequests();
	}
	return await runOperation(service, row, parameters, items && { items });
}

/** What arrived, as the table writes it; anything unexpected about a body shows as `unexpected`. */
export function sentRequests(service: Pick<Service, 'apiKey' | 'requests'>): IDataObject[] {
	return service.requests.map((entry) => {
		const { method, path, query, apiKey, headers } = entry;
		expect(apiKey).toBe(service.apiKey);
		expect(headers[GATE.name.toLowerCase()]).toBe(GATE.value);
		expect(headers.accept).toContain('application/json');
		return {
			method,
			path,
			...(Object.keys(query).length === 0 ? {} : { query: { ...query } }),
			...bodyOf(entry),
		};
	});
}

/** Checks that just these requests arrived. */
export function expectSent(
	service: Pick<Service, 'apiKey' | 'requests'>,
	{ inAnyOrder }: OperationCase,
	expected: readonly SentRequest[],
): void {
	const inOrder = (requests: readonly object[]) =>
		inAnyOrder
			? requests.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
			: requests;
	expect(inOrder(sentRequests(service))).toStrictEqual(inOrder(expected));
}

function bodyOf({ headers, body, rawBody }: RequestLogEntry): IDataObject {
	const type = headers['content-type'];
	if (type === undefined && rawBody === '') return {};
	const parsed = { ...(withoutOwnAlias(body) as IDataObject) };
	if (type === 'application/json') return { json: parsed };
	if (type === 'application/x-www-form-urlencoded') return { form: parsed };
	if (type === 'application/octet-stream') return { file: parsed.bytes };
	return { unexpected: { type, rawBody } };
}

/** The records of a case, by the item that each belongs to. */
export function byItem({ isOneEach }: OperationCase, records: Records): Records[] {
	return isOneEach ? records.map((record) => [record]) : [records];
}

/** Checks that the run gave just these records, all of them linked to their item. */
export function expectOutput(run: RunResult, expected: ReadonlyArray<Records>): void {
	expect(run.error).toBeUndefined();
	expect(run.items).toStrictEqual(expected.flat());
	expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
		expected.flatMap((records, item) => records.map(() => ({ item }))),
	);
}

interface OutputSchema {
	type: string;
	properties: Record<string, object>;
}

/** The output schema of an operation, as n8n finds it in the built package. */
export function schemaOf({ resource, operation }: OperationRow): OutputSchema {
	const file = `${SCHEMAS}${resource}/${operation}.json`;
	return JSON.parse(readFileSync(file, 'utf8')) as OutputSchema;
}

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const compiled = new Map<string, ValidateFunction>();

/** The schema with every field named that may come: what is compiled once serves many runs. */
function validatorOf(row: OperationRow, more: string[]): ValidateFunction {
	const name = [nameOf(row), ...more].join();
	const known = compiled.get(name);
	if (known !== undefined) return known;
	const { type, properties } = schemaOf(row);
	const others = Object.fromEntries(
		[...(row.passThrough ?? []), ...more].map((field) => [field, {}]),
	);
	const validate = ajv.compile({
		type,
		properties: { ...others, ...properties },
		additionalProperties: false,
	});
	compiled.set(name, validate);
	return validate;
}

/** Checks records against the schema, which has to name every field but those in `more`. */
export function expectSchema(row: OperationRow, records: Records, more: string[] = []): void {
	const validate = validatorOf(row, more);
	for (const record of records) {
		validate(record);
		expect(validate.errors, `${nameOf(row)}: ${JSON.stringify(record)}`).toBeNull();
	}
}
