import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Ports of the last start: with the same ones a bookmark of the editor and its login still hold. */
interface Ports {
	n8n?: number;
	service?: number;
}

const FILE = 'ports.json';

export async function readPorts(folder: string): Promise<Ports> {
	try {
		return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Ports;
	} catch {
		return {};
	}
}

export async function writePorts(folder: string, ports: Ports): Promise<void> {
	await writeFile(join(folder, FILE), JSON.stringify(ports));
}
