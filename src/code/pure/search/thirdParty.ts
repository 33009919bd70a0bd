/**
 * Folders of code that comes with a project but is not part of it: third-party code, examples, documentation, tools.
 */
const thirdPartyFolders: ReadonlySet<string> = new Set(
	[
		'vendor vendored _vendor third_party thirdparty third-party 3rdparty extern external externals node_modules',
		'example examples sample samples demo demos tutorial tutorials gallery galleries doc docs documentation',
		'benchmark benchmarks asv_bench scripts',
	].flatMap(names => names.split(' ')),
);

/**
 * Whether a bug of the project is less likely in a file because it is third-party code, or a versioned or minified
 * copy.
 */
export function isThirdParty(path: string): boolean {
	const folders = path.toLowerCase().split('/');
	const name = folders.pop() ?? '';
	return (
		folders.some(folder => thirdPartyFolders.has(folder)) || /[-.](?:\d+\.\d+(?:\.\d+)*|min|bundle)\.\w+$/.test(name)
	);
}
