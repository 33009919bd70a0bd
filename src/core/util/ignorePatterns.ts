import { UserError } from './userError';

/**
 * The patterns of a file in gitignore syntax, rewritten to mean the same in one list at the root: only a list of all
 * folders' patterns, outermost first, lets an inner file re-include what an outer one ignores. `folder` is '' or
 * `src/`. Throws `UserError` for a pattern with so many `**` that matching it could take for ever.
 */
export function ignorePatterns(text: string, folder: string): string[] {
	return text.split(/\r?\n/).flatMap((line, at) => {
		if ((line.match(/\*{2,}/g)?.length ?? 0) > starsLimit) {
			throw new UserError(`line ${at + 1} contains ** more than ${starsLimit} times`);
		}
		return below(folder, line) ?? [];
	});
}

/** Matching takes time that grows with the depth of a path to the power of this. */
const starsLimit = 4;

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
