import { performance } from 'node:perf_hooks';
import FakeTimers from '@sinonjs/fake-timers';

/**
 * The clock of the engine's and the service's tests: time passes as usual while this process has
 * something to do, and as soon as all it does is wait, the clock is put forward to the next timer.
 * The node, n8n's engine, the local service and the test live in one process and see the same
 * time, so a wait of twelve seconds is one to all of them and takes milliseconds.
 */

/** How often the clock is moved. */
const TICK_MS = 1;

/** Ticks in a row with nothing to do before time is skipped: what was sent over loopback is there by then. */
const IDLE_TICKS = 3;

/**
 * How far the clock leaps at first, in milliseconds: twice as far each time nothing came of it. What
 * only seems idle on a busy machine is not taken into the next minute by a timer that nobody waits for.
 */
const FIRST_LEAP_MS = 500;

/** How many milliseconds of timers fire at one leap: answers that come a moment apart need no leap each. */
const FIRST_TOGETHER_MS = 2;

/**
 * The most milliseconds of timers that fire at one leap. Where timers only look whether something has
 * happened, and nothing has, more and more of them fire together: a hundred that look four times a second
 * would take as long as they say.
 */
const MOST_TOGETHER_MS = 25;

/** Processor time, in microseconds, that shows that a tick had something to do: an idle one takes a tenth. */
const BUSY_TICK_US = 2_000;

/** What goes on outside the event loop, by Node's names: lookups of hosts, files, connections being made, programs. */
const UNDER_WAY = /Req|Connect|Write|Shutdown|Process/;

const everyMs = globalThis.setInterval;
/** Counts of libuv, as of Node.js 20.18: they tell what was done, which time does not on a busy machine. */
const loopCounts = () => performance.nodeTiming.uvMetricsInfo;

const clock = FakeTimers.install({
	now: Date.now(),
	toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
});

const timeouts = new WeakMap<AbortSignal, () => void>();

// Node's own runs on a timer that nobody can put forward.
AbortSignal.timeout = (ms) => {
	const controller = new AbortController();
	const timer = setTimeout(() => {
		controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
	}, ms);
	const { signal } = controller;
	timeouts.set(signal, () => {
		clearTimeout(timer);
	});
	endWithLastListener(signal, [signal]);
	return signal;
};

const anyOf = AbortSignal.any.bind(AbortSignal);
AbortSignal.any = (signals) => {
	const either = anyOf(signals);
	endWithLastListener(either, signals);
	return either;
};

/**
 * Takes the timer of a timeout away with the last listener to its signal. Else that of every request which
 * is over would still be waited for, and looked through at every tick.
 */
function endWithLastListener(signal: AbortSignal, signals: AbortSignal[]): void {
	const ends = signals.flatMap((one) => timeouts.get(one) ?? []);
	if (ends.length === 0) return;
	let listeners = 0;
	signal.addEventListener = (...args: Parameters<AbortSignal['addEventListener']>) => {
		listeners += 1;
		AbortSignal.prototype.addEventListener.apply(signal, args);
	};
	signal.removeEventListener = (...args: Parameters<AbortSignal['removeEventListener']>) => {
		AbortSignal.prototype.removeEventListener.apply(signal, args);
		listeners -= 1;
		if (listeners === 0) for (const end of ends) end();
	};
}

let cpuBefore = process.cpuUsage();
let countsBefore = loopCounts();
let idleTicks = 0;
let leapMs = FIRST_LEAP_MS;
let togetherMs = FIRST_TOGETHER_MS;

everyMs(() => {
	const counts = loopCounts();
	const { user, system } = process.cpuUsage(cpuBefore);
	cpuBefore = process.cpuUsage();
	// Each look at the clock is a turn of the loop of its own.
	const isIdle =
		user + system < BUSY_TICK_US &&
		counts.events === countsBefore.events &&
		counts.loopCount <= countsBefore.loopCount + 1 &&
		!process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name));
	countsBefore = counts;
	idleTicks = isIdle ? idleTicks + 1 : 0;
	if (!isIdle) {
		leapMs = FIRST_LEAP_MS;
		togetherMs = FIRST_TOGETHER_MS;
	}
	clock.tick((user + system) / 1000);
	// What is late on a busy machine has the longer time to come, the further the leap.
	const patience = IDLE_TICKS + Math.log2(leapMs / FIRST_LEAP_MS);
	// Nobody waits for a moment while modules are loaded.
	if (idleTicks < patience || clock.countTimers() === 0) return;
	// Nothing has come of the leap before: it is long waits that look whether they are over.
	idleTicks = togetherMs > FIRST_TOGETHER_MS ? IDLE_TICKS - 1 : 0;
	const from = Date.now();
	const end = clock.setTimeout(() => undefined, leapMs);
	clock.next();
	clock.clearTimeout(end);
	const hasFired = Date.now() - from < leapMs;
	leapMs = hasFired ? FIRST_LEAP_MS : 2 * leapMs;
	if (!hasFired) return;
	clock.tick(togetherMs);
	togetherMs = Math.min(2 * togetherMs + 1, MOST_TOGETHER_MS);
}, TICK_MS).unref();
