/** Folders of code that comes with a project but is not the project: other people's, examples, documentation, tools. */
const asideFolders: ReadonlySet<string> = new Set(
	[
		'vendor vendored _vendor third_party thirdparty third-party 3rdparty extern external externals node_modules',
		'example examples sample samples demo demos tutorial tutorials gallery galleries doc docs documentation',
		'benchmark benchmarks asv_bench scripts',
	].flatMap(names => names.split(' ')),
);

/** Whether a file stands aside: a bug of the project is less likely there. Versioned and minified copies do, too. */
export function isAside(path: string): boolean {
	const folders = path.toLowerCase().split('/');
	const name = folders.pop() ?? '';
	return folders.some(folder => asideFolders.has(folder)) || /[-.](?:\d+\.\d+(?:\.\d+)*|min|bundle)\.\w+$/.test(name);
}
