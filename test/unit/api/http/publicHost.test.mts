import { expect, it } from 'vitest';

import { isPublicHost } from '../../../../nodes/LinkShortener/api/http/publicHost';

const PUBLIC = `
	links.example.com links.example.com. localhost.example.com 8.8.8.8 1.1.1.1 9.255.255.255
	11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255
	169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0
	198.17.255.255 198.20.0.0 223.255.255.255 134744072 0x08080808 010.010.010.010
	[2606:4700::1111] [2001:4860:4860::8888] [2001:200::1] [::ffff:8.8.8.8]
	[64:ff9b::8.8.8.8] [2002:808:808::1] [3ffe::1]
`;

const PRIVATE = `
	localhost LOCALHOST localhost. app.localhost printer.local db.internal nas.home.arpa
	redis notlocal redis. 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255
	127.0.0.1 127.255.255.255 127.0.0.1. 127.1 2130706433 0x7f000001 0x7f.1 017700000001
	0177.0.0.1 %31%32%37.0.0.1 １２７.0.0.1 127。0。0。1 169.254.169.254 172.16.0.1 172.31.255.255
	192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 3232235777 198.18.0.1 198.19.255.255
	198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [::] [::1]
	[0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a00:1] [::7f00:1]
	[64:ff9b::127.0.0.1] [64:ff9b::a00:1] [64:ff9b:1::1] [100::1] [2001::1] [2001:1::1]
	[2001:db8::1] [2002:7f00:1::1] [2002:a00:1::] [3fff::1] [5f00::1] [fc00::1]
	[fd12:3456::1] [fe80::1] [fec0::1] [ff02::1]
`;

const words = (text: string) => text.trim().split(/\s+/);

/** As a URL is written, and whether its host is on the Internet. */
it.each<[written: string, isPublic: boolean]>([
	...words(PUBLIC).map((host): [string, boolean] => [host, true]),
	...words(PRIVATE).map((host): [string, boolean] => [host, false]),
])('%s: %s', (written, isPublic) => {
	expect(isPublicHost(new URL(`https://${written}:8080/a.png`).hostname)).toBe(isPublic);
});
