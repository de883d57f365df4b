import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { poll, runNode, testCredential } from '../engine/harness/index.mts';
import { clean, recordOf } from './clean.mts';
import { aliasOf, doubtOf, type Entry, isJson, type Json, Ledger, MARK } from './ledger.mts';
import { shortUrlOf, textOf } from './ledger.mts';
import { type Known, wordsOf } from './redact.mts';
import { reportOf, type Report } from './report.mts';
import { differencesIn, errorsOf } from './seen.mts';
import { type Exchange, recordIn, rowsIn, Stopped, Wire, type WireOptions } from './wire.mts';

export type Verdict = 'works' | 'differs' | 'missing' | 'not tried';

export interface Line {
	what: string;
	verdict: Verdict;
	note: string;
}

export interface LiveOptions extends Omit<WireOptions, 'ledger'> {
	/** Where creates are written down. */
	ledgerFile: string;
	/** Whether a file is uploaded, which nothing is known to delete. */
	withFile?: boolean;
	/** Called with each line of the table as it is known. */
	say?: (line: Line) => void;
}

export interface LiveResult {
	lines: Line[];
	/** What was made and is still there, or may be. */
	left: string[];
	made: number;
	deleted: number;
	report: Report;
}

/** What a step found besides that it works. */
class Found extends Error {
	readonly verdict: Verdict;

	constructor(verdict: Verdict, note: string) {
		super(note);
		this.verdict = verdict;
	}
}

/** Without it nothing else can be tried. */
class Fatal extends Error {}

const ROWS = 10;

/** Asks a service for one of everything, and deletes what that made. */
export async function runLive(options: LiveOptions): Promise<LiveResult> {
	const ledger = new Ledger(options.ledgerFile, options.baseUrl);
	if (ledger.open().length > 0) {
		throw new Error('An earlier run has left something. Delete it first: npm run live -- --clean');
	}
	const before = ledger.entries.length;
	const wire = new Wire({ ...options, ledger });
	try {
		const run = new Run(options, wire, ledger);
		await run.tryAll();
		wire.isCleaning = true;
		const left = await clean(wire, ledger);
		const entries = ledger.entries.slice(before).filter(({ closed }) => closed !== 'rejected');
		const deleted = entries.filter(({ closed }) => closed === 'deleted').length;
		const { lines } = run;
		const report = reportOf(lines, wire.log, run.known(), ledger);
		return { lines, left, made: entries.length, deleted, report };
	} finally {
		wire.close();
	}
}

class Run {
	readonly lines: Line[] = [];
	private readonly mark = `${randomBytes(5).toString('hex')}z`;
	private readonly names: string[] = [];
	private count = 0;
	/** The link that the later steps are about; undefined where links cannot be deleted, or made. */
	private link: Json | undefined;
	private canDelete = false;
	private keepsAliases = false;
	private pixelPath = '';
	private staticData: IDataObject = {};

	private readonly options: LiveOptions;
	private readonly wire: Wire;
	private readonly ledger: Ledger;

	constructor(options: LiveOptions, wire: Wire, ledger: Ledger) {
		this.options = options;
		this.wire = wire;
		this.ledger = ledger;
	}

	/** What may be shown, as far as it is known by now. */
	known(): Known {
		const { key, baseUrl } = this.options;
		const own = this.ledger.entries.flatMap(({ name, alias, answeredAlias }) => [
			...[name, `${name}&changed=1`, alias ?? '', answeredAlias ?? ''],
		]);
		const hosts = this.wire.log.flatMap(({ entry, body }) => {
			const url = entry?.kind === 'link' ? URL.parse(shortUrlOf(recordIn(body))) : null;
			return url === null ? [] : [url.host];
		});
		return {
			own: new Set(own.filter((text) => text !== '')),
			hosts: new Set([new URL(baseUrl).host, ...hosts]),
			key: key.replace(/^(bearer|token)\s+/i, ''),
			names: this.names,
		};
	}

	async tryAll(): Promise<void> {
		const steps = Object.entries(this.steps());
		let end = '';
		for (const [what, work] of steps) {
			let line: Line = { what, verdict: 'not tried', note: end };
			if (end === '') {
				try {
					const before = this.wire.log.length;
					const note = await work();
					const differs = differencesIn(this.wire.log.slice(before)).join(', ');
					line = { what, verdict: differs ? 'differs' : 'works', note: differs || note };
				} catch (error) {
					const isStop = error instanceof Stopped;
					if (isStop) end = 'stopped by hand';
					if (error instanceof Fatal) end = `see ${what}`;
					line = { what, ...this.judged(error), ...(isStop && { verdict: 'not tried' as const }) };
				}
			}
			this.lines.push(line);
			this.options.say?.(line);
		}
	}

	/** What others say may hold the address. */
	private judged(error: unknown): Omit<Line, 'what'> {
		const message = error instanceof Error ? error.message : String(error);
		const isOwn = error instanceof Found || error instanceof Fatal || error instanceof Stopped;
		const verdict = error instanceof Found ? error.verdict : 'differs';
		return { verdict, note: isOwn ? message : wordsOf(message, this.known()) };
	}

	private steps(): Record<string, () => Promise<string>> {
		return {
			Account: async () => await this.account(),
			'Credential test of the node': async () => await this.credential(),
			'List of links': async () => await this.firstList(),
			'List of pixels': async () => await this.pixels(),
			...Object.fromEntries(
				Object.entries(endpoints).map(([what, path]) => [
					`List of ${what}`,
					async () => this.fieldsIn(await this.read(path, PAGE_1)),
				]),
			),
			'Link: create': async () => await this.createLink(),
			'Link: get': async () => await this.getLink(),
			'Link: update': async () => await this.updateLink(),
			'Link: delete': async () => await this.deleteLink(),
			'Link: create with an alias': async () => await this.createWithAlias(),
			'Link: the same alias again': async () => await this.sameAlias(),
			'Link: the same page again': async () => await this.samePage(),
			'Link: look-up by short URL': async () => await this.lookUp(),
			'Link: in the list': async () => await this.inList(),
			'Link: search': async () => await this.search(),
			...this.stepsOf('campaign', '/api/campaign', {}, { public: false }),
			...this.stepsOf('channel', '/api/channel', { color: '#336699' }, { color: '#993366' }),
			...this.stepsOf('qrCode', '/api/qr', { type: 'text', data: 'live' }, { data: 'changed' }),
			...this.stepsOf('pixel', '/api/pixel', { type: '', tag: '12345' }, { tag: '54321' }),
			'Trigger: first poll': async () => await this.poll(),
			'Ten rows with Create or Update': async () => await this.tenRows('created'),
			'The same ten rows again': async () => await this.tenRows('unchanged'),
			'Trigger: new links': async () => await this.poll(),
			File: async () => await this.file(),
			'The key error, and failures': async () => {
				const differs = errorsOf(this.wire.log).join(', ');
				if (differs !== '') throw new Found('differs', differs);
				return await Promise.resolve('');
			},
			'Rate limit headers': async () => await this.limitHeaders(),
		};
	}

	private async read(path: string, query: Record<string, string> = {}): Promise<Exchange> {
		return this.good(await this.wire.send('GET', path, { query }));
	}

	private async write(method: string, path: string, json: Json = {}): Promise<Exchange> {
		const isForm = path.startsWith('/api/v1/');
		const body = isForm ? { form: json as Record<string, string> } : { json };
		const hasBody = Object.keys(json).length > 0;
		return this.good(await this.wire.send(method, path, hasBody ? body : {}));
	}

	/** A response with which the service did what it was asked for. */
	private good(found: Exchange | undefined): Exchange {
		if (found === undefined) throw new Found('differs', 'no response');
		const { parsed, isUnknown, status } = found;
		if (parsed.kind === 'success') return found;
		if (isUnknown) throw new Found('missing', `HTTP ${status}`);
		const says = parsed.kind === 'rejected' ? `: ${wordsOf(parsed.message, this.known())}` : '';
		throw new Found('differs', `${parsed.kind}, HTTP ${status}${says}`);
	}

	private fieldsIn({ body }: Exchange): string {
		return rowsIn(body).length === 0 ? 'no record to look at' : '';
	}

	private async account(): Promise<string> {
		try {
			const { body } = await this.read('/api/account');
			const { email, username } = recordIn(body);
			this.names.push(...[email, username].map(textOf).filter((name) => name.length > 2));
			return '';
		} catch (error) {
			if (error instanceof Stopped) throw error;
			const { message } = error as Error;
			const hint = /rejected/.test(message)
				? 'Check the key. Old services want it as "Token YOUR_KEY".'
				: 'Check the address: it is where you log in to the service.';
			throw new Fatal(`${message}. ${hint} Nothing was created.`);
		}
	}

	private credentials() {
		const { baseUrl, key } = this.options;
		return { baseUrl, apiKey: key };
	}

	private async credential(): Promise<string> {
		const { status, message } = await this.ofNode(
			async () => await testCredential(this.credentials()),
		);
		if (status === 'OK') return '';
		throw new Found('differs', wordsOf(message, this.known()));
	}

	/** What a node does, of which every request has to be seen. */
	private async ofNode<Result>(work: () => Promise<Result>): Promise<Result> {
		await this.wire.turn();
		const before = this.wire.countOfNode;
		const result = await work();
		if (this.options.signal?.aborted) throw new Stopped('Stopped');
		if (this.wire.countOfNode > before) return result;
		throw new Fatal('A request of the node was not seen. Nothing else is tried.');
	}

	private async firstList(): Promise<string> {
		const found = await this.read('/api/urls', { ...PAGE_1, order: 'date' });
		const ids = rowsIn(found.body).map(({ id }) => Number(id));
		const isGrowing = ids.every((id, place) => place === 0 || id < Number(ids[place - 1]));
		if (isGrowing) this.wire.newest = ids[0] ?? 0;
		return isGrowing ? this.fieldsIn(found) : 'IDs do not fall from the newest to the oldest';
	}

	private async pixels(): Promise<string> {
		for (const path of ['/api/pixels', '/api/v1/pixels']) {
			const found = await this.wire.send(
				'GET',
				path,
				path === '/api/pixels' ? { query: PAGE_1 } : {},
			);
			if (found?.isUnknown) continue;
			const list = this.good(found);
			this.pixelPath = path;
			return `${path}${this.fieldsIn(list) && ', no record to look at'}`;
		}
		throw new Found('missing', 'neither product has them here');
	}

	private nextPage(): string {
		this.count += 1;
		return `https://example.com/?${MARK}=${this.mark}${this.count}`;
	}

	/** The entry of the latest create. */
	private get latest(): Entry {
		const entry = this.ledger.entries.at(-1);
		if (entry === undefined) throw new Error('Nothing was created');
		return entry;
	}

	/** The record of a create, once it is proven to be its own. */
	private async proven(entry: Entry): Promise<Json> {
		const { id, answeredAlias, alias } = entry;
		const short =
			shortUrlOf(recordIn(this.wire.log.at(-1)?.body)) || (answeredAlias ?? alias ?? '');
		const { body } =
			id === undefined
				? await this.read('/api/urls', { short })
				: await this.read(`/api/url/${id}`);
		const record = { ...recordIn(body), ...rowsIn(body)[0] };
		const doubt = doubtOf(entry, record);
		if (doubt !== '') throw new Found('differs', `it is left alone: ${doubt}`);
		this.ledger.note(entry, { id: textOf(record['id']) });
		this.wire.proven.add(`link:${textOf(record['id'])}`);
		return record;
	}

	private async createLink(): Promise<string> {
		const { body } = await this.write('POST', '/api/url/add', { url: this.nextPage() });
		const record = recordIn(body);
		if (shortUrlOf(record) === '') throw new Found('differs', 'no short URL');
		return record['id'] === undefined ? 'no ID' : '';
	}

	private async getLink(): Promise<string> {
		this.need(this.latestLink(), 'no link was created');
		this.link = await this.proven(this.latest);
		return '';
	}

	private latestLink(): boolean {
		const entry = this.ledger.entries.at(-1);
		return entry?.kind === 'link' && entry.closed === undefined;
	}

	private need(isThere: boolean, why: string): void {
		if (!isThere) throw new Found('not tried', why);
	}

	private idOfLink(): string {
		this.need(this.link !== undefined, 'there is no link of this run that may be changed');
		return textOf(this.link?.['id']);
	}

	private async updateLink(): Promise<string> {
		const id = this.idOfLink();
		const url = `${this.latest.name}&changed=1`;
		await this.write('PUT', `/api/url/${id}/update`, { url });
		const { body } = await this.read(`/api/url/${id}`);
		if (textOf(recordIn(body)['longurl']).includes('changed=1')) return '';
		throw new Found('differs', 'the long URL is shown as before');
	}

	private async deleteLink(): Promise<string> {
		const id = this.idOfLink();
		this.link = undefined;
		await this.write('DELETE', `/api/url/${id}/delete`);
		this.ledger.note(this.latest, { closed: 'deleted' });
		this.canDelete = true;
		return '';
	}

	private async createWithAlias(): Promise<string> {
		this.need(this.canDelete, 'links cannot be deleted here');
		const custom = `lv${randomBytes(4).toString('hex')}`;
		const url = this.nextPage();
		const found = await this.wire.send('POST', '/api/url/add', { json: { url, custom } });
		if (found?.parsed.kind === 'rejected') await this.write('POST', '/api/url/add', { url });
		this.link = await this.proven(this.latest);
		this.good(found);
		this.keepsAliases = aliasOf(this.link) === custom;
		if (!this.keepsAliases) throw new Found('differs', 'the alias was ignored');
		return '';
	}

	private async sameAlias(): Promise<string> {
		this.need(this.keepsAliases, 'no alias was kept');
		const custom = aliasOf(this.link ?? {});
		const sent = { json: { url: this.nextPage(), custom } };
		const found = await this.wire.send('POST', '/api/url/add', sent);
		const parsed = found?.parsed;
		if (parsed?.kind === 'rejected') return wordsOf(parsed.message, this.known());
		throw new Found('differs', 'it was not rejected');
	}

	private async samePage(): Promise<string> {
		const id = this.idOfLink();
		const { longurl } = this.link ?? {};
		const { body } = await this.write('POST', '/api/url/add', { url: longurl });
		const record = recordIn(body);
		const isSame = textOf(record['id']) === id || aliasOf(record) === aliasOf(this.link ?? {});
		if (!isSame) return '';
		this.ledger.note(this.latest, { closed: 'handed out' });
		throw new Found('differs', 'the service returned the link that it has');
	}

	private async lookUp(): Promise<string> {
		const id = this.idOfLink();
		const { body } = await this.read('/api/urls', { short: shortUrlOf(this.link ?? {}) });
		const list = rowsIn(body);
		const found = list[0] ?? recordIn(body);
		if (textOf(found['id']) !== id) throw new Found('differs', 'it returned another link, or none');
		return list.length === 0 ? '' : 'as a list of one';
	}

	private async inList(): Promise<string> {
		const id = this.idOfLink();
		const rows = rowsIn((await this.read('/api/urls', { ...PAGE_1, order: 'date' })).body);
		if (rows.some((row) => textOf(row['id']) === id)) return '';
		throw new Found('differs', 'it is not among the newest');
	}

	private async search(): Promise<string> {
		const id = this.idOfLink();
		const { body } = await this.read('/api/urls', { ...PAGE_1, q: this.mark });
		if (rowsIn(body).some((row) => textOf(row['id']) === id)) return '';
		throw new Found('differs', 'it does not find parts of a long URL');
	}

	/** Create, update, assign and delete one record. */
	private stepsOf(kind: Entry['kind'], path: string, sent: Json, change: Json) {
		const name = `live-${this.mark}`;
		let entry: Entry | undefined;
		const mine = (): string => {
			this.need(entry?.id !== undefined, 'it was not created, or its response named no ID');
			return entry?.id ?? '';
		};
		const isV1 = () => kind === 'pixel' && this.pixelPath === '/api/v1/pixels';
		const at = (action: string) =>
			isV1() ? `/api/v1/pixels/${mine()}` : `${path}/${mine()}/${action}`;
		const steps: Record<string, () => Promise<string>> = {
			create: async () => {
				this.need(kind !== 'pixel' || this.pixelPath !== '', 'there are no pixels');
				const { tag, ...rest } = sent;
				const types = isV1() ? ['facebook'] : ['fbpixel', 'facebook'];
				const bodies: Json[] =
					kind === 'pixel'
						? types.map((type) => ({ name, type, [isV1() ? 'value' : 'tag']: tag }))
						: [{ name, ...rest }];
				const target = isV1() ? this.pixelPath : `${path}/add`;
				let found: Exchange | undefined;
				for (const body of bodies) {
					const how = isV1() ? { form: body as Record<string, string> } : { json: body };
					found = await this.wire.send('POST', target, how);
					if (found?.parsed.kind !== 'rejected') break;
				}
				this.good(found);
				entry = this.latest;
				return entry.id === undefined
					? 'no ID'
					: kind === 'pixel'
						? textOf(found?.sent['type'])
						: '';
			},
			update: async () => {
				const target = at('update');
				await this.proveOther(entry);
				const value = isV1() ? { value: '54321' } : change;
				await this.write('PUT', target, kind === 'qrCode' ? value : { name, ...value });
				return '';
			},
		};
		if (kind === 'campaign' || kind === 'channel') {
			steps['assign a link'] = async () => {
				const id = this.idOfLink();
				const target = kind === 'campaign' ? `assign/${id}` : `assign/links/${id}`;
				await this.write('POST', at(target));
				return '';
			};
		}
		if (kind === 'qrCode') steps['picture'] = async () => await this.picture();
		steps['delete'] = async () => {
			const target = at('delete');
			if (entry !== undefined) await this.proveOther(entry);
			await this.write('DELETE', target);
			if (entry !== undefined) this.ledger.note(entry, { closed: 'deleted' });
			return '';
		};
		return Object.fromEntries(
			Object.entries(steps).map(([what, work]) => [`${kind}: ${what}`, work]),
		);
	}

	private async proveOther(entry: Entry | undefined): Promise<void> {
		if (entry === undefined || this.wire.proven.has(`${entry.kind}:${entry.id ?? ''}`)) return;
		const record = await recordOf(this.wire, entry);
		const doubt = record === undefined ? 'the list does not show it' : doubtOf(entry, record);
		if (doubt !== '') throw new Found('differs', `it is left alone: ${doubt}`);
		this.wire.proven.add(`${entry.kind}:${entry.id ?? ''}`);
	}

	private async picture(): Promise<string> {
		const created = this.wire.log.find(({ path }) => path === '/api/qr/add');
		const link = textOf(recordIn(created?.body)['link']);
		this.need(/^https?:/.test(link), 'no QR code was created');
		const type = await this.wire.picture(link);
		if (type.startsWith('image/')) return type;
		throw new Found('differs', `no picture, but ${type}`);
	}

	private async poll(): Promise<string> {
		this.need(this.canDelete, 'links cannot be deleted here');
		const isFirst = Object.keys(this.staticData).length === 0;
		const output = await this.ofNode(
			async () =>
				await poll({
					parameters: { event: 'linkCreated' },
					credentials: this.credentials(),
					staticData: this.staticData,
					mode: 'trigger',
				}),
		);
		if (isFirst) return '';
		const pages = (output?.[0] ?? []).map(({ json }) => textOf(json['longurl']));
		const own = pages.filter((page) => page.includes(`${this.mark}r`)).length;
		if (own === ROWS) return `${ROWS} links`;
		throw new Found('differs', `it returned ${own} of ${ROWS} new links`);
	}

	private async tenRows(action: 'created' | 'unchanged'): Promise<string> {
		this.need(this.canDelete, 'links cannot be deleted here');
		const rows = Array.from({ length: ROWS }, (_, row) => ({
			'Long URL': `https://example.com/?${MARK}=${this.mark}r${row}`,
			...(this.keepsAliases && row % 2 === 0 ? { Alias: `lv${this.mark.slice(0, 6)}r${row}` } : {}),
		}));
		const { signal } = this.options;
		const run = await this.ofNode(
			async () =>
				await runNode({
					credentials: this.credentials(),
					parameters: { resource: 'link', operation: 'upsert', dataToSend: 'autoMapInputData' },
					items: rows,
					onError: 'continueRegularOutput',
					...(signal && { signal }),
				}),
		);
		const done = run.items.filter((item) => item['action'] === action).length;
		if (done === ROWS) return `${ROWS} ${action}`;
		const { error } = run.items.find((item) => isJson(item) && item['error'] !== undefined) ?? {};
		const says = textOf(error) || run.error?.message || '';
		throw new Found(
			'differs',
			`${done} of ${ROWS} ${action}. ${wordsOf(says, this.known())}`.trim(),
		);
	}

	private async file(): Promise<string> {
		this.need(
			this.options.withFile === true,
			'only with --file, since no way is known to delete one',
		);
		const name = `live-${this.mark}`;
		this.good(
			await this.wire.send('POST', `/api/files/upload/${name}.txt`, {
				query: { name },
				file: Buffer.from('live'),
			}),
		);
		return 'it stays: delete it by hand';
	}

	private async limitHeaders(): Promise<string> {
		const limits = this.wire.log.flatMap(
			({ headers }) => /^\d{1,6}$/.exec(headers['x-ratelimit-limit'] ?? '')?.[0] ?? [],
		);
		const refused = this.wire.log.filter(({ parsed }) => parsed.kind === 'rateLimited').length;
		if (limits.length === 0)
			throw new Found('missing', `no X-RateLimit headers, ${refused} rejected`);
		return await Promise.resolve(`${limits[0] ?? ''} requests per window, ${refused} rejected`);
	}
}

const PAGE_1 = { limit: '50', page: '1' };

/** The other lists. */
const endpoints = {
	campaigns: '/api/campaigns',
	channels: '/api/channels',
	domains: '/api/domains',
	'QR codes': '/api/qr',
	files: '/api/files',
	'CTA overlays': '/api/overlay',
	'splash pages': '/api/splash',
};
