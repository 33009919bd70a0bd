import picomatch from 'picomatch';
import sources from './problemSources.json';

/**
 * Whether a message of a tool usually has its cause elsewhere: a failed test, or code that does not fit what it uses.
 * Syntax errors, style rules and tools that are not listed do not count.
 */
export function hasCauseElsewhere(source: string | undefined, code: string): boolean {
	const tool = source?.trim().toLowerCase();
	return sources.some(
		({ sources: names, codes }) =>
			names.some(name => name.toLowerCase() === tool) &&
			(codes.includes('*') || picomatch.isMatch(code, codes, { dot: true })),
	);
}
