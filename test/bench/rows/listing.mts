import type { Service } from '../../service/index.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { onService, type Run } from '../benchmark.mts';
import { node } from '../../e2e/workflows.mts';
import { type Candidate, httpRequest, linkShortener } from '../candidates.mts';
import { seedLinks } from '../seeds.mts';
import { megabytes, type Row, seconds } from '../table.mts';

const LINKS = 50_000;
const PAGE_SIZE = 100;
const LATENCY_MS = 20;
const FASTER_BY = 5;
/** The list needs one item to start from. */
const ONE_ROW = [{}];

const withNode: Candidate = (credential) => [
	linkShortener(
		{ resource: 'link', operation: 'getAll', returnAll: true, filters: {}, options: {} },
		credential,
	),
];

/** As its documentation says it is done, and then split into one item per link. */
const withHttpRequest: Candidate = (credential, { url }) => [
	httpRequest(
		{
			url: `${url}/api/urls`,
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: String(PAGE_SIZE) }] },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression:
							'={{ $response.body.data.currentpage >= $response.body.data.maxpage }}',
					},
				},
			},
		},
		credential,
	),
	node('Links', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'data.urls', options: {} }),
];

export async function measureListing(stage: Stage): Promise<Row[]> {
	const service = await stage.service({ latencyMs: LATENCY_MS });
	seedLinks(service, LINKS, (number) => ({
		longurl: `https://shop.example/products/${number}`,
		title: `Product ${number}`,
	}));
	// Each in an n8n of its own: a heap that has grown once stays grown.
	const theirs = await run(stage, service, 'http', withHttpRequest);
	const ours = await run(stage, service, 'node', withNode);
	const what = `list ${LINKS} links, pages of ${PAGE_SIZE}, ${LATENCY_MS} ms latency`;
	return [
		{
			what: `${what}: time`,
			ours: seconds(ours.ms),
			theirs: seconds(theirs.ms),
			ratio: `${(theirs.ms / ours.ms).toFixed(1)} × faster`,
			target: `≥ ${FASTER_BY} × faster`,
			met: theirs.ms / ours.ms >= FASTER_BY,
		},
		{
			what: `${what}: peak memory of n8n`,
			ours: megabytes(ours.peakBytes),
			theirs: megabytes(theirs.peakBytes),
			ratio: `${(ours.peakBytes / theirs.peakBytes).toFixed(2)} of its`,
			target: '≤ 1.00',
			met: ours.peakBytes <= theirs.peakBytes,
		},
	];
}

async function run(
	stage: Stage,
	service: Service,
	name: string,
	candidate: Candidate,
): Promise<Run> {
	const n8n = await stage.n8n(name);
	const benchmark = await onService(n8n, service, { name, candidate });
	const done = await benchmark.run(ONE_ROW);
	await n8n.stop();
	if (done.items !== LINKS) throw new Error(`${name}: ${done.items} of ${LINKS} links.`);
	return done;
}
