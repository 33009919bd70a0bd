import leftOut from '../../../system/node/files/leftOutFolders.json';

const always: ReadonlySet<string> = new Set([
	...leftOut.names.map(name => `**/${name}`),
	...leftOut.extensions.map(extension => `**/*${extension}`),
]);

/**
 * Returns the globs that leave out more than is left out anyway, sorted. None with VS Code's default settings: such a
 * window has the same files as the command line, and shares their saved data.
 */
export function effectiveExcludes(excludes: readonly string[]): readonly string[] {
	return [...new Set(excludes)].filter(glob => !always.has(glob)).sort();
}
