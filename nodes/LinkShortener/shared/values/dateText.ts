/** Dates that name year, month and day in one way only, other than with the year in front and hyphens. Pure. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const MONTH =
	'(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = String.raw`(?<year>\d{4})`;
const TIME = String.raw`(?<time>(?:[T,\s].*)?)`;

/** In the orders in which people write them. */
const WITH_MONTH = [
	String.raw`${DAY}[-/. ] ?${MONTH}[-/., ] ?${YEAR}`,
	String.raw`${MONTH}\.?[- ]${DAY},? ${YEAR}`,
	String.raw`${YEAR}[-/ ]${MONTH}[-/ ]${DAY}`,
].map((order) => new RegExp(`^${order}${TIME}$`, 'is'));

/** ISO 8601's basic format with a time: eight digits alone may be any number. */
const BASIC =
	/^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<zone>Z|[+-]\d{2}:?\d{2})?$/i;

/** Any other text as it is. */
export function yearInFront(text: string): string {
	const { hour, minute, second = '00', zone = '', ...ofBasic } = partsIn(BASIC, text);
	if (ofBasic.year !== undefined) return `${dateOf(ofBasic)}T${hour}:${minute}:${second}${zone}`;
	for (const order of WITH_MONTH) {
		const parts = partsIn(order, text);
		if (parts.year === undefined) continue;
		const month = MONTHS.indexOf((parts.month ?? '').slice(0, 3).toLowerCase()) + 1;
		return dateOf({ ...parts, month: String(month) }) + (parts.time ?? '');
	}
	return text;
}

type Parts = Partial<Record<string, string>>;

function partsIn(pattern: RegExp, text: string): Parts {
	return pattern.exec(text)?.groups ?? {};
}

function dateOf({ year = '', month = '', day = '' }: Parts): string {
	return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
