import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isEmpty, parametersOf } from '../../shared/parameters';
import type { OperationCall } from '../common/operation';
import { isAutoMapped } from './dataToSend';
import { toExpiry } from './expiry';
import { linkBody } from './linkBody';
import { LINK_READERS } from './linkReaders';
import { timeZoneOptions } from './timeZones';

export const expiryTimeZoneOption: INodeProperties = {
	displayName: 'Expiry Time Zone',
	name: 'timezone',
	type: 'options',
	options: [{ name: "Workflow's Time Zone", value: '' }, ...timeZoneOptions],
	default: '',
	description:
		'The zone that Expiry is converted to. A date without a UTC offset is sent as it is.',
};

/**
 * The body of a create or an update out of values by field name: names and a domain's id are looked up
 * once nothing else is wrong, and Expiry is written in the time zone of the options.
 *
 * @throws {UserFacingError} that names the field whose value cannot be sent
 */
export async function readLinkBody(
	{ parameters, client, timezone }: OperationCall,
	values: Readonly<Record<string, unknown>>,
): Promise<IDataObject> {
	const options = parametersOf((name) => parameters.fields('options')[name]);
	const areCells = isAutoMapped(parameters);
	const readers = Object.entries(LINK_READERS).flatMap(([name, readerOf]) =>
		isEmpty(values[name]) ? [] : [{ name, read: readerOf(values[name], areCells) }],
	);
	const sent = { ...values };
	if (!isEmpty(sent.expiry)) {
		sent.expiry = toExpiry(sent.expiry, options.text('timezone') || timezone, Date.now());
	}
	const body = linkBody(sent);
	for (const { name, read } of readers) {
		const value = await read(client);
		if (!isEmpty(value)) body[name] = value;
	}
	return body;
}
