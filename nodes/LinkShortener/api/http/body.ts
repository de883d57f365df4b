/** The used part of Node.js's streams, which a node may not import. */
interface Stream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): this;
	on(event: 'error', listener: (error: Error) => void): this;
	on(event: 'end' | 'close', listener: () => void): this;
	destroy(): void;
}

function isStream(body: unknown): body is Stream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/**
 * The bytes of a body that arrives as a stream, unpacked. n8n bounds no answer that it reads itself.
 *
 * @returns undefined when there are more than may be read; 0 reads nothing
 */
export async function readBytes(body: unknown, maxBytes: number): Promise<Buffer | undefined> {
	if (!isStream(body)) return Buffer.alloc(0);
	if (maxBytes === 0) {
		// The end of a connection is an error of its stream, which has no other reader.
		body.on('error', () => undefined);
		return Buffer.alloc(0);
	}
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Most answers are one small chunk, for which `for await` would do a lot of work.
	return await new Promise((resolve, reject) => {
		body
			.on('data', (chunk) => {
				size += chunk.length;
				if (size <= maxBytes) {
					chunks.push(chunk);
					return;
				}
				resolve(undefined);
				body.destroy();
			})
			.on('end', () => {
				resolve(Buffer.concat(chunks));
			})
			.on('error', reject)
			.on('close', () => {
				reject(new Error('The connection was closed before the end of the answer'));
			});
	});
}

/** Stands for a body that is larger than an answer may be. */
export const TOO_LARGE = Symbol('larger than an answer may be');

/** Far more than the largest page of a list. */
export const MAX_ANSWER_BYTES = 50_000_000;

/** The body of an answer: its JSON, its text if it is none, or `TOO_LARGE`. What is no stream was read before. */
export async function readAnswer(body: unknown): Promise<unknown> {
	if (!isStream(body)) return body;
	const bytes = await readBytes(body, MAX_ANSWER_BYTES);
	if (bytes === undefined) return TOO_LARGE;
	const text = bytes.toString('utf8').replace(/^\ufeff/, '');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
