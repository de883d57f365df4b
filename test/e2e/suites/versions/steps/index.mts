import type { StepName } from '../../names.mts';
import type { Step } from '../step.mts';
import { cancel } from './cancel.mts';
import { create } from './create.mts';
import { credential } from './credential.mts';
import { errorOutput } from './errorOutput.mts';
import { list } from './list.mts';
import { rateLimit } from './rateLimit.mts';
import { tool } from './tool.mts';
import { trigger } from './trigger.mts';

/** The journey. */
export const STEPS: Record<StepName, Step> = {
	credential,
	create,
	list,
	errorOutput,
	rateLimit,
	trigger,
	tool,
	cancel,
};
