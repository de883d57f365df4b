import { withCredentials } from '../../../examples.mts';
import { startMailServer } from '../../../standIns/mailServer.mts';
import { execute, wentWell, whyNot } from '../byHand.mts';
import type { Play } from '../scene.mts';

const SCHEDULE = 'Every Monday at 8';

export const reportPlays: Record<string, Play> = {
	'weekly-click-report.json': async ({ file, example, n8n, service, checks }) => {
		const server = await startMailServer();
		try {
			const smtp = await n8n.rest.putCredential('Stand-in mail server', 'smtp', {
				host: '127.0.0.1',
				port: server.port,
				secure: false,
				disableStartTls: true,
				user: '',
				password: '',
			});
			const workflow = withCredentials(example, { smtp });
			const [tents = 0, sale = 0] = service.seed('links', [
				{ longurl: 'https://shop.example/tents', title: 'Tents & <b>more</b>' },
				{ longurl: 'https://shop.example/sale', title: 'Sale' },
				{ longurl: 'https://shop.example/stoves', title: 'Stoves' },
			]);
			const run = async (what: string) => {
				const execution = await execute(n8n, workflow, SCHEDULE);
				checks.check(`${file}: ${what} is sent`, wentWell(execution), whyNot(execution));
				return server.mails.at(-1);
			};
			service.click(tents, 10);
			service.click(sale, 5);
			const first = await run('the first report');
			checks.same(
				`${file}: the first one counts all clicks`,
				first?.subject,
				'Your short links: 15 clicks so far',
			);
			checks.same(
				`${file}: it has a bar for each link that was clicked`,
				barsIn(first?.html),
				[100, 50],
			);
			checks.check(
				`${file}: titles are text, not HTML`,
				first?.html?.includes('Tents &#38; &#60;b&#62;more') === true,
				first?.html,
			);

			service.click(sale, 8);
			service.click(tents, 2);
			server.isRefusing = true;
			const refused = await execute(n8n, workflow, SCHEDULE);
			checks.same(`${file}: a mail that is refused is an error`, refused.status, 'error');
			server.isRefusing = false;
			const second = await run('the report after it');
			checks.check(
				`${file}: it counts since the last one that was sent`,
				/^Your short links: 10 clicks since \w+ \d+$/.test(second?.subject ?? ''),
				second?.subject,
			);
			checks.same(
				`${file}: the most clicked since then comes first`,
				barsIn(second?.html),
				[100, 25],
			);

			const quiet = await run('a report without clicks');
			checks.same(
				`${file}: it says so`,
				[barsIn(quiet?.html), quiet?.html?.includes('None of your links was clicked')],
				[[], true],
			);
			checks.same(`${file}: three mails in all`, server.mails.length, 3);
		} finally {
			await server.stop();
		}
	},
};

/** The widths of the bars, in percent. */
function barsIn(html = ''): number[] {
	return [...html.matchAll(/width: (\d+)%"><\/div>/g)].map(([, width]) => Number(width));
}
