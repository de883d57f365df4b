/** The form of an alias that the node makes: no word, so none that a test gives. */
export const OWN_ALIAS = /^[b-df-hj-np-tv-z][b-df-hj-np-tv-z2-9]{6}$/;

/** The body of a create without the alias that the node has made for it, which is another one each time. */
export function withoutOwnAlias(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || !('custom' in body)) return body;
	const { custom, ...rest } = body;
	return typeof custom === 'string' && OWN_ALIAS.test(custom) ? rest : body;
}
