import type { IDataObject } from 'n8n-workflow';

import { createRecord } from '../../api/createRecord';
import type { ListEndpoint } from '../../api/listings';
import { changing } from '../../locators/rememberedNames';
import {
	additionalFieldsProperty,
	controlsOf,
	readBody,
	readRequired,
	requiredControlsOf,
	type Field,
} from './fields';
import type { Operation } from './operation';

/** The parts in which creates differ. */
interface Creation {
	/** One of the things, as it reads in "Create …". */
	noun: string;
	description: string;
	path: string;
	required: readonly Field[];
	/** The fields under Additional Fields. */
	additional?: readonly Field[];
	/** The list that will have the new record. */
	list: ListEndpoint;
	/** Makes the record out of the answer and the sent body. */
	record: (answer: IDataObject, sent: IDataObject) => IDataObject;
}

/** A create, which returns the new record. */
export function createOperation(creation: Creation): Operation {
	const { noun, description, path, required, additional = [], list, record } = creation;
	return {
		option: { name: 'Create', value: 'create', action: `Create ${noun}`, description },
		writes: true,
		properties: [
			...requiredControlsOf(required),
			...(additional.length > 0 ? [additionalFieldsProperty(controlsOf(additional))] : []),
		],
		async execute(call) {
			const { parameters, client } = call;
			const body = {
				...(await readRequired(call, required)),
				...(await readBody(call, additional, parameters.fields('additionalFields'))),
			};
			const created = createRecord(client, { path, json: body }, (answer) => record(answer, body));
			return [await changing(client, list, created)];
		},
	};
}
