import { parseArgs } from 'node:util';
import { HOST_NAMES, HOSTS } from './hosting.mts';
import { RATE_LIMIT, startService } from './index.mts';
import { PRODUCTS } from './options.mts';
import { optionsLike, PRESET_NAMES, PRESETS } from './presets/index.mts';
import type { ServiceOptions } from './index.mts';

const ALIASES = ['kept', 'refused', 'ignored'] as const;

const HELP = `Starts the local link-shortening service.

  --port <n>            port, 0 for any free one (default 8787)
  --host <address>      address to listen on (default 127.0.0.1)
  --database <file>     where everything is kept (default: in memory, gone at the end)
  --limit <n>           requests per window and key (default: no limit)
  --window-seconds <n>  length of that window (default 60)
  --latency <ms>        added before every answer (default 0)
  --hosting <name>      the machine it runs on: nginx (10 requests a second and 20 beyond
                        them, then 503), shared (20 processes, then 508, and creates
                        take 300 ms) or slow (creates take 6 s, lists 12 s)
  --product <name>      what it has: described (everything in the API description,
                        the default), or only what one of two real products has
                        of it: links (with pixels of its own) or pixels
  --base-path <path>    sub-path of the whole service, such as /s
  --key <key>           API key, may be repeated (default demo-key)
  --like <name>         answers as public clients of a brand expect it; no brand
                        was tried. A product of its own replaces --product:
${PRESET_NAMES.map(helpOf).join('')}  --aliases <what>      what becomes of custom aliases: ${ALIASES.join(', ')}
  --help                this text
`;

function helpOf(name: keyof typeof PRESETS): string {
	const { about, sources } = PRESETS[name];
	const lines = [`${name.padEnd(8)} ${about}`, ...sources.map((source) => `         ${source}`)];
	return lines.map((line) => `${' '.repeat(26)}${line}\n`).join('');
}

const DEFAULT_PORT = '8787';

/** Options of the service from the command line, or undefined when help was asked for. */
function readOptions(): Partial<ServiceOptions> | undefined {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: DEFAULT_PORT },
			host: { type: 'string', default: '127.0.0.1' },
			database: { type: 'string', default: ':memory:' },
			limit: { type: 'string' },
			'window-seconds': { type: 'string', default: '60' },
			latency: { type: 'string', default: '0' },
			hosting: { type: 'string' },
			product: { type: 'string', default: 'described' },
			'base-path': { type: 'string', default: '' },
			like: { type: 'string' },
			aliases: { type: 'string', default: 'kept' },
			key: { type: 'string', multiple: true },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return {
		port: numeric('port', values.port, 0),
		host: values.host,
		database: values.database,
		latencyMs: numeric('latency', values.latency, 0),
		hosting: hostingOf(values.hosting),
		product: productOf(values.product),
		...withAliases(optionsLike(values.like), values.aliases),
		basePath: values['base-path'],
		...(values.key === undefined ? {} : { apiKeys: values.key }),
		rateLimit:
			values.limit === undefined
				? null
				: {
						...RATE_LIMIT,
						limit: numeric('limit', values.limit, 1),
						windowMs: numeric('window-seconds', values['window-seconds'], 0.001) * 1000,
					},
	};
}

function withAliases(options: Partial<ServiceOptions>, given: string): Partial<ServiceOptions> {
	const customAliases = ALIASES.find((what) => what === given);
	if (customAliases !== undefined) {
		return { ...options, variations: { ...options.variations, customAliases } };
	}
	throw new Error(`--aliases must be one of ${ALIASES.join(', ')}, not "${given}"`);
}

function hostingOf(given: string | undefined): ServiceOptions['hosting'] {
	if (given === undefined) return {};
	const host = HOST_NAMES.find((name) => name === given);
	if (host !== undefined) return HOSTS[host];
	throw new Error(`--hosting must be one of ${HOST_NAMES.join(', ')}, not "${given}"`);
}

function productOf(given: string): ServiceOptions['product'] {
	const product = PRODUCTS.find((name) => name === given);
	if (product !== undefined) return product;
	throw new Error(`--product must be one of ${PRODUCTS.join(', ')}, not "${given}"`);
}

function numeric(flag: string, given: string, least: number): number {
	const value = Number(given);
	if (given.trim() === '' || !Number.isFinite(value) || value < least) {
		throw new Error(`--${flag} must be a number of at least ${least}, not "${given}"`);
	}
	return value;
}

async function main(): Promise<void> {
	const options = readOptions();
	if (options === undefined) {
		process.stdout.write(HELP);
		return;
	}
	const service = await startService(options);
	process.stdout.write(`Address: ${service.url}\nAPI key: ${service.apiKey}\nCtrl+C stops.\n`);
	const stop = (): void => {
		void service.stop();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

try {
	await main();
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
