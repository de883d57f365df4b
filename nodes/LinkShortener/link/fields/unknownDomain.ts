import { hostOf } from '../../shared/values/shortUrl';
import { accountLinks } from '../../link/find/accountLinks';
import { NAME_LISTS } from '../../names/lists';
import { firstFew } from '../../shared/printable';
import { allNames } from '../../names/rememberedNames';
import type { ReadingCall } from '../../operations/operation';
import { withWayOut } from '../../operations/reading';
import { shownColumnName } from '../sheet/headings';
import { isEmpty, locatorParts, looksLikeId } from '../../shared/n8n/parameters';
import { toText } from '../../shared/json';
import { settle, UserFacingError } from '../../shared/userFacingError';
import { toDomainAddress } from '../../shared/values/address';

/** Not for the form, which may have one that is not listed. @throws {UserFacingError} that names the domains */
export async function refuseUnknownDomain(
	call: Pick<ReadingCall, 'client' | 'itemCount'>,
	value: unknown,
	column: string | undefined,
): Promise<void> {
	const { value: given } = locatorParts(value);
	if (column === undefined || isEmpty(given) || looksLikeId(toText(given))) return;
	const { client, itemCount } = call;
	await withWayOut(shownColumnName(column), async () => {
		const host = hostOf(toDomainAddress(given, shownColumnName(column)));
		if (await accountLinks(client, itemCount).owns(host)) return;
		const listed = await settle(allNames(client, NAME_LISTS.domain));
		throw noDomain(host, listed instanceof UserFacingError ? [] : listed);
	});
}

function noDomain(host: string, listed: readonly string[]): UserFacingError {
	const domains = firstFew(listed.map(hostOf)) || 'none';
	return new UserFacingError({
		message: `There is no domain ${host}`,
		remedy: `Domains: ${domains}. If your service has this domain without listing it, clear the cells and enter it under Additional Fields → Domain.`,
	});
}
