import { afterAll, afterEach } from 'vitest';
import '../clock.mts';
import { stopPairs } from '../service/client.mts';
import { stopListeners } from './support/listener.mts';
import { stopServices } from './support/service.mts';

// Files of tests share a process, n8n's engine in it, and the clock: a hook that one of the modules they
// share sets for itself would be there for the first file alone. This one runs for each.
afterEach(stopPairs);

afterAll(async () => {
	stopListeners();
	await stopServices();
});
