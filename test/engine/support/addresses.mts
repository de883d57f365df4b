const given = new Set<string>();

/**
 * Whether a server is the first of this process at its host and port. The system hands out the port of a
 * closed server again, and the package remembers services by their address.
 */
export function isNewAddress(host: string): boolean {
	const isNew = !given.has(host);
	given.add(host);
	return isNew;
}
