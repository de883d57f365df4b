import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isEmpty, parametersOf } from '../../shared/parameters';
import type { OperationCall } from '../common/operation';
import { readDomainAddress } from './domainAddress';
import { toExpiry } from './expiry';
import { linkBody } from './linkBody';

export const expiryTimeZoneOption: INodeProperties = {
	displayName: 'Expiry Time Zone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Berlin',
	description:
		"The time zone in which Expiry is written to the service. The workflow's own when empty.",
};

/**
 * The body of a create or an update out of values by field name: a domain's id is looked up, and Expiry
 * is written in the time zone of the options.
 *
 * @throws {UserFacingError} that names the field whose value cannot be sent
 */
export async function readLinkBody(
	{ parameters, client, timezone }: OperationCall,
	values: Readonly<Record<string, unknown>>,
): Promise<IDataObject> {
	const options = parametersOf((name) => parameters.fields('options')[name]);
	const sent = { ...values };
	if (!isEmpty(sent.domain)) sent.domain = await readDomainAddress(client, sent.domain);
	if (!isEmpty(sent.expiry)) {
		sent.expiry = toExpiry(sent.expiry, options.text('timezone') || timezone, Date.now());
	}
	return linkBody(sent);
}
