import { describe, expect, it } from 'vitest';

import {
	afterFailure,
	afterSign,
	decideByOutage,
	NO_OUTAGE,
	outageAt,
	type Outage,
} from '../../../../nodes/LinkShortener/api/gate/outage';

/** What happens, in the order it does; a number lets so many seconds pass. */
type Step =
	| number
	| `${'failed' | 'answered'} ${'read' | 'change'}`
	| 'failed probe'
	| 'silence'
	| `${'' | 'probe: '}retry after ${number}`
	| 'wrong address';

function play(...steps: Step[]): { outage: Outage; now: number } {
	let outage: Outage = NO_OUTAGE;
	let now = 0;
	const fail = (isChange: boolean, change: object = {}) => {
		const base = { isChange, isProbe: false, sentAt: now, wasLongSilence: false, mayPass: true };
		outage = afterFailure(outage, { ...base, ...change }, now);
	};
	for (const step of steps) {
		if (typeof step === 'number') {
			now += 1_000 * step;
			outage = outageAt(outage, now);
		} else if (step === 'silence') fail(true, { wasLongSilence: true, sentAt: now - 60_000 });
		else if (step === 'wrong address') fail(true, { mayPass: false });
		else if (step.includes('retry after')) {
			const retryAfterMs = 1_000 * Number(step.split(' ').at(-1));
			fail(true, { retryAfterMs, isProbe: step.startsWith('probe') });
		} else if (step === 'failed probe') fail(false, { isProbe: true });
		else if (step.startsWith('failed')) fail(step.endsWith('change'));
		else outage = afterSign(outage, step.endsWith('change'), now);
	}
	return { outage, now };
}

/** What a bulk read, a bulk change and an interactive change may do. */
function may(...steps: Step[]): string {
	const { outage, now } = play(...steps);
	return [
		{ isChange: false, isInteractive: false },
		{ isChange: true, isInteractive: false },
		{ isChange: true, isInteractive: true },
	]
		.map((request) => decideByOutage(outage, request, now).kind)
		.join(' ');
}

const OPEN: Step[] = ['failed change', 'failed change', 'failed change'];
const HALF_OPEN: Step[] = [...OPEN, 1, 'answered read'];

describe('a bulk read, a bulk change and an interactive change', () => {
	it.each<[what: string, steps: Step[], may: string]>([
		['go at first', [], 'go go go'],
		['go after two failures', ['failed change', 'failed change'], 'go go go'],
		['wait or fail after three in a row', OPEN, 'wait wait fail'],
		[
			'go when one of them was answered between',
			['failed change', 'failed change', 'answered change', 'failed change'],
			'go go go',
		],
		[
			'wait though reads were answered between',
			['failed change', 'failed change', 'answered read', 'failed change'],
			'wait wait fail',
		],
		[
			'go when failed reads were answered between',
			['failed read', 'failed read', 'answered read', 'failed read'],
			'go go go',
		],
		['probe after one long silence', ['silence'], 'probe probe probe'],
		['probe after a second', [...OPEN, 1], 'probe probe probe'],
		['wait two seconds for the next probe', [...OPEN, 1, 'failed probe', 1.9], 'wait wait fail'],
		['probe then', [...OPEN, 1, 'failed probe', 2], 'probe probe probe'],
		[
			'learn nothing from what left before',
			[...OPEN, 0.9, 'failed change', 0.1],
			'probe probe probe',
		],
		['read, and try a change, after a good probe', HALF_OPEN, 'go trial trial'],
		['go when that was answered', [...HALF_OPEN, 'answered change'], 'go go go'],
		['wait again when it was not', [...HALF_OPEN, 'failed change'], 'wait wait fail'],
		['wait again when a read was not', [...HALF_OPEN, 'failed read'], 'wait wait fail'],
		['go when something that left before was done', [...OPEN, 'answered change'], 'go go go'],
		['fail after 130 seconds, and look', [...OPEN, 130], 'fail fail probe'],
		['have 130 seconds more after a good probe', [...HALF_OPEN, 129], 'go trial trial'],
		[
			'and five minutes in all',
			[...OPEN, 100, 'answered read', 100, 'failed change', 50, 'answered read', 50],
			'go fail fail',
		],
		['go anew 30 seconds later', [...OPEN, 160], 'go go go'],
		['wait for a silence from when it was noticed', ['silence', 104], 'probe probe probe'],
		['and not as long', ['silence', 105], 'fail fail probe'],
		['wait as long as the service says', ['retry after 60', 49], 'wait wait fail'],
		['probe then', ['retry after 60', 60], 'probe probe probe'],
		[
			'wait as long as a probe is told',
			[...OPEN, 1, 'probe: retry after 30', 29],
			'wait wait fail',
		],
		['fail at once when it says more than two minutes', ['retry after 600'], 'fail fail fail'],
		['fail until then', ['retry after 600', 580], 'fail fail fail'],
		[
			'fail at once at an address that is wrong',
			['wrong address', 'wrong address', 'wrong address'],
			'fail fail fail',
		],
	])('%s', (_, steps, expected) => {
		expect(may(...steps)).toBe(expected);
	});
});

it('counts no failure of what left before something worked', () => {
	const worked = afterSign(NO_OUTAGE, true, 5_000);
	const failure = {
		isChange: true,
		isProbe: false,
		sentAt: 4_000,
		wasLongSilence: true,
		mayPass: true,
	};
	expect(afterFailure(worked, failure, 64_000)).toBe(worked);
});
