import { sleep } from 'n8n-workflow';

/** Work that needs no request goes on for so long before n8n gets the event loop. */
const MAX_HELD_MS = 20;

export class EventLoop {
	private heldSince = Date.now();

	private last = Promise.resolve();

	/** `pause` gives the event loop back; tests give it a fake clock. */
	constructor(private readonly pause: () => Promise<void> = async () => await sleep(0)) {}

	/** Awaited before each item or row. They go on in the order in which they came. */
	async share(): Promise<void> {
		this.last = this.last.then(async () => {
			if (Date.now() - this.heldSince < MAX_HELD_MS) return;
			await this.pause();
			this.heldSince = Date.now();
		});
		await this.last;
	}
}
