import type { IDataObject } from 'n8n-workflow';

import type { KnownLinks } from './knownLinks';
import type { ListedLink } from './listedLink';
import { endsInSlash } from './longUrl';
import type { Client } from '../api/client';

/** What the service makes of a slash at the end of long URLs, as far as updates with this key have shown it. */
class SlashHabit {
	/** Undefined until an update with such a slash was read back. */
	isKept: boolean | undefined;
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
export function slashOf(
	client: Pick<Client, 'perKey'>,
	known: KnownLinks,
	{ url }: IDataObject,
	{ record }: ListedLink,
): Slash {
	const habit = client.perKey(SlashHabit, () => new SlashHabit());
	const isOther = url !== undefined && endsInSlash(url) !== endsInSlash(record.longurl);
	if (!isOther) return { habit, counts: false, isOpen: false };
	const isKept = known.keepsSlashes || habit.isKept;
	return { habit, counts: isKept !== false, isOpen: isKept === undefined };
}
