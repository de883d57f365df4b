import { NODE, type Scene } from '../desk.mts';
import { MANUAL_TRIGGER } from './nodes.mts';

const CHANNELS = 420;
const nameOf = (number: number) => `Newsletter ${String(number).padStart(3, '0')}`;
/** On the last of five pages of 100, where the list begins with the newest or with the oldest. */
const FAR_DOWN = [nameOf(5), nameOf(CHANNELS - 5)];

/** An entry that is pages away is reached by scrolling, and found by its name. */
export const chooseFarDownTheList: Scene = async (desk) => {
	const { editor, service, checks } = desk;
	service.seed(
		'channels',
		Array.from({ length: CHANNELS }, (_, index) => ({ name: nameOf(index + 1) })),
	);
	await desk.openWorkflow('A long list', [
		{ name: 'Start', ...MANUAL_TRIGGER },
		{
			name: 'Get Items',
			type: NODE,
			parameters: { resource: 'channel', operation: 'getItems' },
			credentials: await desk.credential('Link Shortener account'),
		},
	]);
	await editor.openNode('Get Items');
	const shown = await editor.openLocator('channelId');
	const far = FAR_DOWN.find((name) => !shown.includes(name)) ?? '';
	const scrolled = await editor.scrollLocatorTo(far);
	checks.check(
		`an entry pages down a list of ${CHANNELS} is reached by scrolling`,
		scrolled > shown.length,
		`${shown.length} entries at first, ${scrolled} after scrolling`,
	);
	await desk.picture('list-far-down');
	await editor.chooseFromLocator(far);
	const chosen = await editor.locatorValue('channelId');
	checks.same('and can be chosen', chosen, far);
};
