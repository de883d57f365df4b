import { checkCancel } from '../../queue/cancel.mts';
import type { Step } from '../step.mts';

/** A run that waits for the rate limit is canceled. */
export const cancel: Step = async ({ n8n, name, checks, stage }) => {
	await checkCancel(n8n, name, checks, stage);
};
