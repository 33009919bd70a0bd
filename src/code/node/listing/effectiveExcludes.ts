import leftOut from '../../../system/node/files/leftOutFolders.json';

const always: ReadonlySet<string> = new Set([
	...leftOut.names.map(name => `**/${name}`),
	...leftOut.extensions.map(extension => `**/*${extension}`),
]);

/**
 * The globs that leave out more than is left out anyway, sorted. None where VS Code's settings are as it brings them: such
 * a window has the same files as the command line, and shares what is saved of them.
 */
export function effectiveExcludes(excludes: readonly string[]): readonly string[] {
	return [...new Set(excludes)].filter(glob => !always.has(glob)).sort();
}
