import getPort from 'get-port';

/** A port on loopback that is free now: the wanted one if it is, else any. */
export async function freePort(wanted = 0): Promise<number> {
	return await getPort({ host: '127.0.0.1', port: wanted });
}
