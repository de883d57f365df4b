import type { OperationRow } from './row.ts';
import { accountRows } from './rows/account.ts';
import { campaignRows } from './rows/campaign.ts';
import { channelRows } from './rows/channel.ts';
import { ctaOverlayRows } from './rows/ctaOverlay.ts';
import { domainRows } from './rows/domain.ts';
import { linkRows } from './rows/link.ts';
import { linkChangeRows } from './rows/linkChanges.ts';
import { pixelRows } from './rows/pixel.ts';
import { qrCodeRows } from './rows/qrCode.ts';
import { splashPageRows } from './rows/splashPage.ts';

/** Every operation of the node, one row each. */
export const operationRows: OperationRow[] = [
	...accountRows,
	...campaignRows,
	...channelRows,
	...ctaOverlayRows,
	...domainRows,
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
