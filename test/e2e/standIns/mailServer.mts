import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Hold } from './hold.mts';

export interface MailServer {
	port: number;
	/** In the order in which they came. */
	mails: Email[];
	/** Whether every mail from now on is refused. */
	isRefusing: boolean;
	/** A mail that is held does not arrive. */
	hold: Hold;
	stop: () => Promise<void>;
}

/** A mail server that keeps what it is sent. */
export async function startMailServer(): Promise<MailServer> {
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onMailFrom: (_sender, _session, done) => {
			void mailServer.hold.held().then((isLost) => {
				done(isLost || mailServer.isRefusing ? new Error('not today') : null);
			});
		},
		onData: (stream, _session, done) => {
			const taken = buffer(stream).then(async (mail) => {
				mailServer.mails.push(await PostalMime.parse(mail));
			});
			taken.then(() => done(), done);
		},
	});
	const mailServer: MailServer = {
		port: 0,
		mails: [],
		isRefusing: false,
		hold: new Hold(),
		stop: async () => await new Promise((resolve) => server.close(resolve)),
	};
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	mailServer.port = (server.server.address() as AddressInfo).port;
	return mailServer;
}
