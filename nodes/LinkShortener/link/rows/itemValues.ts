import { parseUrl, toText, type Values } from '../../shared/text';
import { isEmpty, locatorParts, looksLikeId } from '../../shared/values/convert';
import { settle, UserFacingError, wayOutOf, wrongValue } from '../../shared/userFacingError';
import {
	aliasOf,
	hostOf,
	plainShortUrl,
	toShortUrl,
	aliasForms,
	aliasKey,
	aliasText,
} from '../../shared/values/shortUrl';
import type { ReadingCall } from '../../operations/operation';
import { withWayOut } from '../../operations/reading';
import { isAutoMapped, type Sheet } from '../../operations/sheet';
import { type ItemValues, titleOf } from '../fields/formFields';
import { valuesOf } from '../fields/setInForm';
import { accountLinks } from '../find/accountLinks';
import { valuesOfRow } from '../sheet/headings';

/** The values that an item has for the fields of a link: from the form, or from the columns of a row. */

/** A field that the form sets has no column. `isNew`: each link is new, so no short URL is looked at. */
export async function readItemValues(call: ReadingCall, isNew: boolean): Promise<ItemValues> {
	const { parameters, item, sheet } = call;
	const { domain, ...forAllRows } = valuesOf(parameters);
	const cells = valuesOfRow(item.json, sheet.columnsOf);
	const { shorturl: column } = cells.columns;
	if (isNew && column !== undefined) {
		call.hint(
			`${column} has short URLs, which Create ignores. To change these links, use Create or Update.`,
		);
		delete cells.values.shorturl;
		delete cells.columns.shorturl;
	}
	const given = { ...forAllRows, ...cells.values };
	const shortUrl = given.shorturl;
	// A row's short URL has its domain in it.
	const inForm = isEmpty(shortUrl) && !isEmpty(domain) ? { domain } : {};
	const ownDomain = isAutoMapped(parameters) ? cells.values.domain : inForm.domain;
	const apart = await withShortUrlApart(call, { ...inForm, ...given }, cells.columns, ownDomain);
	const { url: longUrl, custom: alias } = apart.values;
	call.about({ longUrl, shortUrl, alias });
	const problems = [...cells.problems, ...apart.problems, ...planProblems(cells, sheet)];
	return { ...apart, problems };
}

/** More letters are no UTM value of a plan. */
const LONGEST_IN_PLAN = 100;

/** Such as the text of a post under Content. */
function planProblems({ values, columns }: ItemValues, { plan }: Sheet): UserFacingError[] {
	return Object.entries(columns).flatMap(([field, column]) => {
		const text = toText(values[field]);
		if (!plan.includes(column) || text.length <= LONGEST_IN_PLAN) return [];
		return [
			new UserFacingError(
				`${column} is too long: with Source and Medium as headings, it is a UTM parameter`,
				`Shorten it to ${LONGEST_IN_PLAN} characters. ${wayOutOf(column)}`,
			),
		];
	});
}

type ShortUrlField = 'custom' | 'shorturl';

/** Of another service's short URL in the alias only the last part counts. `ownDomain`: the item's own. */
export async function withShortUrlApart(
	call: ReadingCall,
	{ shorturl, ...given }: Values,
	columns: Record<string, string>,
	ownDomain: unknown,
): Promise<ItemValues> {
	const custom = typeof given.custom === 'string' ? aliasText(given.custom) : given.custom;
	const values = { ...given, custom };
	const field: ShortUrlField = isEmpty(shorturl) ? 'custom' : 'shorturl';
	const pasted = field === 'custom' ? given.custom : shorturl;
	const asItIs = { values, columns, problems: [] };
	if (field === 'custom' && plainShortUrl(pasted) === undefined) return asItIs;
	const column = columns[field];
	const nameOf = (name: string) => columns[name] ?? titleOf(name);
	const read = () => readShortUrl(call, pasted, field, nameOf(field));
	const short = await settle(withWayOut(column && nameOf(field), read));
	if (short instanceof UserFacingError) return { ...asItIs, problems: [short] };
	const { alias, domain, url } = short;
	if (domain === undefined) return { ...asItIs, values: { ...values, custom: alias } };
	const problems: UserFacingError[] = [];
	const advice = column === undefined ? '' : ` ${wayOutOf(nameOf(field))}`;
	const refuse = (name: string, value: unknown) =>
		problems.push(
			new UserFacingError(
				`${nameOf(field)} is ${url}, but ${nameOf(name)} is ${toText(value)}`,
				`Correct one of the two, or clear it. Only Update changes the alias or domain of a link.${advice}`,
			),
		);
	const otherAlias = plainShortUrl(custom) === url ? alias : toText(custom);
	// Its own form of an alias is no other one.
	const isOther =
		otherAlias !== '' && !aliasForms(otherAlias).map(aliasKey).includes(aliasKey(alias));
	if (field === 'shorturl' && isOther) refuse('custom', custom);
	const place = toText(locatorParts(ownDomain).value);
	const hasDomain = place !== '';
	const isOtherHost = !looksLikeId(place) && hostOf(place) !== hostOf(domain);
	if (hasDomain && isOtherHost) refuse('domain', place);
	const toldBy =
		column === undefined ? {} : { custom: column, ...(!hasDomain && { domain: column }) };
	return {
		values: { ...values, custom: alias, domain: hasDomain ? ownDomain : domain },
		columns: { ...columns, ...toldBy },
		problems,
	};
}

/** Without a domain if another service made it and its last part is wanted as an alias. */
async function readShortUrl(
	{ client, itemCount, hint }: ReadingCall,
	pasted: unknown,
	field: ShortUrlField,
	title: string,
) {
	const url = toShortUrl(pasted, title);
	const [alias, host] = [aliasOf({ shorturl: url }), hostOf(url)];
	if (await accountLinks(client, itemCount).owns(host, { shortUrl: url })) {
		const depth = (address: string) => parseUrl(address)?.pathname.match(/[^/]+/g)?.length ?? 0;
		if (depth(url) > depth(client.baseUrl) + 1) {
			const what = `"${url}" is a page of the service, not a short URL`;
			throw wrongValue(title, what, 'https://go.example.com/summer');
		}
		return { url, alias, domain: url.replace(/(?<=[^/:])\/.*$/, '') };
	}
	if (field === 'custom') {
		hint(`${title} has short URLs on ${host}. Their last part was used as the alias.`);
		return { url, alias };
	}
	throw new UserFacingError(
		`${title} is on ${host}, which is not a domain of this account`,
		'Enter a short URL of this account, or leave it empty.',
		{ field: title },
	);
}
