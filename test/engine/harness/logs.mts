import { AsyncLocalStorage } from 'node:async_hooks';
import { Container, Logger, n8nWorkflow } from './n8n.mts';

/** One line that a node or the engine logged. */
export interface LogLine {
	level: string;
	message: string;
	metadata?: unknown;
}

// Several runs may be under way in one test; the storage keeps each run's lines with that run.
const sinks = new AsyncLocalStorage<LogLine[][]>();

function lineWriter(level: string) {
	return (message: string, metadata?: unknown) => {
		const line = metadata === undefined ? { level, message } : { level, message, metadata };
		for (const sink of sinks.getStore() ?? []) sink.push(line);
	};
}

const collector = {
	debug: lineWriter('debug'),
	info: lineWriter('info'),
	warn: lineWriter('warn'),
	error: lineWriter('error'),
	scoped: () => collector,
};

// A node's `this.logger` is the container's Logger, the engine writes through LoggerProxy; in n8n
// both are the same object. The container is filled before anything asks it for a Logger.
Container.set<unknown>(Logger, collector);
n8nWorkflow.LoggerProxy.init(collector);

/** Runs `work` and returns its value with every line logged meanwhile, the engine's own included. */
export async function collectLogs<T>(
	work: () => Promise<T>,
): Promise<{ value: T; logs: LogLine[] }> {
	const logs: LogLine[] = [];
	const value = await sinks.run([...(sinks.getStore() ?? []), logs], work);
	return { value, logs };
}
