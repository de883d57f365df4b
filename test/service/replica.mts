import { Database } from './database.mts';

/**
 * A second database that repeats every write of the first one some time later. It is only ever
 * written by these repeats, so the ids it gives are those of the first one.
 */
export class Replica {
	private readonly db = new Database(':memory:');
	private readonly pending: Array<{ atMs: number; repeat: () => void }> = [];
	private readonly lagMs: number;

	/** @param source a database that nothing was written into yet */
	constructor(source: Database, lagMs: number) {
		this.lagMs = lagMs;
		source.follow(({ sql, values }) => {
			const repeat = (): void => {
				this.db.run(sql, ...values);
			};
			this.pending.push({ atMs: Date.now(), repeat });
		});
	}

	/** The database as the first one was some time ago. */
	asOf(nowMs: number): Database {
		const due = this.pending.findIndex(({ atMs }) => atMs > nowMs - this.lagMs);
		const count = due < 0 ? this.pending.length : due;
		for (const { repeat } of this.pending.splice(0, count)) repeat();
		return this.db;
	}

	/** Repeats what it still lags behind. */
	catchUp(): void {
		this.asOf(Infinity);
	}

	close(): void {
		this.db.close();
	}
}
