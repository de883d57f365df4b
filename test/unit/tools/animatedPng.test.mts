import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { animatedPng } from '../../e2e/animatedPng.mts';

/** A picture of one color. */
function picture(red: number, width = 3): Buffer {
	const png = new PNG({ width, height: 2 });
	for (let at = 0; at < png.data.length; at += 4) png.data.set([red, 0, 0, 255], at);
	return PNG.sync.write(png);
}

describe('the animated PNG of the docs', () => {
	const animated = animatedPng([
		{ png: picture(10), ms: 1500 },
		{ png: picture(20), ms: 3500 },
	]);

	it('shows its first picture where there is no animation', () => {
		const { data, width, height } = PNG.sync.read(animated);
		expect([width, height, data[0]]).toEqual([3, 2, 10]);
	});

	it('says how long each picture is shown, and counts what belongs to the animation', () => {
		const after = (type: string, from = 0) => animated.indexOf(type, from, 'latin1') + type.length;
		const first = after('fcTL');
		const second = after('fcTL', first);
		const pixels = after('fdAT');
		expect(animated.readUInt32BE(after('acTL'))).toBe(2);
		expect([first, second, pixels].map((at) => animated.readUInt32BE(at))).toEqual([0, 1, 2]);
		expect([first, second].map((at) => animated.readUInt16BE(at + 20))).toEqual([1500, 3500]);
	});

	it('refuses pictures of different sizes, and none at all', () => {
		const frames = [picture(10), picture(10, 4)].map((png) => ({ png, ms: 1 }));
		expect(() => animatedPng(frames)).toThrow('Picture 2 differs');
		expect(() => animatedPng([])).toThrow('at least one');
	});
});
