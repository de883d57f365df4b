import type { IDataObject } from 'n8n-workflow';

import { LISTS, type ListEndpoint } from '../api/records/listings';
import { campaignRecord } from '../api/records/records';
import { decodeEntities } from '../shared/entities';
import type { NamedKind } from './names';
import { toText } from '../shared/json';

export interface NamedList extends ListEndpoint, NamedKind {
	/** As a person writes it; services show names escaped for a page. */
	recordName(raw: IDataObject): string;
}

const recordName = (raw: IDataObject) => decodeEntities(toText(raw.name));

export const NAME_LISTS = {
	campaign: {
		...LISTS.campaigns,
		noun: 'campaign',
		recordName: (raw) => recordName(campaignRecord(raw)),
	},
	channel: {
		...LISTS.channels,
		noun: 'channel',
		recordName,
	},
	ctaOverlay: { ...LISTS.ctaOverlays, noun: 'CTA overlay', recordName },
	domain: { ...LISTS.domains, noun: 'domain', recordName: (raw) => toText(raw.domain) },
	pixel: { ...LISTS.pixels, noun: 'pixel', recordName },
	qrCode: {
		...LISTS.qrCodes,
		noun: 'QR code',
		// Many have none.
		recordName: (raw) => recordName(raw) || `#${toText(raw.id)}`,
	},
	splashPage: { ...LISTS.splashPages, noun: 'splash page', recordName },
} satisfies Record<string, NamedList>;
