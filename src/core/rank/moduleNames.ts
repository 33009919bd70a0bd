/** Every ending of a file's path without its extension -> the files it may stand for: `b/c` for `a/b/c.ext`. */
export function moduleNames(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
	const modules = new Map<string, string[]>();
	for (const path of files) {
		const parts = moduleParts(path);
		for (let from = 0; from < parts.length; from++) {
			const ending = parts.slice(from).join('/');
			const same = modules.get(ending);
			if (same === undefined) {
				modules.set(ending, [path]);
			} else {
				same.push(path);
			}
		}
	}
	return modules;
}

/** A folder's main file stands for the folder. */
function moduleParts(path: string): string[] {
	const parts = path.replace(/\.\w+$/, '').split('/');
	return parts.length > 1 && /^(?:__init__|index|mod|lib|main)$/.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
}
