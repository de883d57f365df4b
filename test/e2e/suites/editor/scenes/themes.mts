import { NODE, TRIGGER, type Scene } from '../desk.mts';

/** The two nodes in the middle of the canvas. */
const CLIP = { x: 470, y: 330, width: 620, height: 260 };

/** Both nodes have an icon for the light theme and one for the dark. */
export const changeTheme: Scene = async (desk) => {
	const { editor, n8n, checks } = desk;
	const settings = `${n8n.url}/settings/personal`;
	const credentials = await desk.credential('Link Shortener account');
	const open = async () =>
		await desk.openWorkflow('Light and dark', [
			{
				name: 'New Link',
				type: TRIGGER,
				parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'linkCreated' },
				credentials,
			},
			{
				name: 'Create QR Code',
				type: NODE,
				parameters: { resource: 'qrCode', operation: 'create' },
				credentials,
			},
		]);
	const icons: Record<string, string[]> = {};
	for (const theme of ['dark', 'light'] as const) {
		await editor.chooseTheme(theme, settings);
		await open();
		icons[theme] = await editor.icons();
		await desk.picture(`canvas-${theme}`, CLIP);
	}
	const { light = [], dark = [] } = icons;
	checks.check(
		'both nodes have another icon in the dark theme',
		light.length === 2 && dark.length === 2 && light.every((icon) => !dark.includes(icon)),
		JSON.stringify(icons),
	);
};
