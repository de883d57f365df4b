import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import { CREDENTIAL_TYPE, putServiceCredential, type Stage } from '../stage.mts';
import { execute, MANUAL_TRIGGER, wentWell, whyNot } from './byHand.mts';
import { outputOf } from './expectations.mts';

const COUNT = 50;
const SHEET = 'Sheet';
const UPDATE = 'Update Links';

/** A sheet of corrections: new long URLs by short URL, without an expression. */
export async function runCorrections(n8n: N8n, checks: Checks, stage: Stage): Promise<void> {
	const service = await stage.service();
	service.seed(
		'links',
		Array.from({ length: COUNT }, (_, index) => ({ longurl: `https://old.example/${index}` })),
	);
	const sheet = service.links().map(({ shorturl, longurl }) => ({
		'Short URL': shorturl,
		'Long URL': longurl.replace('old.example', 'new.example'),
	}));
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters: { ...parameters },
	});
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	const execution = await execute(n8n, {
		name: 'A sheet of corrections',
		nodes: [
			node('Start', MANUAL_TRIGGER, 1, {}),
			node(SHEET, 'n8n-nodes-base.code', 2, {
				jsCode: `return ${JSON.stringify(sheet)}.map((json) => ({ json }));`,
			}),
			{
				...node(UPDATE, 'n8n-nodes-link-shortener.linkShortener', 1, {
					resource: 'link',
					operation: 'update',
					dataToSend: 'autoMapInputData',
				}),
				credentials: { [CREDENTIAL_TYPE]: await putServiceCredential(n8n, service) },
			},
		],
		connections: { Start: to(SHEET), [SHEET]: to(UPDATE) },
	});
	const name = `a sheet of ${COUNT} corrections`;
	checks.check(`${name}: it succeeds`, wentWell(execution), whyNot(execution));
	checks.same(`${name}: one item for each`, outputOf(execution, UPDATE).length, COUNT);
	checks.same(
		`${name}: every link leads to its new page`,
		service.links().map(({ longurl }) => longurl),
		sheet.map((row) => row['Long URL']),
	);
	checks.check(
		`${name}: at most two requests for a link, and one more`,
		service.requests.length <= 2 * COUNT + 1,
		`${service.requests.length} requests`,
	);
}
