import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { BulkWorkflow } from '../bulk.mts';
import type { Checks } from '../checks.mts';
import type { TakePicture } from '../browser.mts';
import type { Editor } from '../editor/editor.mts';
import type { Stage } from '../stage.mts';
import type { Listener } from '../trigger/listener.mts';
import type { OtherClient } from '../trigger/otherClient.mts';
import type { Watch } from '../trigger/watch.mts';
import type { CommunityNodes } from './communityNodes.mts';

/** An n8n in a browser, and the services that its workflows work with. */
export interface Scene {
	n8n: N8n;
	settings: CommunityNodes;
	editor: Editor;
	picture: TakePicture;
	/** The bulk workflow creates its links here, slowly. */
	limited: Service;
	/** The triggers watch this one. */
	watched: Service;
	client: OtherClient;
	listener: Listener;
	checks: Checks;
	stage: Stage;
}

/** The workflows that stay while the package comes and goes. */
export interface Workflows {
	bulk: BulkWorkflow;
	watch: Watch;
}
