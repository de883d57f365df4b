import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import type { Service, ServiceOptions } from '../../service/index.mts';
import type { Engine } from '../harness/engine.mts';
import { poll, restartedEngine, type PollOptions } from '../harness/index.mts';
import { textWith } from './matchers.mts';
import { credentialsOf, KEY, requestLines, serviceWith } from './service.mts';

/** One trigger node of an active workflow. */
export class Trigger {
	staticData: IDataObject = {};

	private n8n: Pick<Engine, 'poll'> = { poll };

	constructor(
		readonly service: Service,
		readonly parameters: INodeParameters,
		private readonly change: Partial<PollOptions> = {},
	) {}

	/** Polls as n8n's schedule does; the records that came out, undefined for null. */
	async poll(change: Partial<PollOptions> = {}): Promise<IDataObject[] | undefined> {
		const output = await this.n8n.poll({
			parameters: this.parameters,
			credentials: credentialsOf(this.service),
			staticData: this.staticData,
			mode: 'trigger',
			...this.change,
			...change,
		});
		expect(output).not.toEqual([[]]);
		return output?.[0]?.map(({ json }) => json);
	}

	/** n8n is started again: static data as it was saved, and a process that knows nothing. */
	restart(): void {
		this.staticData = JSON.parse(JSON.stringify(this.staticData)) as IDataObject;
	}

	/** The same, with the package loaded anew: what it knew of the service is gone, too. */
	async restartN8n(): Promise<void> {
		this.restart();
		this.n8n = await restartedEngine();
	}

	/** What one poll asks the service. */
	async requestsOf(work: () => Promise<unknown>): Promise<string[]> {
		this.service.clearRequests();
		await work();
		return requestLines(this.service);
	}
}

/** A trigger of a service of its own. */
export async function started(
	parameters: INodeParameters,
	options: Partial<ServiceOptions> = {},
): Promise<Trigger> {
	const service = await serviceWith(options);
	return new Trigger(service, parameters);
}

/** The lowest first. */
export function idsOf(records: IDataObject[] | undefined): number[] {
	return (records ?? []).map(({ id }) => Number(id)).sort((one, other) => one - other);
}

/** What a poll that fails says. */
export async function failureOf(
	work: Promise<unknown>,
): Promise<{ message: string; description?: string }> {
	try {
		await work;
	} catch (error) {
		return error as { message: string; description?: string };
	}
	throw new Error('It did not fail');
}

/** An account in which there is nothing at all. */
export const EMPTY_ACCOUNT = { id: 7, email: 'a@b.c', apiKeys: [KEY], isEmpty: true };

/** A service that was away is asked again within this time; n8n polls once a minute at most. */
export const A_WHILE_MS = 10_000;

export const warning = (part: string): unknown =>
	expect.objectContaining({ level: 'warn', message: textWith(part) });
