/** Texts as n8n renders them: its editor takes descriptions and hints for HTML, and headlines in its toasts. Pure. */

/** What stands below a headline. */
export interface Below {
	/** One entry a reason. */
	list?: ReadonlyArray<{ items: string; text: string }>;
	lines: readonly string[];
}

/** A list, and lines below it, of plain text. */
export function asHtml({ list = [], lines }: Below): string {
	const entries = list.map(({ items, text }) => `<li><b>${items}:</b> ${escaped(text)}</li>`);
	const listed = entries.length === 0 ? '' : `<ul>${entries.join('')}</ul>`;
	return listed + lines.map(escaped).join('<br>');
}

/** Text that is shown as it is. */
export function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/**
 * A headline, which n8n shows as plain text in the panel and as HTML in its toast (measured on 2.41): what could be a
 * tag has marks that look like its own.
 */
export function withoutTags(text: string): string {
	return text.replace(/</g, '‹').replace(/>/g, '›');
}
