/** One answer as the example workflow check-my-service writes it: names of fields and kinds of values. */
export interface AnswerShape {
	/** Such as `GET /api/url/{id}`. */
	request: string;
	status: number;
	body: unknown;
}

/** A row of the table of recorded answers, without what comes out of it. */
export interface AnswerRow {
	what: string;
	operation: string;
	parameters: Record<string, unknown>;
	status?: number;
	answers: Record<string, unknown>;
}

/** The id of every record that stands in for one of the service's, and its short URL. */
const ID = 7;
const SHORT_URL = 'https://sho.rt/abc';

const pick = (value: number | string, mode = 'id') => ({ __rl: true, mode, value: String(value) });

/** The operation that sends a request, and the other requests that it needs. */
interface Use {
	operation: string;
	parameters?: Record<string, unknown>;
	needs?: string[];
}

const USES: Record<string, Use> = {
	'GET /api/account': { operation: 'account.get' },
	'GET /api/urls': { operation: 'link.getAll' },
	'GET /api/campaigns': { operation: 'campaign.getAll' },
	'GET /api/channels': { operation: 'channel.getAll' },
	'GET /api/domains': { operation: 'domain.getAll' },
	'GET /api/overlay': { operation: 'ctaOverlay.getAll' },
	'GET /api/splash': { operation: 'splashPage.getAll' },
	'GET /api/qr': { operation: 'qrCode.getAll' },
	'GET /api/v1/pixels': { operation: 'pixel.getAll' },
	'GET /api/pixels': { operation: 'pixel.getAll' },
	'GET /api/url/{id}': { operation: 'link.get', parameters: { linkId: pick(ID) } },
	'GET /api/urls?short': {
		operation: 'link.get',
		parameters: { linkId: pick(SHORT_URL, 'url') },
		needs: ['GET /api/url/{id}'],
	},
	'GET /api/channel/{id}': { operation: 'channel.getItems', parameters: { channelId: pick(ID) } },
	'GET /api/qr/{id}': { operation: 'qrCode.get', parameters: { qrCodeId: pick(ID) } },
	'GET /api/v1/pixels/{id}': {
		operation: 'pixel.get',
		parameters: { pixelId: pick(ID) },
		needs: ['GET /api/v1/pixels'],
	},
	'POST /api/url/add': {
		operation: 'link.create',
		parameters: { url: 'https://example.com/page' },
		needs: ['GET /api/urls'],
	},
	'PUT /api/url/{id}/update': {
		operation: 'link.update',
		parameters: { linkId: pick(ID), updateFields: { metatitle: 'title' } },
		needs: ['GET /api/url/{id}'],
	},
	'DELETE /api/url/{id}/delete': { operation: 'link.delete', parameters: { linkId: pick(ID) } },
};

/** Values that stand in for those of the service. */
const VALUES: Record<string, unknown> = {
	null: null,
	number: ID,
	'text of digits': String(ID),
	'true or false': true,
	'text of true or false': 'true',
	'empty text': '',
	day: '2030-01-31',
	date: '2030-01-31 12:00:00',
	color: '#0F766E',
	email: 'me@example.com',
	url: SHORT_URL,
};

/** One row for each good answer that an operation reads; the others tell nothing about records. */
export function rowsOf(shapes: readonly AnswerShape[], source: string): AnswerRow[] {
	return shapes.flatMap(({ request, status, body }) => {
		const use = USES[request];
		if (use === undefined || !isGood(status, body)) return [];
		const others = shapes.filter((each) => use.needs?.includes(each.request));
		const answers = [...others, { request, body }].map((each): [string, unknown] => [
			pathOf(each.request),
			valueOf(each.body),
		]);
		return {
			what: `${request} of ${source}`,
			operation: use.operation,
			parameters: use.parameters ?? {},
			...(status === 200 ? {} : { status }),
			answers: Object.fromEntries(answers),
		};
	});
}

function isGood(status: number, body: unknown): boolean {
	if (typeof body !== 'object' || body === null || status >= 400) return false;
	return !('error' in body) || [0, '0', false].includes(body.error as never);
}

function pathOf(request: string): string {
	return request.replace(/^[A-Z]+ |\?.*$/g, '').replace('{id}', String(ID));
}

/** A value of a shape. Counters of pages say that there is one page. */
function valueOf(shape: unknown, name = '', place = 0): unknown {
	if (Array.isArray(shape)) {
		const [kind, ...parts] = shape as unknown[];
		const values = parts.map((part, index) => valueOf(part, '', index));
		if (String(kind).startsWith('list')) return values;
		return Object.fromEntries(values.map((value, index) => [`name ${String(index + 1)}`, value]));
	}
	if (typeof shape === 'object' && shape !== null) {
		const fields = Object.entries(shape).map(([key, part]): [string, unknown] => [
			key,
			valueOf(part, key, place),
		]);
		return Object.fromEntries(fields);
	}
	if (name === 'error' || typeof shape !== 'string') return shape;
	const value = shape in VALUES ? VALUES[shape] : name || 'text';
	const number = /page$/.test(name) ? 1 : ID + place;
	if (typeof value === 'number') return number;
	return shape === 'text of digits' ? String(number) : value;
}
