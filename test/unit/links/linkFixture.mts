import type { IDataObject } from 'n8n-workflow';
import { vi } from 'vitest';

import {
	LinkCreation,
	type CreateOptions,
	type LinkOutcome,
} from '../../../nodes/LinkShortener/links/createLink';
import { LinkLedger } from '../../../nodes/LinkShortener/links/ledger';
import { settle, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { LinkModel, type Fate, type ModelOptions } from '../simulation/linkModel.mts';
import { VirtualTime } from '../simulation/virtualTime.mts';

export const MAY_EXIST = 'The link may have been created: its answer was lost';

/** What an item may ask for. Items with equal values of all three have equal bodies. */
export interface ItemPlan {
	url: string;
	title?: string | undefined;
	alias?: 'given' | 'ours' | undefined;
	/** How its sendings fare, the first first; later ones are answered. */
	fates: Fate[];
}

export type Outcome = LinkOutcome | UserFacingError;

/** A service, a process that creates links on it, and the time of both. */
export interface Fixture {
	time: VirtualTime;
	model: LinkModel;
	ledger: LinkLedger;
	create(
		item: Omit<ItemPlan, 'fates'>,
		name: string,
		more?: Partial<CreateOptions>,
	): Promise<Outcome>;
	createBody(body: IDataObject, name: string, more?: Partial<CreateOptions>): Promise<Outcome>;
	/** Lets time pass until work has ended. */
	run<T>(work: Promise<T>): Promise<T>;
	/** What one run of the node keeps ends; what the process keeps stays. */
	newRun(): void;
}

const PATIENCE_MS = 24 * 3_600_000;

export function fixture(
	options: Partial<ModelOptions> = {},
	fates: Record<string, Fate[]> = {},
): Fixture {
	const time = new VirtualTime();
	vi.spyOn(Date, 'now').mockImplementation(() => time.now());
	const fateOf = (maker: string, sends: number): Fate =>
		fates[maker]?.[sends] ?? { kind: 'answered' };
	const model = new LinkModel(time, options, fateOf);
	const ledger = new LinkLedger();
	let creation = new LinkCreation(model, ledger);
	const createBody: Fixture['createBody'] = async (body, name, more = {}) => {
		const plain = { reuseExisting: false, items: 1, aliasIsOurs: false, itemKey: name };
		const work = async () => await settle(creation.createOrFind(body, { ...plain, ...more }));
		return await model.as(name, work);
	};
	return {
		time,
		model,
		ledger,
		createBody,
		create: async (item, name, more = {}) =>
			await createBody(bodyOf(item, name), name, { aliasIsOurs: item.alias === 'ours', ...more }),
		run: async (work) => await time.until(work, PATIENCE_MS),
		newRun: () => {
			model.newRun();
			creation = new LinkCreation(model, ledger);
		},
	};
}

export function bodyOf({ url, title, alias }: Omit<ItemPlan, 'fates'>, name: string): IDataObject {
	return {
		url,
		...(title === undefined ? {} : { metatitle: title }),
		...(alias === undefined ? {} : { custom: `alias-${name}` }),
	};
}

export function messageOf(outcome: Outcome | undefined): string {
	return outcome instanceof UserFacingError ? outcome.explanation.message : 'no error';
}
