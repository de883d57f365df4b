import type { N8n } from './n8n.mts';

type Row = Record<string, unknown>;

/** A data table of n8n, as its page in the editor shows and changes it. */
export class DataTable {
	private readonly n8n: N8n;
	private readonly path: string;

	private constructor(n8n: N8n, path: string) {
		this.n8n = n8n;
		this.path = path;
	}

	/** Throws when there is not exactly one table of that name. */
	static async named(n8n: N8n, name: string): Promise<DataTable> {
		const project = await n8n.rest.call<{ id: string }>('GET', '/projects/personal');
		const path = `/projects/${project.id}/data-tables`;
		const { data } = await n8n.rest.call<{ data: Array<{ id: string; name: string }> }>(
			'GET',
			path,
		);
		const [table, ...others] = data.filter((each) => each.name === name);
		if (!table || others.length > 0) throw new Error(`There is not one data table "${name}".`);
		return new DataTable(n8n, `${path}/${table.id}`);
	}

	/** In the order in which they were entered. */
	async rows(): Promise<Row[]> {
		const address = `${this.path}/rows?take=250&sortBy=id:asc`;
		return (await this.n8n.rest.call<{ data: Row[] }>('GET', address)).data;
	}

	async insert(rows: Row[]): Promise<void> {
		await this.n8n.rest.call('POST', `${this.path}/insert`, { data: rows, returnType: 'all' });
	}

	/** Deletes every row that has something in the column. */
	async clear(column: string): Promise<void> {
		const filter = { type: 'and', filters: [{ columnName: column, condition: 'neq', value: '' }] };
		const address = `${this.path}/rows?filter=${encodeURIComponent(JSON.stringify(filter))}`;
		await this.n8n.rest.call('DELETE', address);
	}
}
