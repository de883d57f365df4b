import type { Call } from '../endpoint.mts';
import { Failure } from '../failure.mts';

export interface CampaignRow {
	id: number;
	name: string;
	slug: string | null;
	public: number;
}

export interface ChannelRow {
	id: number;
	name: string;
	description: string;
	color: string;
	starred: number;
}

export interface PixelRow {
	id: number;
	name: string;
	type: string;
	value: string;
	created_at: string;
	updated_at: string;
}

export interface QrCodeRow {
	id: number;
	name: string;
	type: string;
	/** A text, or JSON for the types that hold an object. */
	data: string;
	background: string;
	foreground: string;
	logo: string;
	alias: string;
	scans: number;
	date: string;
}

/** Of the other tables an id says enough here. */
interface AnyRow {
	id: number;
}

interface OwnedRows {
	domains: AnyRow;
	overlays: AnyRow;
	splash: AnyRow;
	campaigns: CampaignRow;
	channels: ChannelRow;
	bios: AnyRow;
	qr_codes: QrCodeRow;
	pixels: PixelRow;
	links: AnyRow;
}

/**
 * The caller's row of this id. Another account's row is as unknown as one that never was; an id
 * that is no positive whole number belongs to nothing.
 */
export function owned<Table extends keyof OwnedRows>(
	call: Call<unknown>,
	table: Table,
	id: string | number | undefined,
	message: string,
): OwnedRows[Table] {
	const sql = `SELECT * FROM ${table} WHERE id = ? AND account = ?`;
	const known = isId(String(id))
		? call.db.all<OwnedRows[Table]>(sql, Number(id), call.account)[0]
		: undefined;
	if (known === undefined) throw new Failure(message, 404);
	return known;
}

/** Whether a text is an id: a positive whole number without ornaments. */
export function isId(text: string): boolean {
	return /^[1-9][0-9]{0,14}$/.test(text);
}
