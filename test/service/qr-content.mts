/** What a QR code holds: a text for the plain types, an object for the others. */
export type QrData = string | Record<string, string | boolean>;

/** The types whose data is a text. */
export const PLAIN_TYPES = ['text', 'link', 'phone'];

/** What a phone reads from the code: the formats that scanners agree on for each type. */
export function qrContent(type: string, data: QrData): string {
	if (typeof data === 'string') return type === 'phone' ? `tel:${data}` : data;
	const part = (key: string): string => String(data[key] ?? '');
	switch (type) {
		case 'email': {
			const query = ['subject', 'body'].filter((key) => part(key) !== '');
			const pairs = query.map((key) => `${key}=${encodeURIComponent(part(key))}`);
			return `mailto:${part('email')}${pairs.length === 0 ? '' : '?'}${pairs.join('&')}`;
		}
		case 'sms':
			return `SMSTO:${part('phone')}:${part('message')}`;
		case 'wifi': {
			const encryption = part('encryption');
			const kind = encryption === 'nopass' ? encryption : encryption.toUpperCase();
			const hidden = data['hidden'] === true ? 'H:true;' : '';
			return `WIFI:T:${kind};S:${escaped(part('ssid'))};P:${escaped(part('pass'))};${hidden};`;
		}
		default:
			return contact(part);
	}
}

/** A card as RFC 2426 (vCard 3.0) has it; lines without a value are left out. */
function contact(part: (key: string) => string): string {
	const text = (key: string): string => escaped(part(key));
	const address = ['street', 'city', 'state', 'zip', 'country'].map(text);
	const lines: Array<[string, string]> = [
		['N', `${text('lname')};${text('fname')};;;`],
		['FN', [text('fname'), text('lname')].filter(Boolean).join(' ')],
		['ORG', text('org')],
		['TEL;TYPE=WORK', text('phone')],
		['TEL;TYPE=CELL', text('cell')],
		['TEL;TYPE=FAX', text('fax')],
		['EMAIL', text('email')],
		['URL', part('site')],
		['ADR', address.join('') === '' ? '' : `;;${address.join(';')}`],
	];
	const filled = lines.filter(([, value]) => value !== '');
	return [
		'BEGIN:VCARD',
		'VERSION:3.0',
		...filled.map(([name, value]) => `${name}:${value}`),
		'END:VCARD',
	].join('\n');
}

/** These separate the parts of either format. */
function escaped(text: string): string {
	return text.replace(/[\\;,:"]/g, '\\$&');
}
