/**
 * The part of playwright-core that is used here. Its own types are in this folder's node_modules,
 * and the type check has to pass before anything is installed there.
 */
declare module 'playwright-core' {
	interface Finders {
		locator(selector: string): Locator;
		getByRole(role: 'button', options: { name: string }): Locator;
		getByText(text: string, options?: { exact: boolean }): Locator;
	}

	interface Clip {
		x: number;
		y: number;
		width: number;
		height: number;
	}

	export interface Locator extends Finders {
		first(): Locator;
		last(): Locator;
		filter(options: { hasText?: string; visible?: boolean }): Locator;
		fill(value: string): Promise<void>;
		nth(index: number): Locator;
		count(): Promise<number>;
		inputValue(): Promise<string>;
		getAttribute(name: string): Promise<string | null>;
		scrollIntoViewIfNeeded(): Promise<void>;
		isVisible(): Promise<boolean>;
		click(): Promise<void>;
		dblclick(): Promise<void>;
		waitFor(options?: { state: 'visible' | 'hidden'; timeout?: number }): Promise<void>;
		innerText(): Promise<string>;
		allInnerTexts(): Promise<string[]>;
	}

	export interface Page extends Finders {
		goto(url: string): Promise<unknown>;
		setDefaultTimeout(ms: number): void;
		waitForURL(matches: (url: URL) => boolean): Promise<void>;
		waitForTimeout(ms: number): Promise<void>;
		screenshot(options: { path: string; clip?: Clip }): Promise<unknown>;
		keyboard: { press(key: string): Promise<void> };
	}

	export interface Browser {
		newPage(options?: {
			viewport?: { width: number; height: number };
			deviceScaleFactor?: number;
		}): Promise<Page>;
		close(): Promise<void>;
	}

	export const chromium: {
		launch(options: { executablePath: string; args: string[] }): Promise<Browser>;
	};
}
