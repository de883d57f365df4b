/** On Node.js 20 (seen on 20.20.2) `URL.canParse` denies hosts with letters such as `ü` after some thousand calls. */
export function parseUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

/** A redirect is followed within its origin, so that what goes along reaches no other host. */
export function withinOrigin(location: string, from: string): URL | undefined {
	const to = parseUrl(location, from);
	return to?.origin === new URL(from).origin ? to : undefined;
}
