import { setFlagsFromString } from 'node:v8';

/**
 * From now on, grammars are run as V8's baseline compiler translates them. Its optimizing compiler needs up to 500 MB for
 * the lexer of one grammar, even if that parses a few files only; without it, parsing takes up to a third longer.
 */
export function keepToBaselineCompiler(): void {
	// Set after the start, a flag does not change the ones that depend on it.
	for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
		setFlagsFromString(flag);
	}
}
