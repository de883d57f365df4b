/** Every host under .example is this machine: pictures then show addresses as people have them. */
const dns = require('node:dns');
const { promisify } = require('node:util');

const { lookup } = dns;
dns.lookup = (host, ...others) =>
	lookup(host?.endsWith('.example') ? '127.0.0.1' : host, ...others);
dns.lookup[promisify.custom] = lookup[promisify.custom];
