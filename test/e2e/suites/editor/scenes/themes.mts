import type { Scene } from '../desk.mts';
import { linkCreatedTrigger, linkShortener } from './nodes.mts';

/** Both nodes have an icon for the light theme and one for the dark. */
export const changeTheme: Scene = async (desk) => {
	const { editor, n8n, checks } = desk;
	const credentials = await desk.credentials();
	const qrCode = { resource: 'qrCode', operation: 'create' };
	const icons: Record<string, string[]> = {};
	// Light at the end, for whatever comes after.
	for (const theme of ['Dark', 'Light'] as const) {
		await editor.chooseTheme(theme, n8n.url);
		await desk.openWorkflow('Light and dark', [
			linkCreatedTrigger('New Link', credentials),
			linkShortener('Create QR Code', qrCode, { credentials }),
		]);
		icons[theme] = await editor.icons();
		await desk.picture(`canvas-${theme.toLowerCase()}`, ['canvas-node', 'canvas-handle-plus'], {
			margin: 80,
		});
	}
	const { Light: light = [], Dark: dark = [] } = icons;
	checks.check(
		'both nodes have another icon in the dark theme',
		light.length === 2 && dark.length === 2 && light.every((icon) => !dark.includes(icon)),
		JSON.stringify(icons),
	);
};
