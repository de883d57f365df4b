import { exitWith, provideN8n } from './command.mts';

/** npm run pictures [-- <name> …]: takes the pictures of README and docs anew, or those named. */
async function main(): Promise<number> {
	await provideN8n('npm run pictures');
	const { takePictures } = await import('./suites/pictures.mts');
	return await takePictures(process.argv.slice(2));
}

exitWith(main());
