import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { isDuplicate, randomName } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { listPage, ownRows, readPage } from '../paging.mts';
import { fields, flag, paging, text } from '../validation.mts';
import { UNKNOWN } from '../messages.mts';
import { owned } from './owned.mts';
import type { CampaignRow } from './owned.mts';

interface CampaignBody {
	name?: string;
	slug?: string;
	public?: boolean;
}

const SLUG = /^[A-Za-z0-9_-]+$/;

export const campaignEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/campaigns',
		family: 'api',
		query: paging,
		work(call) {
			const nameKey = call.variations.campaignNameUnderDomain ? 'domain' : 'name';
			const listing = ownRows(call, 'campaigns', 'id, name, slug, public');
			return listPage(call, 'campaigns', listing, (page) =>
				readPage<CampaignRow>(call, listing, page).map((row) => shape(call, row, nameKey)),
			);
		},
	}),
	endpoint<CampaignBody>({
		method: 'POST',
		path: '/api/campaign/add',
		family: 'api',
		creates: true,
		body: fields({ name: text, slug: text, public: flag }),
		work(call) {
			const { name = `Campaign ${randomName(5)}`, slug = '', public: open = false } = call.body;
			checkName(name);
			checkSlug(slug);
			const columns = { name, slug: slug === '' ? null : slug, public: open ? 1 : 0 };
			const id = unlessDuplicate(() =>
				call.db.insert('campaigns', { account: call.account, ...columns }),
			);
			return record(shape(call, { id, ...columns }, call.variations.campaignAnswerKey));
		},
	}),
	endpoint({
		method: 'POST',
		path: '/api/campaign/:campaignid/assign/:linkid',
		family: 'api',
		work(call) {
			const { campaignid, linkid } = call.params;
			const campaign = owned(call, 'campaigns', campaignid, UNKNOWN.campaign);
			const link = owned(call, 'links', linkid, UNKNOWN.link);
			call.db.run('UPDATE links SET campaign = ? WHERE id = ?', campaign.id, link.id);
			return done('Link successfully added to the campaign.');
		},
	}),
	endpoint<CampaignBody & { name: string }>({
		method: 'PUT',
		path: '/api/campaign/:id/update',
		family: 'api',
		body: fields({ name: text, slug: text, public: flag }, ['name']),
		work(call) {
			const known = owned(call, 'campaigns', call.params['id'], UNKNOWN.campaign);
			const { name, slug, public: open } = call.body;
			checkName(name);
			if (slug !== undefined) checkSlug(slug);
			const changed: CampaignRow = {
				id: known.id,
				name,
				slug: slug === undefined ? known.slug : slug === '' ? null : slug,
				public: open === undefined ? known.public : open ? 1 : 0,
			};
			unlessDuplicate(() =>
				call.db.run(
					'UPDATE campaigns SET name = ?, slug = ?, public = ? WHERE id = ?',
					changed.name,
					changed.slug,
					changed.public,
					changed.id,
				),
			);
			return record(shape(call, changed, call.variations.campaignAnswerKey));
		},
	}),
	endpoint({
		method: 'DELETE',
		path: '/api/campaign/:id/delete',
		family: 'api',
		work(call) {
			const { id } = owned(call, 'campaigns', call.params['id'], UNKNOWN.campaign);
			call.db.transaction(() => {
				call.db.run('UPDATE links SET campaign = NULL WHERE campaign = ?', id);
				call.db.run('DELETE FROM campaigns WHERE id = ?', id);
			});
			return done('Campaign has been deleted successfully.');
		},
	}),
];

function shape(
	call: Call<unknown>,
	row: CampaignRow,
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

function checkName(name: string): void {
	if (name.trim().length >= 2) return;
	throw new Failure('Campaign name cannot be empty and must have at least 2 characters.');
}

function checkSlug(slug: string): void {
	if (slug === '' || SLUG.test(slug)) return;
	throw new Failure('The slug may only contain letters, numbers, dashes and underscores.');
}

/** Runs a write; of the two unique columns the message of SQLite tells which one stood against it. */
function unlessDuplicate(write: () => number): number {
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
