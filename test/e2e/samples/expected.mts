/**
 * The rows of links.csv that cannot become a link, by their long URL, and what the reason has to
 * say. Every other row has to become exactly one link.
 */
export const BAD_ROWS: ReadonlyMap<string, RegExp> = new Map([
	['shop example, spring dry bag', /not a web address/i],
	['https://blocked.example/sale/wool-hat', /blacklisted/i],
	['https://shop.example/sale/thermo-mug?ref=flyer&size=m', /later than today|past/i],
	['https://blog.example/2026/how-to-choose-a-rain-jacket', /at least 3 characters/i],
	['https://blog.example/2026/how-to-choose-a-tent-2p', /campaign/i],
	['https://partner.example/deals/wool-hat#details', /pixel/i],
	// The alias of the first row, which counts.
	['https://partner.example/deals/climb-shoe#offer', /^Row 1 already sets other values/],
	['https://events.example/münchen/map-case?day=5', /campaign/i],
	['https://events.example/münchen/multi-tool?day=5', /status/i],
]);
