import type { FastifyReply } from 'fastify';
import type { Answer } from './answers.mts';
import type { Fault } from './faults.mts';
import { isGone } from './pauses.mts';
import type { Pauses } from './pauses.mts';

const DEFAULT_MS_PER_BYTE = 20;

/** Closes the connection without a word, or resets it as a proxy that restarts does. */
export function hangUp(reply: FastifyReply, how: 'destroy' | 'resetAndDestroy' = 'destroy'): void {
	reply.hijack();
	reply.raw.socket?.[how]();
}

/**
 * Sends an answer, spoilt by the fault where it is one of those that spoil the sending. Resolves
 * with false when nothing was sent because nobody was there.
 */
export async function deliver(
	reply: FastifyReply,
	answer: Answer,
	fault: Fault | undefined,
	pauses: Pauses,
): Promise<boolean> {
	if (isGone(reply.raw)) {
		reply.hijack();
		return false;
	}
	if (fault?.kind === 'cutOff') cutOff(reply, answer);
	else if (fault?.kind === 'slowDrip') await drip(reply, answer, fault, pauses);
	else void reply.code(answer.status).headers(answer.headers).send(answer.body);
	return true;
}

/** Promises more than it sends, so that even a short body is cut, by a reset in the middle. */
function cutOff(reply: FastifyReply, answer: Answer): void {
	const { raw } = reply;
	const body = Buffer.from(answer.body);
	reply.hijack();
	raw.writeHead(answer.status, { ...answer.headers, 'content-length': body.length + 1 });
	raw.write(body.subarray(0, Math.ceil(body.length / 2)), () => raw.socket?.resetAndDestroy());
}

async function drip(
	reply: FastifyReply,
	answer: Answer,
	fault: Fault,
	pauses: Pauses,
): Promise<void> {
	const { raw } = reply;
	const body = Buffer.from(answer.body);
	reply.hijack();
	raw.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
	raw.flushHeaders();
	for (let at = 0; at < body.length && !isGone(raw) && !pauses.ended; at += 1) {
		await pauses.sleep(fault.msPerByte ?? DEFAULT_MS_PER_BYTE);
		raw.write(body.subarray(at, at + 1));
	}
	if (pauses.ended) raw.socket?.destroy();
	else raw.end();
}
