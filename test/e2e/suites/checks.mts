/** What a suite finds: every check is a line, and the closing line counts them. */
export class Checks {
	passed = 0;
	failed = 0;

	/** @param detail shown when the check fails */
	check(what: string, holds: boolean, detail = ''): void {
		if (holds) this.passed += 1;
		else this.failed += 1;
		console.log(
			`  ${holds ? '✓' : '✗'} ${what}${holds || detail === '' ? '' : `\n      ${detail}`}`,
		);
	}

	/** Checks that two values are the same, as JSON writes them. */
	same(what: string, found: unknown, expected: unknown): void {
		const [is, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
		this.check(what, is === wanted, `expected ${wanted}, found ${is}`);
	}

	/** Something worth knowing that is neither right nor wrong. */
	note(line: string): void {
		console.log(`    ${line}`);
	}
}
