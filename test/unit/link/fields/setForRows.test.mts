import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import {
	columnsTaken,
	fieldsByExpression,
	fieldsSetInForm,
} from '../../../../nodes/LinkShortener/link/fields/setInForm';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';

const read = (form: IDataObject) => parametersOf((name) => form[name]);

it('a field that has a value or an expression is set in the form', () => {
	const form = read({
		url: '={{ $json.Seite }}',
		custom: '',
		utm: {
			values: { utm_source: 'mail', utm_content: "={{ $('Guests').item.json['O\\'Hara'] }}" },
		},
		additionalFields: {
			...{ metatitle: '', domain: { __rl: true, mode: 'id', value: '' } },
			campaign: { __rl: true, mode: 'name', value: '={{ $json["Camp"] }} {{ $json.Jahr }}' },
		},
	});
	expect([...fieldsSetInForm(form)].sort()).toEqual([
		...['campaign', 'url', 'utm_content', 'utm_source'],
	]);
	expect(fieldsByExpression(form).sort()).toEqual(['campaign', 'url', 'utm_content']);
	expect(columnsTaken(form)).toEqual([
		{ column: 'Camp', field: 'campaign' },
		{ column: 'Jahr', field: 'campaign' },
		{ column: "O'Hara", field: 'utm_content' },
		{ column: 'Seite', field: 'url' },
	]);
});
