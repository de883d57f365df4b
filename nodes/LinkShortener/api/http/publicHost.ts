/** Address blocks of IPv4 that are not public (IANA's registry of special purposes). */
const SPECIAL_IPV4: ReadonlyArray<[network: string, prefix: number]> = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.88.99.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	// Multicast, reserved, broadcast.
	['224.0.0.0', 3],
];

/** Names that mean a host of one's own network (RFC 6761, 6762 and 8375, and ICANN's `internal`). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Whether a host is one on the Internet, as far as its name or address tells. Pure. A name of one
 * part is a neighbor, such as a container.
 *
 * @param hostname as `URL` writes it, which has one form for every way to write an address
 */
export function isPublicHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return isPublicIpv6(hextetsOf(hostname.slice(1, -1)));
	const ipv4 = ipv4Of(hostname);
	if (ipv4 !== undefined) return isPublicIpv4(ipv4);
	const name = hostname.replace(/\.$/, '');
	return name.includes('.') && !LOCAL_NAME.test(name);
}

/** An address as one number of 32 bits. */
function ipv4Of(text: string): number | undefined {
	if (!/^\d+(\.\d+){3}$/.test(text)) return undefined;
	return text.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function isPublicIpv4(address: number): boolean {
	return !SPECIAL_IPV4.some(([network, prefix]) => {
		const size = 2 ** (32 - prefix);
		return Math.floor(address / size) * size === ipv4Of(network);
	});
}

/** The eight parts of an address, whose run of zeros is written as `::`. */
function hextetsOf(text: string): number[] {
	const [head = [], tail = []] = text
		.split('::')
		.map((half) => half.split(':').filter(Boolean))
		.map((parts) => parts.map((part) => parseInt(part, 16)));
	const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0);
	return [...head, ...zeros, ...tail];
}

/** An address of IPv6 with one of IPv4 inside is judged by the inner one. */
function isPublicIpv6(hextets: number[]): boolean {
	const [first = 0, second = 0, third = 0, , , sixth = 0, seventh = 0, eighth = 0] = hextets;
	const last = seventh * 65_536 + eighth;
	const isZero = (from: number, to: number) => hextets.slice(from, to).every((part) => part === 0);
	if (isZero(0, 5) && sixth === 0xffff) return isPublicIpv4(last);
	if (first === 0x64 && second === 0xff9b && isZero(2, 6)) return isPublicIpv4(last);
	if (first === 0x2002) return isPublicIpv4(second * 65_536 + third);
	const isGlobal = first >= 0x2000 && first <= 0x3fff;
	// Protocols' own (Teredo among them), and examples.
	const isSpecial =
		(first === 0x2001 && (second < 0x200 || second === 0xdb8)) ||
		(first === 0x3fff && second < 0x1000);
	return isGlobal && !isSpecial;
}
