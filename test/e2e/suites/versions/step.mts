import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';

/** An n8n with the package installed, about to do a step of the journey. */
export interface Scene {
	n8n: N8n;
	/** Of this n8n and this step, for the lines of the checks. */
	name: string;
	checks: Checks;
	stage: Stage;
}

/** What a user of the package does, and what has to come of it. */
export type Step = (scene: Scene) => Promise<void>;
