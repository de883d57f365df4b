import { done, record } from '../answers.mts';
import type { Fields, Outcome } from '../answers.mts';
import { isDuplicate, randomName } from '../database.mts';
import type { Columns } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { fields, flag, text } from '../validation.mts';
import { deleteOf, keptName, listOf, owned } from './owned.mts';
import type { RowOf } from './owned.mts';

interface CampaignBody {
	name?: string;
	slug?: string;
	public?: boolean;
}

const SLUG = /^[A-Za-z0-9_-]+$/;

export const campaignEndpoints: Endpoint[] = [
	listOf({
		path: '/api/campaigns',
		table: 'campaigns',
		columns: 'id, name, slug, public',
		shape: (row, call) => shape(call, row, 'name'),
	}),
	endpoint<CampaignBody>({
		method: 'POST',
		path: '/api/campaign/add',
		family: 'api',
		creates: true,
		body: fields({ name: text, slug: text, public: flag }),
		work(call) {
			const columns = checkedColumns(call, { name: `Campaign ${randomName(5)}`, ...call.body });
			const id = unlessDuplicate(() =>
				call.db.insert('campaigns', { account: call.account, ...columns }),
			);
			return answerOf(call, id);
		},
	}),
	endpoint({
		method: 'POST',
		path: '/api/campaign/:campaignid/assign/:linkid',
		family: 'api',
		work(call) {
			const { campaignid, linkid } = call.params;
			const campaign = owned(call, 'campaigns', campaignid);
			const link = owned(call, 'links', linkid);
			call.db.update('links', link.id, { campaign: campaign.id });
			return done('Link successfully added to the campaign.');
		},
	}),
	endpoint<CampaignBody & { name: string }>({
		method: 'PUT',
		path: '/api/campaign/:id/update',
		family: 'api',
		body: fields({ name: text, slug: text, public: flag }, ['name']),
		work(call) {
			const { id } = owned(call, 'campaigns', call.params['id']);
			const columns = checkedColumns(call, call.body);
			unlessDuplicate(() => {
				call.db.update('campaigns', id, columns);
			});
			return answerOf(call, id);
		},
	}),
	deleteOf('/api/campaign/:id/delete', 'campaigns', 'Campaign has been deleted successfully.'),
];

function shape(
	call: Call<unknown>,
	row: RowOf<'campaigns'>,
	nameKey: 'name' | 'domain' | 'campaign',
): Fields {
	return {
		id: row.id,
		[nameKey]: row.name,
		public: row.public === 1,
		rotator: row.slug === null ? false : `${call.url}/r/${row.slug}`,
		list: `${call.url}/u/account-${call.account}/list-${row.id}`,
	};
}

/** A create and an update answer with the campaign. */
function answerOf(call: Call<unknown>, id: number): Outcome {
	const row = owned(call, 'campaigns', id);
	return record(shape(call, row, call.variations.campaignAnswerKey));
}

/** An empty slug is none. */
function checkedColumns(
	call: Call<unknown>,
	{ name = '', slug, public: open }: CampaignBody,
): Columns {
	if (name.trim().length < 2) {
		throw new Failure('Campaign name cannot be empty and must have at least 2 characters.');
	}
	if (slug !== undefined && slug !== '' && !SLUG.test(slug)) {
		throw new Failure('The slug may only contain letters, numbers, dashes and underscores.');
	}
	return { name: keptName(call, name), slug: slug === '' ? null : slug, public: open };
}

/** Runs a write; of the two unique columns the message of SQLite tells which one stood against it. */
function unlessDuplicate<Result>(write: () => Result): Result {
	try {
		return write();
	} catch (error) {
		if (!isDuplicate(error)) throw error;
		const bySlug = error instanceof Error && error.message.includes('campaigns.slug');
		throw new Failure(
			bySlug
				? 'This slug is currently not available. Please choose another one.'
				: 'You already have a campaign with that name.',
		);
	}
}
