import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Mail {
	from: string;
	to: string[];
	subject: string;
	/** The body as it is shown, its transfer encoding undone. */
	body: string;
}

export interface MailServer {
	port: number;
	/** In the order in which they came. */
	mails: Mail[];
	/** Whether every mail from now on is refused. */
	isRefusing: boolean;
	stop: () => Promise<void>;
}

/** As much of an SMTP server (RFC 5321) as takes in mails of one part. */
export async function startMailServer(): Promise<MailServer> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket.once('close', () => sockets.delete(socket)));
		void converse(socket, mailServer).catch(() => socket.destroy());
	});
	const mailServer: MailServer = {
		port: 0,
		mails: [],
		isRefusing: false,
		stop: async () => {
			sockets.forEach((socket) => socket.destroy());
			server.close();
			await once(server, 'close');
		},
	};
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (typeof address === 'object' && address) mailServer.port = address.port;
	return mailServer;
}

async function converse(socket: Socket, server: MailServer): Promise<void> {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let from = '';
	let to: string[] = [];
	let data: string[] | undefined;
	say('220 ready');
	for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
		if (data) {
			if (line !== '.') {
				data.push(line.replace(/^\./, ''));
				continue;
			}
			server.mails.push({ from, to, ...readMail(data) });
			data = undefined;
			to = [];
			say('250 taken');
			continue;
		}
		const command = line.slice(0, 4).toUpperCase();
		const [, address = ''] = /<(.*?)>/.exec(line) ?? [];
		if (command === 'MAIL' && server.isRefusing) {
			say('550 not today');
			continue;
		}
		if (command === 'MAIL') from = address;
		if (command === 'RCPT') to.push(address);
		if (command === 'DATA') data = [];
		say(ANSWERS[command] ?? '250 all right');
	}
}

const ANSWERS: Record<string, string> = { AUTH: '235 come in', DATA: '354 go on', QUIT: '221 bye' };

function readMail(lines: string[]): Pick<Mail, 'subject' | 'body'> {
	const end = lines.indexOf('');
	const head = lines.slice(0, end).join('\n').replaceAll(/\n\s+/g, ' ');
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
	const encoding = header('Content-Transfer-Encoding');
	return { subject: header('Subject'), body: decode(lines.slice(end + 1).join('\n'), encoding) };
}

function decode(body: string, encoding: string): string {
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
	if (encoding !== 'quoted-printable') return body;
	const bytes = body
		.replaceAll('=\n', '')
		.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}
