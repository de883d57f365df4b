import { expect, it } from 'vitest';

import { momentToWallClock } from '../../../../nodes/LinkShortener/resources/link/expiry';
import { timeZoneOptions } from '../../../../nodes/LinkShortener/resources/link/timeZones';

const zones = timeZoneOptions.map(({ value }) => String(value));

it.each(['UTC', 'Asia/Kolkata', 'Europe/Berlin', 'Europe/Kyiv', 'America/New_York'])(
	'%s is among the time zones, once',
	(zone) => {
		expect(zones.filter((other) => other === zone)).toEqual([zone]);
	},
);

it('every zone that is offered can be converted to', () => {
	expect(zones.length).toBeGreaterThan(400);
	for (const zone of zones) expect(momentToWallClock(0, zone)).toMatch(/^19(69|70)-/);
});
