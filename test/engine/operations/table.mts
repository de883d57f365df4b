import type { OperationRow } from './row.mts';
import { accountRows } from './rows/account.mts';
import { campaignRows } from './rows/campaign.mts';
import { channelRows } from './rows/channel.mts';
import { ctaOverlayRows } from './rows/ctaOverlay.mts';
import { domainRows } from './rows/domain.mts';
import { fileRows } from './rows/file.mts';
import { linkRows } from './rows/link.mts';
import { linkChangeRows } from './rows/linkChanges.mts';
import { pixelRows } from './rows/pixel.mts';
import { qrCodeRows } from './rows/qrCode.mts';
import { splashPageRows } from './rows/splashPage.mts';

/** Every operation of the node, one row each. */
export const operationRows: OperationRow[] = [
	...accountRows,
	...campaignRows,
	...channelRows,
	...ctaOverlayRows,
	...domainRows,
	...fileRows,
	...linkRows,
	...linkChangeRows,
	...pixelRows,
	...qrCodeRows,
	...splashPageRows,
];

/** Such as `campaign.assignLink`. */
export function nameOf({ resource, operation }: Pick<OperationRow, 'resource' | 'operation'>) {
	return `${resource}.${operation}`;
}
