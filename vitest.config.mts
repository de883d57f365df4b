import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** `npm run fuzz`: 20 times what a property draws by default, each time from another seed. */
const FUZZ = { RANDOM_SEED: String(Date.now() % 1_000_000_007), RANDOM_TIMES: '20' };

/** A test is short; a property of thousands of runs on a busy machine is not. */
const FUZZ_TIMEOUT = 14_400_000;

const common = {
	setupFiles: ['test/random.mts'],
	hookTimeout: 60_000,
	pool: 'forks' as const,
};

const engine = {
	setupFiles: [...common.setupFiles, 'test/engine/setup.mts'],
	testTimeout: 600_000,
};

/** Tests of the engine that mostly wait, the longest first: for the limit, for a service that is away. */
const WAITING = [
	'faults',
	'contract/c8-rate-limit',
	'contract/c9-changes-alone',
	'contract/c9-outage',
	'contract/c1-lost-answers',
	'contract/c10-one-row',
	'contract/c8-settings',
	'contract/c11-max-wait',
	'contract/c11-cancel',
].map((name) => `test/engine/${name}.test.mts`);

/** Tests that mostly wait come first: the checks of `npm run lint` have the cores then. */
class WaitingFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const place = ({ moduleId }: TestSpecification) => {
			const found = WAITING.findIndex((file) => moduleId.endsWith(file));
			return found < 0 ? WAITING.length : found;
		};
		return (await super.sort(files)).sort((one, other) => place(one) - place(other));
	}
}

const tests = (mode: string) => [
	{
		test: {
			...common,
			name: 'unit',
			// Loading the package for each of 90 files again takes a third of the processor time.
			isolate: false,
			restoreMocks: true,
			unstubGlobals: true,
			include: ['test/unit/**/*.test.mts'],
			testTimeout: 120_000,
		},
	},
	{
		test: {
			...common,
			...engine,
			name: 'engine',
			include: ['test/{service,engine}/**/*.test.mts'],
			env: mode === 'record' ? { RECORD: 'missing' } : {},
			// Loading n8n's engine takes a second. The package keeps its state per address, and each
			// service that a test starts has an address of its own.
			isolate: false,
		},
	},
];

const fuzz = [
	{
		test: {
			...common,
			name: 'fuzz',
			include: ['test/fuzz/**/*.test.mts'],
			env: { ...FUZZ, ...process.env },
			testTimeout: FUZZ_TIMEOUT,
		},
	},
];

export default defineConfig(({ mode }) => {
	const isFuzz = mode === 'fuzz';
	return {
		test: {
			// A long property keeps its process too busy to report in time, which vitest counts as an error.
			dangerouslyIgnoreUnhandledErrors: isFuzz,
			// One more process than cores, since the longest files mostly wait.
			maxWorkers: availableParallelism() + 1,
			minWorkers: 1,
			sequence: { sequencer: WaitingFirst },
			projects: isFuzz ? fuzz : tests(mode),
		},
	};
});
