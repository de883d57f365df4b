import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nodeDescription } from '../harness/index.mts';
import cursors from '../judges/cursors.json' with { type: 'json' };
import {
	cursorAt,
	eventOfEachState,
	FIRST,
	watchedEvents,
	watching,
	type WatchedEvent,
} from '../support/cursors.mts';
import { optionValues } from '../support/operations.mts';
import type { Trigger } from '../support/trigger.mts';

/** What is asked of a connector that reads incrementally, of every kind of state. */

/** The dump as it was before this run, which may write another one. */
const SAVED: Readonly<Record<string, IDataObject>> = cursors;

/** What the records of a poll are called. */
async function namesFrom(
	trigger: Trigger,
	{ nameOf: name }: WatchedEvent,
	change?: Parameters<Trigger['poll']>[0],
): Promise<string[]> {
	return ((await trigger.poll(change)) ?? []).map(name);
}

it('every event of the trigger has a row in support/cursors', () => {
	const { properties } = nodeDescription('n8n-nodes-link-shortener.linkShortenerTrigger');
	const events = watchedEvents.map(({ name }) => name.split(',')[0]);
	const there = optionValues(properties.find(({ name }) => name === 'event'));
	expect(new Set(events)).toEqual(new Set(there));
});

describe.each(eventOfEachState)('$name', (event) => {
	it('resumes from the state after each thing that happened: nothing is lost, nothing comes twice', async () => {
		const trigger = await watching(event);
		expect(await namesFrom(trigger, event)).toEqual([]);
		for (let number = FIRST; number < FIRST + 8; number += 1) {
			await trigger.restartN8n();
			const happened = event.happen(trigger.service, number);
			expect(await namesFrom(trigger, event)).toEqual([happened]);
		}
		await trigger.restartN8n();
		expect([await namesFrom(trigger, event), await namesFrom(trigger, event)]).toEqual([[], []]);
	});

	it.skipIf(event.isNeverCut)('resumes from the states of polls that are cut', async () => {
		const trigger = await watching(event);
		await trigger.poll();
		const { service } = trigger;
		const happened = Array.from({ length: event.most }, (_, index) =>
			event.happen(service, FIRST + index),
		);
		const emitted: string[] = [];
		const counts: number[] = [];
		for (const nth of [2, 3, 2]) {
			service.addFault({ match: { nth }, kind: 'silence' });
			emitted.push(...(await namesFrom(trigger, event, { budgetMs: 1_000 })));
			counts.push(emitted.length);
			service.clearFaults();
			await trigger.restartN8n();
		}
		expect(counts[0]).toBeLessThan(happened.length);
		emitted.push(...(await namesFrom(trigger, event)), ...(await namesFrom(trigger, event)));
		expect(emitted.toSorted()).toEqual(happened.toSorted());
	});

	it('shows the same record in two tests in a row, and neither moves the cursor', async () => {
		const trigger = await watching(event);
		await trigger.poll();
		const happened = event.happen(trigger.service, FIRST);
		const test = async () => await trigger.poll({ mode: 'manual' });
		expect(await test()).toEqual(await test());
		expect(await namesFrom(trigger, event)).toEqual([happened]);
	});

	it('resumes from what the commit before has saved', async () => {
		const trigger = await watching(event);
		const { service } = trigger;
		event.happen(service, FIRST);
		const happened = [event.happen(service, FIRST + 1), event.happen(service, FIRST + 2)];
		trigger.staticData = cursorAt(SAVED[event.name] ?? {}, service);
		expect((await namesFrom(trigger, event)).toSorted()).toEqual(happened.toSorted());
		expect(await namesFrom(trigger, event)).toEqual([]);
	});
});
