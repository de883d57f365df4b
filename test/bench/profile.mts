import { readFile } from 'node:fs/promises';
import type { N8n } from '../e2e/n8n.mts';
import { rowsOf } from '../e2e/suites/bulk.mts';
import { putServiceCredential, Stage } from '../e2e/suites/stage.mts';
import { publishBenchmark, type Step } from './benchmark.mts';
import { createWithHttpRequest, createWithNode } from './candidates.mts';
import { printColumns } from './table.mts';

const ITEMS = 1_000;
const WARM_UPS = 5;
const MIN_SHARE = 0.005;
const MIN_OWN_SHARE = 0.0005;
const PACKAGE = 'n8n-nodes-link-shortener';

/** As far as it is read here; times are microseconds. */
interface CpuProfile {
	nodes: Array<{
		id: number;
		callFrame: { functionName: string; url: string };
		children?: number[];
	}>;
	samples: number[];
	timeDeltas: number[];
}

/** Prints where n8n's processor time goes in 1,000 creates without latency: by package, ours by file. */
export async function runProfile(): Promise<void> {
	const stage = new Stage('profile');
	try {
		const n8n = await stage.n8n('n8n', { env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });
		const service = await stage.service();
		const credential = await putServiceCredential(n8n, service);
		const candidates: Array<[name: string, step: Step]> = [
			['this node', createWithNode(credential)],
			['HTTP Request', createWithHttpRequest(credential, service.url)],
		];
		let label = 0;
		for (const [name, step] of candidates) {
			const benchmark = await publishBenchmark(n8n, name, [step], 'shorturl');
			const run = async () => {
				label += 1;
				const { items } = await benchmark.run(rowsOf(`profile-${label}`, ITEMS));
				if (items !== ITEMS) throw new Error(`${name}: ${items} of ${ITEMS} links.`);
			};
			for (let time = 0; time < WARM_UPS; time += 1) await run();
			print(name, await profile(n8n, run));
		}
	} finally {
		await stage.dispose();
	}
}

async function profile(n8n: N8n, run: () => Promise<void>): Promise<CpuProfile> {
	const debuggerLine = /Debugger listening on (ws:\S+)/.exec(await readFile(n8n.logFile, 'utf8'));
	if (debuggerLine?.[1] === undefined) throw new Error('n8n did not open a port for the profiler.');
	const inspector = await connect(debuggerLine[1]);
	await inspector.call('Profiler.enable');
	await inspector.call('Profiler.start');
	await run();
	const { profile: taken } = (await inspector.call('Profiler.stop')) as { profile: CpuProfile };
	inspector.close();
	return taken;
}

/** The DevTools protocol, as far as one call after the other. */
async function connect(url: string) {
	const socket = new WebSocket(url);
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve);
		socket.addEventListener('error', reject);
	});
	let lastId = 0;
	const call = async (method: string): Promise<unknown> => {
		const id = (lastId += 1);
		const answer = new Promise((resolve) => {
			const onMessage = ({ data }: MessageEvent) => {
				const message = JSON.parse(String(data)) as { id?: number; result?: unknown };
				if (message.id !== id) return;
				socket.removeEventListener('message', onMessage);
				resolve(message.result);
			};
			socket.addEventListener('message', onMessage);
		});
		socket.send(JSON.stringify({ id, method }));
		return await answer;
	};
	return { call, close: () => socket.close() };
}

function print(name: string, { nodes, samples, timeDeltas }: CpuProfile): void {
	const owners = ownersOf(nodes);
	const spent = new Map<string, number>();
	samples.forEach((id, index) => {
		const owner = owners.get(id) ?? '';
		spent.set(owner, (spent.get(owner) ?? 0) + (timeDeltas[index] ?? 0));
	});
	spent.delete('(idle)');
	const total = sumOf([...spent]);
	const line = (owner: string, part: number) => [
		owner,
		`${(part / 1000 / ITEMS).toFixed(3)} ms`,
		`${((100 * part) / total).toFixed(1)} %`,
	];
	const ours = [...spent].filter(([owner]) => owner.startsWith(PACKAGE));
	const sorted = [...spent].sort(([, one], [, other]) => other - one);
	const isShown = ([owner, part]: [string, number]) =>
		part >= (owner.startsWith(PACKAGE) ? MIN_OWN_SHARE : MIN_SHARE) * total;
	const hidden = sorted.filter((each) => !isShown(each));
	printColumns([
		[`${name}: CPU of n8n`, 'per item', 'share'],
		...sorted.filter(isShown).map(([owner, part]) => line(owner, part)),
		line('all others', sumOf(hidden)),
		line(`${PACKAGE}: all files`, sumOf(ours)),
		line('all', total),
	]);
}

function sumOf(parts: ReadonlyArray<[string, number]>): number {
	return parts.reduce((sum, [, part]) => sum + part, 0);
}

/** By node of the profile; what is built into V8 belongs to the code that called it. */
function ownersOf(nodes: CpuProfile['nodes']): Map<number, string> {
	const owners = new Map<number, string>();
	const callers = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
	);
	// Callers come before what they call.
	for (const { id, callFrame } of nodes) {
		const caller = owners.get(callers.get(id) ?? 0) ?? '(root)';
		owners.set(id, ownerOf(callFrame) ?? caller);
	}
	return owners;
}

/** The package whose code ran, with the file where it is this one; undefined for what V8 brings along. */
function ownerOf({
	url,
	functionName,
}: CpuProfile['nodes'][number]['callFrame']): string | undefined {
	if (url === '') return functionName.startsWith('(') ? functionName : undefined;
	if (url.startsWith('node:')) return 'Node.js';
	const file = url.split(`/${PACKAGE}/dist/`)[1];
	if (file !== undefined) return `${PACKAGE}: ${file}`;
	return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? 'other';
}
