/** The characters that PHP programs escape in what they show in a page. */
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

export function decodeEntities(text: string): string {
	return text.replace(/&(?:#0*(\d{2,3})|(amp|quot|lt|gt|apos));/g, (_, code, name) =>
		typeof code === 'string' ? String.fromCharCode(Number(code)) : (ENTITIES[String(name)] ?? ''),
	);
}

/** Without the escapes of a URL; as it is where they are none. */
export function unescaped(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
