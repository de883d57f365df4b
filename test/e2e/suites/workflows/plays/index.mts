import type { Play } from '../scene.mts';
import { alertPlays } from './alerts.mts';
import { bulkPlays } from './bulk.mts';
import { calledPlays } from './called.mts';
import { chatPlays } from './chat.mts';
import { clickPlays } from './clicks.mts';
import { feedPlays } from './feeds.mts';
import { formPlays } from './forms.mts';
import { notificationPlays } from './notifications.mts';
import { pagePlays } from './pages.mts';
import { reportPlays } from './report.mts';
import { sheetPlays } from './sheets.mts';
import { tablePlays } from './tables.mts';
import { twicePlays } from './twice.mts';
import { uploadPlays } from './uploads.mts';

/** How an example is run and what it then has to do, by its file. */
export const plays: Record<string, Play> = {
	...twicePlays,
	...alertPlays,
	...bulkPlays,
	...calledPlays,
	...chatPlays,
	...clickPlays,
	...feedPlays,
	...formPlays,
	...notificationPlays,
	...pagePlays,
	...reportPlays,
	...sheetPlays,
	...tablePlays,
	...uploadPlays,
};
