import type { IDataObject } from 'n8n-workflow';

import { ALIAS_ALONE, hostOf, toAlias } from '../../shared/values/shortUrl';
import { accountLinks } from '../find/accountLinks';
import { pickers, type NamedList, toReference, writtenId } from '../../names/names';
import {
	allNames,
	findId,
	findIfAny,
	checkedId,
	type IdCall,
	nameById,
} from '../../names/rememberedNames';
import { checkedAddress, toDomainAddress } from '../../shared/values/address';
import { decodeEntities, firstFew, isRecord, toText } from '../../shared/text';
import { toId } from '../../shared/values/text';
import { settle, UserFacingError } from '../../shared/userFacingError';
import type { FieldCall } from '../../operations/fields';
import { together } from '../../operations/reading';
import {
	parseJson,
	refuseSeveral,
	soleValue,
	isEmpty,
	locatorParts,
	looksLikeId,
} from '../../shared/values/convert';

/** Link values that stand for other records. Each throws a `UserFacingError`, before anything is sent if it can. */

/** As the account lists it; an id is looked up. */
export async function readDomain(
	value: unknown,
	field: string,
	{ client }: Pick<IdCall, 'client'>,
): Promise<string> {
	const { value: raw } = locatorParts(value);
	const text = toText(raw);
	if (!looksLikeId(text)) {
		const isPicked = isRecord(value) && value.mode === 'list';
		if (isPicked) return checkedAddress(text, field, 'https://go.example.com');
		const address = toDomainAddress(raw, field);
		const all = await settle(allNames(client, pickers.domain));
		// As it is where the domains cannot be read.
		if (all instanceof UserFacingError || all.includes(address)) return address;
		return all.find((one) => hostOf(one) === hostOf(address)) ?? address;
	}
	const id = toId(text, field);
	const address = await nameById(client, pickers.domain, id);
	if (address !== undefined) return address;
	throw new UserFacingError(
		`No domain of this account has the ID ${id}`,
		'Enter its address, such as https://go.example.com.',
	);
}

/** Not for the form, which may have one that is not listed. @throws {UserFacingError} that names the domains */
export async function readListedDomain(
	value: unknown,
	field: string,
	{ client, itemCount }: FieldCall,
): Promise<string> {
	const { value: given } = locatorParts(value);
	const host = looksLikeId(toText(given)) ? '' : hostOf(toDomainAddress(given, field));
	if (host && !(await accountLinks(client, itemCount).owns(host))) {
		// A new one is not among the domains that another run has read.
		const listed = await settle(allNames(client, pickers.domain, true));
		const hosts = listed instanceof UserFacingError ? [] : listed.map(hostOf);
		if (!hosts.includes(host)) {
			throw new UserFacingError(
				`There is no domain ${host}`,
				`Domains: ${firstFew(hosts) || 'none'}. If your service has this domain without listing it, clear the cells and enter it under Additional Fields → Domain.`,
			);
		}
	}
	return await readDomain(value, field, { client });
}

/** Ids and names from an array, from JSON, or from a text such as `1, 2` or `Blog, 42`. */
export async function readPixels(value: unknown, field: string, call: IdCall): Promise<number[]> {
	const { mode, value: given } = locatorParts(value);
	const raw = parseJson(given);
	// Digits are divided by spaces as well.
	const divider = /^[\d\s,;.]*$/.test(toText(raw)) ? /[\s,;]/ : /[,;\n]/;
	const parts: unknown = typeof raw === 'string' ? decodeEntities(raw).split(divider) : raw;
	const entries = [parts]
		.flat()
		.filter((entry) => !isEmpty(entry))
		// A list of numbers is what the picker gives.
		.map((entry) =>
			isRecord(entry) || (typeof entry === 'number' && raw !== entry)
				? entry
				: { mode, value: entry },
		);
	for (const entry of entries) toReference(entry, field);
	const readings = entries.map((entry) => () => findId(call, entry, field, pickers.pixel));
	const found = await together(Object.fromEntries(readings.entries()));
	return [...new Set(Object.values(found))];
}

const OVERLAY: NamedList = { ...pickers.ctaOverlay, prefix: 'overlay-' };

const REDIRECT_WORD = /^(?:direct|frame|splash|overlay-(\d+))$/i;

/** The service's own words come before names, and digits are the id of a splash page. */
export async function readRedirectType(
	value: unknown,
	field: string,
	call: IdCall,
): Promise<string> {
	const isGroup = isRecord(value) && Object.keys(value).every((key) => key === 'redirect');
	const group: IDataObject = isGroup && isRecord(value.redirect) ? value.redirect : {};
	if (group.type === 'splashPage') {
		return String(await findId(call, group.splashPageId, 'Splash Page', pickers.splashPage));
	}
	if (group.type === 'ctaOverlay') {
		const { ctaOverlayId } = group;
		return `overlay-${await findId(call, ctaOverlayId, 'CTA Overlay', pickers.ctaOverlay)}`;
	}
	const given = soleValue(isGroup ? group.type : value);
	refuseSeveral(given, field);
	const text = toText(given);
	const [word, overlay] = REDIRECT_WORD.exec(text) ?? [];
	if (overlay !== undefined) await checkedId(call, Number(overlay), field, OVERLAY);
	if (text === '' || word !== undefined) return text.toLowerCase();
	if (looksLikeId(text))
		return String(await checkedId(call, Number(text), field, pickers.splashPage));
	const found = await findIfAny(call, { text }, pickers.splashPage, OVERLAY);
	if (found instanceof UserFacingError) throw found;
	return writtenId(found);
}

/** @throws {UserFacingError} as `toAlias`, and when it is a domain of the account, which would make a link */
export async function readLinkAlias(
	value: unknown,
	field: string,
	{ client }: FieldCall,
): Promise<string> {
	const alias = toAlias(value, field);
	if (!alias.includes('.')) return alias;
	const domains = await settle(allNames(client, pickers.domain));
	const isDomain =
		!(domains instanceof UserFacingError) && domains.some((one) => hostOf(one) === hostOf(alias));
	if (!isDomain) return alias;
	throw new UserFacingError(
		`${field} "${alias}" is a domain of this account, not an alias`,
		`${ALIAS_ALONE} The domain goes into Domain.`,
		{ field },
	);
}
