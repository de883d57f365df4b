import { spawn } from 'node:child_process';

/** Shows the editor where somebody sits in front of a desktop; it is a convenience and never fails. */
export function openBrowser(url: string): void {
	const onMac = process.platform === 'darwin';
	const hasDesktop = onMac || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
	if (!process.stdout.isTTY || !hasDesktop || process.env.CI) return;
	const opener = spawn(onMac ? 'open' : 'xdg-open', [url], { stdio: 'ignore', detached: true });
	opener.once('error', () => undefined);
	opener.unref();
}
