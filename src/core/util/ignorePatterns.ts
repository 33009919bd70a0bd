/**
 * The patterns of a file in gitignore syntax, rewritten to mean the same in one list at the root: only a list of all
 * folders' patterns, outermost first, lets an inner file re-include what an outer one ignores. `folder` is '' or
 * `src/`.
 */
export function ignorePatterns(text: string, folder: string): string[] {
	return text.split(/\r?\n/).flatMap(line => below(folder, line) ?? []);
}

function below(folder: string, line: string): string | undefined {
	if (line.trim() === '' || line.startsWith('#')) {
		return undefined;
	}
	if (folder === '') {
		return line;
	}
	const isNegative = line.startsWith('!');
	const pattern = isNegative ? line.slice(1) : line;
	const isAnchored = pattern.trimEnd().replace(/\/$/, '').includes('/');
	const escaped = folder.replace(/[\\[\]*?]/g, '\\$&');
	const rest = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
	return `${isNegative ? '!' : ''}/${escaped}${rest}`;
}
