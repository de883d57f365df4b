/** The fields of package.json that say what is published. */
export interface Manifest {
	n8n?: { nodes?: string[]; credentials?: string[] };
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundledDependencies?: string[] | boolean;
	bundleDependencies?: string[] | boolean;
}

const PUBLISHED = [
	/^(?:package\.json|README\.md|LICENSE\.md)$/,
	/^dist\/(?:nodes|credentials)\/.+\.(?:js|json)$/,
	/^dist\/icons\/[^/]+\.svg$/,
];

/** What a tarball holds that users need not have, or lacks: nothing but the nodes, no packages behind them. */
export function contentFindings(files: readonly string[], manifest: Manifest): string[] {
	const { nodes = [], credentials = [] } = manifest.n8n ?? {};
	const missing = [...nodes, ...credentials].filter((file) => !files.includes(file));
	const stray = files.filter((file) => !PUBLISHED.some((pattern) => pattern.test(file)));
	return [
		...missing.map((file) => `${file} is registered but not in the package`),
		...stray.map((file) => `${file} does not belong into the package`),
		...runtimeDependencies(manifest).map((name) => `runtime dependency ${name}`),
	];
}

/** The packages that would be installed along with this one. */
export function runtimeDependencies(manifest: Manifest): string[] {
	const { dependencies, optionalDependencies, bundledDependencies, bundleDependencies } = manifest;
	return [dependencies, optionalDependencies, bundledDependencies, bundleDependencies].flatMap(
		(field = []) => {
			if (typeof field === 'boolean') return field ? ['(all are bundled)'] : [];
			return Array.isArray(field) ? field : Object.keys(field);
		},
	);
}
