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

/** For an image: hosts also redirect from http to https. */
export function withinHost(location: string, from: string): URL | undefined {
	const secure = from.replace(/^http:\/\/([^/:]+)(?=\/|$)/, 'https://$1');
	return withinOrigin(location, from) ?? withinOrigin(location, secure);
}
