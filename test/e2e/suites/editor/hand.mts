import type { Locator } from '@playwright/test';

/** A person's hand, which counts its clicks; pages and forms are used through it alone. */
export class Hand {
	/** What was clicked, one entry per click. */
	readonly clicks: string[] = [];
	/** Texts and keys typed. */
	typed = 0;

	async click(target: Locator): Promise<void> {
		await target.click();
		this.clicks.push(String(target));
	}

	async doubleClick(target: Locator): Promise<void> {
		await target.dblclick();
		this.clicks.push(String(target), String(target));
	}

	/** Types into a field, which takes a click first unless the cursor is in it already. */
	async type(field: Locator, text: string): Promise<void> {
		const focused = field.and(field.page().locator(':focus'));
		if ((await focused.count()) === 0) await this.click(field);
		await field.fill(text);
		this.typed += 1;
	}

	async press(field: Locator, key: string): Promise<void> {
		await field.press(key);
		this.typed += 1;
	}

	/** From here on nothing has been clicked. */
	rest(): void {
		this.clicks.length = 0;
		this.typed = 0;
	}
}
