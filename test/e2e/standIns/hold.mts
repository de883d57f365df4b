/** Leaves one request to a stand-in without an answer, so that a run can be stopped meanwhile. */
export class Hold {
	private isWanted = false;
	private release: (() => void) | undefined;

	/** Has the next request wait. */
	begin(): void {
		this.isWanted = true;
	}

	/** Whether a request waits now. */
	get isHolding(): boolean {
		return this.release !== undefined;
	}

	/** Gives the answer that it did not work. */
	end(): void {
		this.release?.();
		this.release = undefined;
	}

	/** To be asked for each request: true, in the end, for the one that had to wait. */
	async held(): Promise<boolean> {
		if (!this.isWanted) return false;
		this.isWanted = false;
		await new Promise<void>((resolve) => {
			this.release = resolve;
		});
		return true;
	}
}
