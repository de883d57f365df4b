import { endpoints } from '../api/records/list';
import { listOf } from '../operations/list';
import type { OutputFields, Resource } from '../operations/operation';

/** The pages in front of a long URL. They are designed in the service and can only be listed. */

function listed(
	displayName: string,
	value: string,
	list: (typeof endpoints)[keyof typeof endpoints],
	own?: OutputFields,
): Resource {
	const output: OutputFields = { id: 'integer', ...own, name: 'string', date: 'string' };
	const kind = { list, output };
	const operations = [listOf(kind, { description: `List ${list.noun}s` })];
	return { displayName, value, operations, defaultOperation: 'getAll' };
}

export const splashPage = listed('Splash Page', 'splashPage', endpoints.splashPages);

export const ctaOverlay = listed('CTA Overlay', 'ctaOverlay', endpoints.ctaOverlays, {
	type: 'string',
});
