/**
 * The files that a path in an issue or a stack trace refers to: those that share its longest ending. A bare file name
 * counts only if exactly one file has it; of longer matches up to three are returned.
 */
export function resolvePath(files: readonly string[], written: string): string[] {
	const parts = written.split('/').filter(part => part !== '' && part !== '.' && part !== '..');
	for (let from = 0; from < parts.length; from++) {
		const ending = parts.slice(from).join('/');
		const found = files.filter(path => path === ending || path.endsWith(`/${ending}`));
		if (found.length > 0) {
			return found.length === 1 || (parts.length - from > 1 && found.length <= 3) ? found : [];
		}
	}
	return [];
}
