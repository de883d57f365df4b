import { RATE_LIMIT, type RateLimit, type Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { checkExactlyOnce, COMPLETE_TIMEOUT_MS, ROUND_MS, untilSettled } from './exactlyOnce.mts';
import { checkExamplesLater, runExamples } from './examples.mts';
import { checkKilled, killAgainAndAgain, type Killing } from './killed.mts';
import { type Listener, openListener } from './listener.mts';
import { CLIENT_KEYS, GREEDY_PATH, OtherClient, startGreedyClient } from './otherClient.mts';
import { pause, until } from './waiting.mts';
import { untilBaselines, Watch } from './watch.mts';

const KEY = 'n8n-key';
/** As the API has it. */
const REAL_LIMIT = 30;
/** So that restarts fit into the time there is. */
const WIDER_LIMIT = 120;
const LATENCY_MS = 20;
const LINKS = 500;
/** Pages have 100 links. */
const BURSTS = [40, 110, 150, 120, 80];
const BURSTS_APART_MS = 20_000;
/** As many as things happen in the suite; each has a link of its own. */
const OLD_LINKS = 5;
/** More kills make the measurement of what is repeated and missed a better one. */
const WORST_KILLS = Number(process.env.E2E_TRIGGER_KILLS ?? 2);
const QUIET_MS = 3_000;
/** Often enough to use up a window within seconds. */
const GREEDY_PAUSE_MS = 200;

/** The trigger in a real n8n that polls every minute, all its events at the same time. */
export async function runTriggerSuite(checks: Checks, stage: Stage): Promise<void> {
	const service = await stage.service({
		apiKeys: [KEY, ...CLIENT_KEYS],
		latencyMs: LATENCY_MS,
		rateLimit: perMinute(REAL_LIMIT),
	});
	service.seed('channels', [{ name: 'Bio page' }]);
	const oldLinks = service.seed('links', Array<Record<string, unknown>>(OLD_LINKS).fill({}));
	const client = new OtherClient(service, oldLinks);
	const listener = await openListener();
	stage.atEnd(listener.close);

	const n8n = await stage.n8n();
	const [watch, examples] = await Promise.all([
		checkRefusals(n8n, service, listener, client, checks),
		runExamples(n8n, checks, stage),
	]);
	service.set({ rateLimit: perMinute(WIDER_LIMIT) });
	const restarted = await checkRestart(n8n, { service, listener, client, watch }, checks, stage);
	const killing: Killing = {
		service,
		listener,
		client,
		watch,
		links: LINKS,
		worst: WORST_KILLS,
	};
	const { n8n: last, kills } = await killAgainAndAgain(restarted, killing, stage);
	await client.oneOfEach();
	// What a kill broke off never becomes complete.
	await until(() => watch.isComplete(), ROUND_MS);
	await pause(ROUND_MS);
	checkKilled(killing, kills, await watch.executions(last), checks);
	await checkExamplesLater(last, checks, examples);
}

interface Scene {
	service: Service;
	listener: Listener;
	client: OtherClient;
	watch: Watch;
}

/** Ten workflows on one key with the real limit, which another client uses up as well. */
async function checkRefusals(
	n8n: N8n,
	service: Service,
	listener: Listener,
	client: OtherClient,
	checks: Checks,
): Promise<Watch> {
	const watch = await Watch.publish(n8n, service, listener);
	const isBegun = await untilBaselines(service);
	checks.check('ten workflows are published and have polled once', isBegun);
	checks.note(
		`${service.requests.length} requests for the first polls of ten workflows at ${REAL_LIMIT} per minute, ${refusals(service)} of them refused`,
	);
	service.clearRequests();
	const stopGreedy = startGreedyClient(service, GREEDY_PAUSE_MS);
	await client.oneOfEach();
	await client.burst(10);
	const isComplete = await until(() => watch.isComplete(), COMPLETE_TIMEOUT_MS);
	await stopGreedy();
	await pause(QUIET_MS);
	const name = `${REAL_LIMIT} requests per minute, used up by another client`;
	checks.check(`${name}: everything arrives`, isComplete);
	checks.check(`${name}: polls were refused`, refusals(service) > 0);
	checks.note(`${refusals(service)} requests of the polls were refused`);
	await checkExactlyOnce(name, n8n, watch, listener, checks);
	return watch;
}

/** Requests of polls that were refused. */
function refusals({ requests }: Service): number {
	return requests.filter(
		({ apiKey, path, refused }) => refused && apiKey === KEY && path !== GREEDY_PATH,
	).length;
}

async function checkRestart(
	n8n: N8n,
	{ service, listener, client, watch }: Scene,
	checks: Checks,
	stage: Stage,
): Promise<N8n> {
	const before = service.links().length;
	const made = async () => {
		for (const count of BURSTS) {
			await client.burst(count);
			await pause(BURSTS_APART_MS);
		}
	};
	const bursts = made();
	await client.oneOfEach();
	await until(() => service.links().length >= before + LINKS / 2, COMPLETE_TIMEOUT_MS, 10);
	await n8n.stop();
	const stoppedAt = service.links().length - before;
	await client.oneOfEach();
	const again = await stage.n8nIn(n8n.userFolder);
	await bursts;
	await untilSettled(watch);
	const name = 'n8n stopped and started again';
	checks.same(`${name}: links`, service.links().length - before, LINKS);
	await checkExactlyOnce(name, again, watch, listener, checks);
	checks.note(`${stoppedAt} of ${LINKS} links were there when n8n had stopped`);
	return again;
}

function perMinute(limit: number): RateLimit {
	return {
		...RATE_LIMIT,
		limit,
	};
}
