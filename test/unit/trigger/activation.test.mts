import type { WorkflowActivateMode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { beginPoll, type PollIdentity } from '../../../nodes/LinkShortener/trigger/activation';

let workflows = 0;

/** Polls in the order they come: the context of each, by a letter, and the mode n8n gave it. */
type Step = [context: string, mode: WorkflowActivateMode, isOwnBudget?: boolean];

/** Which of the polls of one trigger are taken for an activation. */
function activations(steps: Step[]): string {
	workflows += 1;
	const id = `workflow ${workflows}`;
	const contexts = new Map<string, PollIdentity>();
	return steps
		.map(([name, mode, hasOwnBudget = false]) => {
			const context = contexts.get(name) ?? {
				getWorkflow: () => ({ id, active: true }),
				getNode: () => ({ id: 'node' }),
				getActivationMode: () => mode,
			};
			contexts.set(name, context);
			const start = beginPoll(context, hasOwnBudget);
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
