import { execute, wentWell, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import { type Play, withParameters } from '../scene.mts';

/** What a user enters in the node Settings. */
function settings(baseUrl: string, makeALink: boolean) {
	const assignments = [
		{ id: 'baseUrl', name: 'baseUrl', value: baseUrl, type: 'string' },
		{ id: 'makeALink', name: 'makeALink', value: makeALink, type: 'boolean' },
		{ id: 'longUrl', name: 'longUrl', value: 'https://example.com/check-e2e', type: 'string' },
	];
	return { assignments: { assignments } };
}

export const checkPlays: Record<string, Play> = {
	'check-my-service.json': async ({ file, example, n8n, service, checks }) => {
		service.seed('links', [{ title: 'Nobody may read this' }]);
		for (const makeALink of [false, true]) {
			const entered = withParameters(example, 'Settings', settings(service.url, makeALink));
			const execution = await execute(n8n, entered);
			const name = `${file}, ${makeALink ? 'with' : 'without'} a link`;
			checks.check(`${name}: it succeeds`, wentWell(execution), whyNot(execution));
			const table = outputOf(execution, 'Table');
			checks.same(
				`${name}: the table says what the install has`,
				table.slice(0, 2).map((row) => [row.Part, row['This Install'], row.Answer]),
				[
					['Account', 'has it', 'HTTP 200, error 0'],
					['Links', 'has it', 'HTTP 200, error "0"'],
				],
			);
			checks.same(
				`${name}: a link is made and deleted`,
				table.filter((row) => /that link|Create a link/.test(String(row.Part))).length,
				makeALink ? 4 : 0,
			);
			const shapes = JSON.stringify(outputOf(execution, 'Without Values'));
			checks.check(
				`${name}: what is attached names kinds and no values`,
				shapes.includes('"title":"text"') && !shapes.includes('Nobody'),
				shapes,
			);
		}
		checks.same(`${file}: no link is left behind`, service.links().length, 1);
	},
};
