/**
 * The part of playwright-core that is used here. Its own types are in this folder's node_modules,
 * and the type check has to pass before anything is installed there.
 */
declare module 'playwright-core' {
	interface Finders {
		locator(selector: string): Locator;
		getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Locator;
		getByTestId(id: string): Locator;
		getByText(text: string | RegExp, options?: { exact: boolean }): Locator;
	}

	interface Area {
		x: number;
		y: number;
		width: number;
		height: number;
	}

	interface Timeout {
		timeout?: number;
	}

	export interface Locator extends Finders {
		first(): Locator;
		last(): Locator;
		filter(options: { hasText?: string; hasNotText?: string; visible?: boolean }): Locator;
		nth(index: number): Locator;
		or(other: Locator): Locator;
		fill(value: string): Promise<void>;
		isVisible(): Promise<boolean>;
		click(options?: { trial?: boolean }): Promise<void>;
		dblclick(): Promise<void>;
		waitFor(options?: { state?: 'visible' | 'hidden' } & Timeout): Promise<void>;
		scrollIntoViewIfNeeded(): Promise<void>;
		boundingBox(): Promise<Area | null>;
		count(): Promise<number>;
		inputValue(): Promise<string>;
		innerText(): Promise<string>;
		allInnerTexts(): Promise<string[]>;
		all(): Promise<Locator[]>;
		getAttribute(name: string): Promise<string | null>;
	}

	export interface Page extends Finders {
		goto(url: string): Promise<unknown>;
		setDefaultTimeout(ms: number): void;
		waitForURL(matches: (url: URL) => boolean): Promise<void>;
		waitForTimeout(ms: number): Promise<void>;
		screenshot(options: {
			path: string;
			clip?: Area;
			animations?: 'disabled';
			style?: string;
		}): Promise<unknown>;
		viewportSize(): { width: number; height: number } | null;
		keyboard: { press(key: string): Promise<void> };
		mouse: { move(x: number, y: number): Promise<void> };
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

	export const selectors: { setTestIdAttribute(name: string): void };
}
