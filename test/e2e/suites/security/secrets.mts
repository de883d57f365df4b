/** What must not be found where it does not belong; each is a text that stands nowhere else. */
export const SECRETS = {
	apiKey: 'Key-of-the-account/5f1c9e27+b6',
	otherKey: 'Key-that-is-refused/80d2aa61+c3',
	header: 'Header-of-the-gate/3b7740fe+91',
	passwordOfField: 'Password-in-a-field/d94c01e8+7a',
	passwordOfItem: 'Password-in-an-item/6ea35b12+4f',
} as const;

export type SecretName = keyof typeof SECRETS;

export const SECRET_NAMES = Object.keys(SECRETS) as SecretName[];

/** What users type into a node or bring along in an item, which n8n keeps with both. */
export const TYPED: readonly SecretName[] = ['passwordOfField', 'passwordOfItem'];

const FORMS: ReadonlyArray<(secret: string) => string> = [
	(secret) => secret,
	encodeURIComponent,
	(secret) => secret.replaceAll('/', '\\/'),
	// At any of the three places that base64 knows, less what depends on the neighbors.
	...[0, 1, 2].map((place) => (secret: string) => {
		const encoded = Buffer.from(' '.repeat(place) + secret).toString('base64');
		return encoded.slice(4, -4);
	}),
];

/** The secrets that a text holds: as they are, percent-encoded, escaped, or in base64. */
export function secretsIn(text: string): SecretName[] {
	const lower = text.toLowerCase();
	return SECRET_NAMES.filter((name) =>
		FORMS.some((form, index) => {
			const shown = form(SECRETS[name]);
			// Case means something in base64 alone.
			return index < 3 ? lower.includes(shown.toLowerCase()) : text.includes(shown);
		}),
	);
}
