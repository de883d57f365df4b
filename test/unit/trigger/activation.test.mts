import type { WorkflowActivateMode } from 'n8n-workflow';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { beginPoll, type ActivationContext } from '../../../nodes/LinkShortener/trigger/activation';
import { memoryOf, TriggerMemory } from '../../../nodes/LinkShortener/trigger/memory';

/** Polls in the order they come: the context of each, by a letter, and the mode n8n gave it. */
type Step = [context: string, mode: WorkflowActivateMode, isOwnBudget?: boolean];

/** Which of the polls of one trigger are taken for an activation. */
function activations(steps: Step[]): string {
	const memory = new TriggerMemory();
	const contexts = new Map<string, ActivationContext>();
	return steps
		.map(([name, mode, hasOwnBudget = false]) => {
			const context = contexts.get(name) ?? {
				getActivationMode: () => mode,
			};
			contexts.set(name, context);
			const start = beginPoll(memory, context, hasOwnBudget);
			start?.end();
			return start?.isActivation === true ? 'A' : '-';
		})
		.join('');
}

describe('an activation is told from a poll by the schedule', () => {
	it.each([
		['polls on with one context', 'A--', ['a activate', 'a activate', 'a activate']],
		['saved before the second poll', 'AA-', ['a activate', 'b update', 'b update']],
		['saved twice before it', 'AAA-', ['a activate', 'b update', 'c update', 'c update']],
		['switched off and on before it', 'AA-', ['a activate', 'b activate', 'b activate']],
		['saved later', 'A-A-A', ['a init', 'a init', 'b update', 'b update', 'c update']],
		['a new leader', 'A-A', ['a init', 'a init', 'b leadershipChange']],
		['tried again by n8n', 'AA', ['a init', 'b init']],
		['durable from the start', 'A--', ['a update own', 'b update own', 'c update own']],
		['durable, switched on', 'AA-', ['a activate', 'b update own', 'c update own']],
		['durable, saved', 'A-A-', ['a update own', 'b update own', 'c update', 'd update own']],
		['durable, a restart', 'A-A', ['a update own', 'b update own', 'c init']],
	])('%s', (_, expected, steps) => {
		const polls = steps.map((step): Step => {
			const [context = '', mode, own] = step.split(' ');
			return [context, mode as WorkflowActivateMode, own === 'own'];
		});
		expect(activations(polls)).toBe(expected);
	});
});

describe('what is remembered of a trigger', () => {
	const HOUR = 3600_000;

	it('is let go when it was not polled for more than a day', () => {
		vi.useFakeTimers();
		onTestFinished(() => {
			vi.useRealTimers();
		});
		const of = (id: string) =>
			memoryOf({ getWorkflow: () => ({ id }), getNode: () => ({ id: 'node' }) });
		const [daily, switchedOff, underWay] = [of('daily'), of('off'), of('under way')];
		beginPoll(underWay, { getActivationMode: () => 'init' }, false);
		vi.advanceTimersByTime(24 * HOUR);
		expect(of('daily')).toBe(daily);
		vi.advanceTimersByTime(2 * HOUR);
		// By the poll of any trigger, new or not.
		expect([of('daily'), of('under way')]).toEqual([daily, underWay]);
		// Were it still there, it would not be idle by this clock.
		vi.setSystemTime(Date.now() - 25 * HOUR);
		expect(of('off')).not.toBe(switchedOff);
	});
});
