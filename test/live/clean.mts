import { aliasOf, doubtOf, type Entry, type Json, Ledger, textOf } from './ledger.mts';
import { type Exchange, recordIn, rowsIn, Wire, type WireOptions } from './wire.mts';

/** So many pages of a list are looked through for a record of which the ID is known. */
const MOST_PAGES = 5;

/** Where a list shows what a create made. */
export const LISTS: Readonly<Record<Entry['kind'], string>> = {
	link: '/api/urls',
	campaign: '/api/campaigns',
	channel: '/api/channels',
	pixel: '/api/pixels',
	qrCode: '/api/qr',
	file: '/api/files',
};

/** Deletes what a run that was killed has left; names what is left then. */
export async function cleanUp(
	options: Omit<WireOptions, 'ledger'> & { ledgerFile: string },
): Promise<string[]> {
	const ledger = new Ledger(options.ledgerFile, options.baseUrl);
	const wire = new Wire({ ...options, ledger });
	wire.isCleaning = true;
	try {
		return await clean(wire, ledger);
	} finally {
		wire.close();
	}
}

/**
 * Deletes what the file of creates and the record itself agree on.
 *
 * @returns what is left, or may be, by name
 */
export async function clean(wire: Wire, ledger: Ledger): Promise<string[]> {
	const why = new Map<Entry, string>();
	try {
		await deleteAll(wire, ledger, why);
		// A slow service may still be carrying out what it was asked for when the run was stopped.
		const lateMs = ledger.open().map((entry) => (why.get(entry) === LATE ? entry.at + LATE_MS : 0));
		if (lateMs.some((ms) => ms > 0)) {
			await wire.sleep(Math.max(...lateMs) - Date.now());
			await deleteAll(wire, ledger, why);
		}
	} catch (error) {
		if (!(error instanceof Unreachable)) throw error;
	}
	for (const entry of ledger.open().filter((one) => why.get(one) === LATE)) {
		ledger.note(entry, { closed: 'not there' });
	}
	return ledger.open().map((entry) => {
		const { kind, alias, name } = entry;
		const named = [kind, alias, name].filter((part) => part !== undefined).join(' ');
		return `${named} (${why.get(entry) ?? 'the service does not respond'})`;
	});
}

/** So long after a create was sent it may still be carried out. */
const LATE_MS = 30_000;
const LATE = 'it is not there yet';

/** Whoever asks on waits in vain. */
class Unreachable extends Error {}

async function deleteAll(wire: Wire, ledger: Ledger, why: Map<Entry, string>): Promise<void> {
	why.clear();
	const hasLinks = ledger.open().some(({ kind }) => kind === 'link');
	const rows = hasLinks ? await newestLinks(wire) : [];
	// The newest first, which a list shows first.
	for (const entry of ledger.open().reverse()) {
		try {
			why.set(entry, await deleteOne(wire, ledger, entry, rows));
		} catch (error) {
			if (error instanceof Unreachable) throw error;
			why.set(entry, error instanceof Error ? error.message : String(error));
		}
	}
}

async function deleteOne(wire: Wire, ledger: Ledger, entry: Entry, rows: Json[]): Promise<string> {
	if (entry.kind === 'file') return 'no way is known to delete a file';
	const record = await recordOf(wire, entry, rows);
	if (record === undefined) {
		const { kind, id, alias = entry.answeredAlias, newest } = entry;
		const isFindable = kind === 'link' && (alias !== undefined || newest !== undefined);
		if (id === undefined)
			return isFindable ? LATE : 'it may have been created: no response named it';
		ledger.note(entry, { closed: 'not there' });
		return '';
	}
	const doubt = doubtOf(entry, record);
	if (doubt !== '') return doubt;
	const id = textOf(record['id']);
	wire.proven.add(`${entry.kind}:${id}`);
	const found = await wire.send('DELETE', deletePath(entry, id));
	if (found === undefined) throw new Unreachable();
	if (found.parsed.kind !== 'success') {
		return found.isUnknown ? 'the service cannot delete it' : 'it was not deleted';
	}
	ledger.note(entry, { closed: 'deleted' });
	return '';
}

function deletePath({ path }: Entry, id: string): string {
	return path === '/api/v1/pixels' ? `${path}/${id}` : path.replace(/add$/, `${id}/delete`);
}

/** The record that a create may have made, as the service shows it. */
export async function recordOf(
	wire: Wire,
	entry: Entry,
	rows: Json[] = [],
): Promise<Json | undefined> {
	const { kind, id, alias, answeredAlias, path } = entry;
	if (kind !== 'link') return id === undefined ? undefined : await otherRecord(wire, entry, id);
	const isIt = (row: Json) =>
		id === undefined ? doubtOf(entry, row) === '' : textOf(row['id']) === id;
	const listed = rows.find(isIt);
	if (listed !== undefined) return listed;
	if (id !== undefined) return await found(wire, path.replace(/add$/, id));
	const short = answeredAlias ?? alias;
	if (short === undefined) return undefined;
	const record = await found(wire, LISTS.link, { short });
	return record && aliasOf(record) === short ? record : undefined;
}

async function found(wire: Wire, path: string, query = {}): Promise<Json | undefined> {
	const exchange = await wire.send('GET', path, { query });
	if (exchange?.parsed.kind === 'rejected') return undefined;
	const { body } = orThrow(exchange);
	const record = { ...recordIn(body), ...rowsIn(body)[0] };
	return textOf(record['id']) === '' ? undefined : record;
}

async function otherRecord(
	wire: Wire,
	{ kind, path }: Entry,
	id: string,
): Promise<Json | undefined> {
	const list = path === '/api/v1/pixels' ? path : LISTS[kind];
	let firstOfPage = '';
	for (let page = 1; page <= MOST_PAGES; page += 1) {
		const size: Record<string, string> = list === path ? { per_page: '100' } : { limit: '100' };
		const rows = await pageOf(wire, list, { ...size, page: String(page) });
		const row = rows.find((one) => textOf(one['id']) === id);
		if (row !== undefined) return row;
		const first = textOf(rows[0]?.['id']);
		if (first === '' || first === firstOfPage) return undefined;
		firstOfPage = first;
	}
	throw new Error('it was not found in the list');
}

/** Those of the run are among them: it makes 16 at most. */
async function newestLinks(wire: Wire): Promise<Json[]> {
	const rows: Json[] = [];
	for (const page of ['1', '2']) {
		rows.push(...(await pageOf(wire, LISTS.link, { limit: '100', page, order: 'date' })));
		if (rows.length > 30) break;
	}
	return rows;
}

async function pageOf(wire: Wire, path: string, query: Record<string, string>): Promise<Json[]> {
	return rowsIn(orThrow(await wire.send('GET', path, { query })).body);
}

function orThrow(exchange: Exchange | undefined): Exchange {
	if (exchange?.parsed.kind === 'success') return exchange;
	if (exchange === undefined) throw new Unreachable();
	throw new Error('the service could not be asked for it');
}
