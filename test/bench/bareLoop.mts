/**
 * Creates links on n8n's engine in a process of its own, in turn with the built node and with nothing more than
 * n8n's own request helper in a loop. Prints the processor time of each in milliseconds a create, in JSON.
 */
import type { INodeExecutionData } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../e2e/workflows.mts';
import { runNode } from '../engine/harness/index.mts';
import type { Contestant, Race } from './race.mts';
import { builtNode, type Execute } from './usage.mts';

const race = JSON.parse(process.argv[2] ?? '') as Race;
const { baseUrl, apiKey, inFlight, creates } = race;

const prototype = builtNode();

/** What somebody would write in a node that does no more than send. */
const bareLoop: Execute = async function () {
	const items = this.getInputData();
	const outputs: INodeExecutionData[] = [];
	let next = 0;
	const worker = async () => {
		while (next < items.length) {
			const item = next;
			next += 1;
			const url = this.getNodeParameter('url', item) as string;
			const json = (await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL_TYPE, {
				method: 'POST',
				url: `${baseUrl}/api/url/add`,
				body: { url },
				json: true,
			})) as INodeExecutionData['json'];
			outputs[item] = { json, pairedItem: { item } };
		}
	};
	await Promise.all(Array.from({ length: inFlight }, worker));
	return [outputs];
};

const CONTESTANTS: Record<Contestant, Execute> = { node: prototype.execute, bareLoop };

async function perCreate(execute: Execute, turn: number): Promise<number> {
	let usedMs = 0;
	prototype.execute = async function () {
		globalThis.gc?.();
		const before = process.cpuUsage();
		const outputs = await execute.call(this);
		const { user, system } = process.cpuUsage(before);
		usedMs = (user + system) / 1000;
		return outputs;
	};
	const items = Array.from({ length: creates }, (_, number) => ({
		url: `https://shop.example/${process.pid}/${turn}/${number}`,
	}));
	const { outputs } = await runNode({
		credentials: { baseUrl, apiKey },
		parameters: {
			resource: 'link',
			operation: 'create',
			dataToSend: 'defineBelow',
			url: '={{ $json.url }}',
			additionalFields: {},
			options: { batching: { maxInFlight: inFlight } },
		},
		items,
	});
	if (outputs[0]?.length !== creates) throw new Error('Not every link was created.');
	return usedMs / creates;
}

const taken: number[] = [];
for (const [turn, name] of race.order.entries()) {
	taken.push(await perCreate(CONTESTANTS[name], turn));
}
console.log(JSON.stringify(taken));
process.exit(0);
