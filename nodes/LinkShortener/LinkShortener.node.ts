import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { listSearch, loadOptions } from './names/search';
import { findOperation, nodeProperties, operationSubtitle } from './resources';
import { loadTargets } from './link/fields/targets';
import { runItems } from './execution/runItems';

export class LinkShortener implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Shortener',
		name: 'linkShortener',
		icon: {
			light: 'file:../../icons/linkShortener.svg',
			dark: 'file:../../icons/linkShortener.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle,
		description:
			'Create short links, one by one or in bulk, and manage campaigns, QR codes, and more',
		defaults: { name: 'Link Shortener' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Use for short links, branded links, vanity URLs and UTM links of a link-shortening service with its own API: create them one by one or from a spreadsheet within the rate limit, read clicks, and manage campaigns, channels, domains, QR codes and tracking pixels. Prefer it to HTTP Request, which loses items at the rate limit.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-link-shortener.linkShortenerTrigger',
					relationHint:
						'Starts a workflow when a link is created, clicked, or reaches a number of clicks',
				},
				{
					nodeType: 'n8n-nodes-base.extractFromFile',
					relationHint:
						'Reads a CSV or Excel file; `autoMapInputData` takes its rows as they are, without a Set node',
				},
				{
					nodeType: 'n8n-nodes-base.scheduleTrigger',
					relationHint:
						'Runs the same rows again, so use the operation `upsert` rather than `create`',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint: 'Keeps the short URL beside each row, and shows which rows have none yet',
				},
				{
					nodeType: 'n8n-nodes-base.splitInBatches',
					relationHint:
						'Saves the results of a long run batch by batch; the rate limit needs no loop and no Wait node',
				},
				{
					nodeType: '@n8n/n8n-nodes-langchain.agent',
					relationHint: 'Uses linkShortenerTool nodes, one for each operation',
				},
			],
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['link'], operation: ['upsert'] } },
					content: `<patterns>
<pattern title="Create or update a link for every row of a sheet">
// Columns are found by their headings (Long URL, Custom Alias, Domain, Campaign, utm_source and so on): no Set node, no loop.
// returnRows returns each row with its short URL. The first run fills it, later ones update what changed.
// Without onError, one bad row stops all.
const upsertLinks = node({
  type: 'n8n-nodes-link-shortener.linkShortener',
  version: 1,
  config: {
    name: 'Create or Update Links',
    parameters: {
      resource: 'link',
      operation: 'upsert',
      dataToSend: 'autoMapInputData',
      options: { returnRows: true }
    },
    onError: 'continueRegularOutput',
    credentials: { linkShortenerApi: newCredential('Link Shortener') },
    output: [{ row_number: 2, 'Long URL': 'https://example.com/sale', shorturl: 'https://go.example.com/a1b2', link_action: 'created', link_clicks: 0, link_error: '' }]
  }
});
const writeBack = node({
  type: 'n8n-nodes-base.googleSheets',
  version: 4.7,
  config: {
    name: 'Write Short URLs Back',
    parameters: {
      operation: 'update',
      documentId: { __rl: true, mode: 'url', value: 'https://docs.google.com/spreadsheets/d/the-sheet-that-was-read' },
      sheetName: { __rl: true, mode: 'name', value: 'Sheet1' },
      columns: { mappingMode: 'autoMapInputData', matchingColumns: ['row_number'], value: {} },
      options: { handlingExtraData: 'insertInNewColumn' }
    },
    output: [{ row_number: 2, shorturl: 'https://go.example.com/a1b2' }]
  }
});
</pattern>
<pattern title="Create or update one link per item, with UTM values">
const upsertLink = node({
  type: 'n8n-nodes-link-shortener.linkShortener',
  version: 1,
  config: {
    name: 'Create or Update Link',
    parameters: {
      resource: 'link',
      operation: 'upsert',
      url: expr('{{ $json.page }}'),
      custom: expr('{{ $json.slug }}'),
      utm: { values: { utm_source: 'newsletter', utm_medium: 'email' } },
      additionalFields: { campaign: { __rl: true, mode: 'name', value: 'Spring Sale' } }
    },
    credentials: { linkShortenerApi: newCredential('Link Shortener') },
    output: [{ id: 1, shorturl: 'https://go.example.com/sale', longurl: 'https://example.com/sale', action: 'created' }]
  }
});
</pattern>
</patterns>`,
				},
				{
					displayOptions: { show: { resource: ['link'], operation: ['create'] } },
					content: `<patterns>
<pattern title="Shorten links as a tool of an AI agent">
const shortenTool = tool({
  type: 'n8n-nodes-link-shortener.linkShortenerTool',
  version: 1,
  config: {
    name: 'Shorten a Link',
    parameters: {
      resource: 'link',
      operation: 'create',
      url: fromAi('Long_URL', 'The full address of the page, with https://'),
      custom: fromAi('Custom_Alias', 'The ending of the short URL, only if the user asked for one', 'string', '')
    },
    credentials: { linkShortenerApi: newCredential('Link Shortener') },
    output: [{ id: 1, shorturl: 'https://go.example.com/a1b2', action: 'created' }]
  }
});
</pattern>
</patterns>`,
				},
			],
		},
		credentials: [{ name: 'linkShortenerApi', required: true }],
		properties: nodeProperties(),
	};

	methods = { listSearch, loadOptions: { ...loadOptions, ...loadTargets } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0);
		const name = this.getNodeParameter('operation', 0);
		const operation = findOperation(resource, name);
		if (operation === undefined) {
			throw new NodeOperationError(
				this.getNode(),
				`The Link Shortener node has no operation "${name}" for "${resource}"`,
				{
					description:
						'Select a Resource and an Operation from their lists, such as Link and Create.',
				},
			);
		}
		return await runItems(this, operation);
	}
}
