import type { Play } from '../scene.ts';
import { bulkPlays } from './bulk.ts';
import { calledPlays } from './called.ts';
import { chatPlays } from './chat.ts';
import { feedPlays } from './feeds.ts';
import { formPlays } from './forms.ts';
import { reportPlays } from './report.ts';
import { sheetPlays } from './sheets.ts';
import { tablePlays } from './tables.ts';
import { twicePlays } from './twice.ts';

/** How an example is run and what it then has to do, by its file. */
export const plays: Record<string, Play> = {
	...twicePlays,
	...bulkPlays,
	...calledPlays,
	...chatPlays,
	...feedPlays,
	...formPlays,
	...reportPlays,
	...sheetPlays,
	...tablePlays,
};
