import type { IDataObject } from 'n8n-workflow';

import type { LinkFinder } from './finder';
import { KeyedLocks } from './keyedLocks';
import type { ListedLink } from './listedLink';
import { endsInSlash } from './longUrl';
import type { Client } from '../api/client';

/** What the service makes of a slash at the end of long URLs, as far as updates with this key have shown it. */
class SlashHabit {
	/** Undefined until an update with such a slash was read back. */
	isKept: boolean | undefined;

	readonly turns = new KeyedLocks();
}

/** A slash at the end of a row's long URL that its link lacks, or the other way round. */
export interface Slash {
	habit: SlashHabit;
	/** Whether it makes another long URL, as far as is known. */
	counts: boolean;
	/** Whether the update of the row shows that. */
	isOpen: boolean;
}

/** The slash of a row, by the values that are compared with its link. */
export async function slashOf(
	client: Pick<Client, 'perKey'>,
	finder: LinkFinder,
	{ url }: IDataObject,
	{ record }: ListedLink,
): Promise<Slash> {
	const habit = client.perKey(SlashHabit, () => new SlashHabit());
	const isOther = url !== undefined && endsInSlash(url) !== endsInSlash(record.longurl);
	if (!isOther) return { habit, counts: false, isOpen: false };
	const isKept = (await finder.keepsSlashes()) || habit.isKept;
	return { habit, counts: isKept !== false, isOpen: isKept === undefined };
}
