/** So many creates in a row whose alias the service did not take show that it does not take them. */
const MANY = 3;

/**
 * Whether creates of one base URL and key can carry an alias: a plan may lack them, and some services ignore them.
 * A restart asks again.
 */
export class AliasHabits {
	/** Whether a link has had the alias that was sent for it. */
	areTaken = false;

	private refused = 0;

	private ignored = 0;

	/** Whether new links have other aliases than those that were sent. */
	get areIgnored(): boolean {
		return this.ignored >= MANY;
	}

	/** Whether aliases of ours are sent. */
	get sendsOurs(): boolean {
		return this.refused < MANY && !this.areIgnored;
	}

	/** What has become of aliases that were sent; undefined until one was. */
	get seen(): 'taken' | 'rejected' | 'ignored' | undefined {
		if (this.areTaken) return 'taken';
		if (this.refused > 0) return 'rejected';
		return this.ignored > 0 ? 'ignored' : undefined;
	}

	/** Notes that a link has the alias that was sent for it. */
	noteTaken(isOurs: boolean): void {
		this.areTaken = true;
		this.ignored = 0;
		if (isOurs) this.refused = 0;
	}

	/** Notes that an item was refused with an alias of ours, and taken without. */
	noteRefused(): void {
		this.refused += 1;
	}

	/** Notes that a new link has another alias than the one that was sent. */
	noteIgnored(): void {
		this.ignored += 1;
	}
}
