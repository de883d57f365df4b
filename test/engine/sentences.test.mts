import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { atLeastOne } from '../lists.mts';
import type { Service } from '../service/index.mts';
import { runAsTool, runNode } from './harness/index.mts';
import { credentialsOf, serviceWith } from './support/service.mts';
import { Trigger } from './support/trigger.mts';

/**
 * Sentences of marketers as workflows, written by readers who had n8n's types of the nodes and nothing else. Each file
 * has what the sentence asked for under `gives`; one more sentence is one more file.
 */

interface Step {
	parameters: INodeParameters;
	/** Left out for the items of the step before. */
	items?: IDataObject[];
	/** What the model of an agent fills in, by the names of the types. */
	tool?: IDataObject;
	/** Of a trigger: what happens between two polls. */
	meanwhile?: { clicks?: number; links?: IDataObject[]; campaigns?: IDataObject[] };
	/** A setting of the node. */
	onError?: OnError;
	gives?: IDataObject[];
	files?: string[];
}

interface Sentence {
	sentence: string;
	seed?: Readonly<Record<string, IDataObject[]>>;
	/** The workflow runs so often. */
	runs?: number;
	steps: Step[];
	gives?: { links?: IDataObject[]; campaigns?: IDataObject[] };
}

const FOLDER = path.join(import.meta.dirname, 'sentences');

const SENTENCES = readdirSync(FOLDER).map((file) => {
	return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Sentence;
});

/** A text that begins with `~` is a pattern. */
function like(value: unknown): unknown {
	if (typeof value === 'string' && value.startsWith('~')) {
		return expect.stringMatching(value.slice(1));
	}
	if (Array.isArray(value)) return value.map(like);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, like(one)]));
}

async function polled(service: Service, { parameters, meanwhile = {} }: Step) {
	const trigger = new Trigger(service, parameters);
	await trigger.poll();
	for (const { id } of service.links()) service.click(id, meanwhile.clicks ?? 0);
	service.seed('links', meanwhile.links ?? []);
	service.seed('campaigns', meanwhile.campaigns ?? []);
	return (await trigger.poll()) ?? [];
}

async function ran(service: Service, step: Step, before: IDataObject[]) {
	const { parameters, items = before, tool, files, onError } = step;
	const credentials = credentialsOf(service);
	if (tool !== undefined) {
		const { response } = await runAsTool({ credentials, parameters, toolArguments: tool });
		return JSON.parse(response) as IDataObject[];
	}
	const result = await runNode({
		credentials,
		parameters,
		items,
		...(onError === undefined ? {} : { onError }),
	});
	expect(result.error).toBeUndefined();
	const types = result.outputs[0]?.flatMap(({ binary }) => binary?.data?.mimeType ?? []);
	expect(types).toEqual(files ?? []);
	return result.items;
}

it.each(SENTENCES)('$sentence', async ({ seed = {}, runs = 1, steps, gives = {} }) => {
	const service = await serviceWith();
	for (const [table, rows] of Object.entries(seed)) service.seed(table as 'links', rows);
	for (let run = 0; run < runs; run += 1) {
		let items: IDataObject[] = [{}];
		for (const step of atLeastOne(steps)) {
			const isTrigger = 'event' in step.parameters;
			items = await (isTrigger ? polled(service, step) : ran(service, step, items));
			if (step.gives !== undefined) expect(items).toMatchObject(like(step.gives) as object[]);
		}
	}
	const { links, campaigns } = gives;
	if (links !== undefined) expect(service.links()).toMatchObject(like(links) as object[]);
	if (campaigns !== undefined) {
		expect(service.table('campaigns')).toMatchObject(like(campaigns) as object[]);
	}
});
