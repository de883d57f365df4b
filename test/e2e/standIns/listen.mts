import type { FastifyInstance } from 'fastify';

/** Listens on a free port of loopback; gives the address without a slash at the end. */
export async function listen(server: FastifyInstance): Promise<string> {
	return await server.listen({ host: '127.0.0.1', port: 0 });
}
