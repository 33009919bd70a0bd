import { UserError } from '../errors/userError';

/** A pattern of a file in gitignore syntax. */
export interface WrittenPattern {
	readonly pattern: string;
	/** 1-based. */
	readonly line: number;
}

/**
 * The patterns of a file in gitignore syntax. Throws `UserError` for one with so many `**` that matching it could take
 * forever.
 */
export function writtenPatterns(text: string): WrittenPattern[] {
	return text.split(/\r?\n/).flatMap((pattern, at) => {
		if ((pattern.match(/\*{2,}/g)?.length ?? 0) > starsLimit) {
			throw new UserError(`line ${at + 1} contains ** more than ${starsLimit} times`);
		}
		return pattern.trim() === '' || pattern.startsWith('#') ? [] : { pattern, line: at + 1 };
	});
}

/** Matching takes time that grows with the depth of a path to the power of this. */
const starsLimit = 4;

/**
 * Rewrites the patterns of a file in gitignore syntax to mean the same in one list at the root: only a list of all
 * folders' patterns, outermost first, lets an inner file re-include paths that an outer one ignores. `folder` is '' or
 * `src/`. Throws as `writtenPatterns` does.
 */
export function ignorePatterns(text: string, folder: string): string[] {
	return writtenPatterns(text).map(({ pattern }) => (folder === '' ? pattern : below(folder, pattern)));
}

function below(folder: string, line: string): string {
	const isNegative = line.startsWith('!');
	const pattern = isNegative ? line.slice(1) : line;
	const isAnchored = pattern.trimEnd().replace(/\/$/, '').includes('/');
	const escaped = folder.replace(/[\\[\]*?]/g, '\\$&');
	const rest = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
	return `${isNegative ? '!' : ''}/${escaped}${rest}`;
}
