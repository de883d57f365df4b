/**
 * Parses an address; undefined if it is none.
 *
 * `URL.canParse` is not used: on Node.js 20 (seen on 20.20.2) it denies hosts with letters such as `ü` as
 * soon as it was called some thousand times.
 *
 * @param base what a relative address is relative to
 */
export function parseUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

/**
 * The address of a redirect that may be followed: within the origin that it comes from, so that what goes
 * along reaches no other host.
 */
export function withinOrigin(location: string, from: string): URL | undefined {
	const to = parseUrl(location, from);
	return to?.origin === new URL(from).origin ? to : undefined;
}

/** The same for an image: hosts also redirect from http to https. */
export function withinHost(location: string, from: string): URL | undefined {
	const secure = from.replace(/^http:\/\/([^/:]+)(?=\/|$)/, 'https://$1');
	return withinOrigin(location, from) ?? withinOrigin(location, secure);
}
