import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';

import { createRecord, uploadedFile } from '../api/records/records';
import { endpoints } from '../api/records/list';
import { aliasOf } from '../shared/values/shortUrl';
import { toCount, toUntrimmedText } from '../shared/values/convert';
import { toText } from '../shared/text';
import { UserFacingError, wrongValue } from '../shared/userFacingError';
import { checkedText } from '../shared/values/text';
import { listOf } from '../operations/list';
import { additionalFieldsProperty, nameField, type Field } from '../operations/fields';
import { readBody, together } from '../operations/reading';
import type { InputFile, Operation, Resource } from '../operations/operation';
import { expiryTimeZoneField, fileExpiryField } from '../link/fields/expiry';
import { FORM_FIELDS } from '../link/fields/formFields';
import { newDomainField } from '../link/fields/linkBody';

const uploadFields: INodeProperties[] = [
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the input field that contains the file to upload',
	},
	{
		displayName: 'File Name',
		name: 'filename',
		type: 'string',
		default: '',
		placeholder: 'e.g. price-list.pdf',
		description:
			'The name of the file that visitors download. Leave empty to keep its current name.',
	},
];

const additionalFields: Field[] = [
	FORM_FIELDS.custom,
	newDomainField,
	fileExpiryField,
	expiryTimeZoneField,
	{
		displayName: 'Max Downloads',
		name: 'maxdownloads',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		builderHint: { propertyHint: 'Left out: no limit.' },
		description: 'How many times the file can be downloaded',
		read: toCount,
	},
	{
		...nameField('Price list 2027'),
		description: 'The name of the file in the service. Leave empty to use the file name.',
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		default: '',
		typeOptions: { password: true },
		description: 'The password that visitors must enter to get the file',
		read: toUntrimmedText,
	},
];

function readFileName(given: string, { fileName, fileExtension = '' }: IBinaryData): string {
	const ending = fileExtension === '' ? '' : `.${fileExtension}`;
	const name = checkedText(given || toText(fileName) || `file${ending}`, 'File Name');
	// These would lead to another address.
	if (/^\.{1,2}$/.test(name)) {
		throw wrongValue('File Name', `"${name}" is not the name of a file`, 'price-list.pdf');
	}
	return name;
}

interface Upload {
	file: InputFile & { name: string };
	query: IDataObject;
}

const upload: Operation<Upload> = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload file',
		description: 'Upload a file and get a short URL for it',
	},
	writes: true,
	runAgain: 'Leave these out when you run it again: their files are already uploaded.',
	properties: [...uploadFields, additionalFieldsProperty(additionalFields)],
	output: { id: 'integer', name: 'string', shorturl: 'string', alias: 'string' },
	async read(call) {
		const { parameters } = call;
		const { file, query } = await together({
			file: async () => {
				const found = await call.inputFile(parameters.value('binaryPropertyName'));
				return {
					...found,
					name: readFileName(toText(parameters.value('filename')), found.binary),
				};
			},
			query: () => readBody(call, additionalFields, parameters.fields('additionalFields')),
		});
		return { file, query };
	},
	async execute({ client }, { file, query }) {
		const { name: fileName } = file;
		const read = async () => {
			const bytes = await file.read();
			if (bytes.length > 0) return bytes;
			throw new UserFacingError(
				`The file ${fileName} is empty`,
				'It was not uploaded. Check the node that provides it.',
			);
		};
		const path = `/api/files/upload/${encodeURIComponent(fileName)}`;
		const record = await createRecord(client, { path, query, file: { read } }, (answer) => {
			const { id, name, shorturl, ...rest } = uploadedFile(answer);
			return {
				...(id === undefined ? {} : { id }),
				name: name ?? query.name ?? fileName,
				shorturl,
				alias: aliasOf({ alias: rest.alias, shorturl }),
				...rest,
			};
		});
		return [record];
	},
};

const filters: Field[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. price list',
		description: 'Text to search for in the names of the files',
	},
];

export const file: Resource = {
	displayName: 'File',
	value: 'file',
	operations: [
		listOf(
			{
				list: endpoints.files,
				output: {
					id: 'integer',
					name: 'string',
					downloads: 'integer',
					shorturl: 'string',
					date: 'string',
				},
			},
			{ description: 'List uploaded files with their download counts', filters },
		),
		upload,
	],
	defaultOperation: 'upload',
};
