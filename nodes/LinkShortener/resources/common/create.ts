import type { IDataObject } from 'n8n-workflow';

import { createRecord } from '../../api/createRecord';
import { noteNewName, type NameList } from '../../locators/nameLists';
import {
	additionalFieldsProperty,
	bodyOf,
	controlsOf,
	requiredBody,
	requiredControlsOf,
	type Field,
} from './fields';
import type { Operation } from './operation';

/** What one create has of its own. */
interface Creation {
	/** One of the things, as it reads in "Create a …". */
	noun: string;
	description: string;
	path: string;
	required: readonly Field[];
	/** Those under Additional Fields. */
	additional?: readonly Field[];
	/** The list that the new record's name is looked up in. */
	names?: NameList;
	/** The record out of the answer and of what was sent. */
	record: (answer: IDataObject, sent: IDataObject) => IDataObject;
}

/** A create, which returns the new record. */
export function createOperation(creation: Creation): Operation {
	const { noun, description, path, required, additional = [], names, record } = creation;
	return {
		option: { name: 'Create', value: 'create', action: `Create a ${noun}`, description },
		writes: true,
		properties: [
			...requiredControlsOf(required),
			...(additional.length > 0 ? [additionalFieldsProperty(controlsOf(additional))] : []),
		],
		async execute({ parameters, client }) {
			const body = {
				...requiredBody(required, parameters),
				...bodyOf(additional, parameters.fields('additionalFields')),
			};
			const created = await createRecord(client, { path, json: body }, (answer) =>
				record(answer, body),
			);
			if (names !== undefined) noteNewName(client, names);
			return [created];
		},
	};
}
