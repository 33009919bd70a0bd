import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { repoRoot } from '../../../support/repoRoot';

const { outputFiles } = buildSync({
	entryPoints: [join(repoRoot, 'src', 'code', 'node', 'indexing', 'memoryLimit.ts')],
	...{ bundle: true, write: false, platform: 'node', format: 'cjs' },
});

/** Calls a function `f` of a module, which gives back its argument, often enough to be optimized; `before` can use the file. */
const program = (before: string) => `
	${outputFiles[0]?.text}
	${before}
	const bytes = '0061736d0100000001060160017f017f03020100070501016600000a0601040020000b';
	const { f } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(bytes, 'hex'))).exports;
	for (let at = 0; at < 3_000_000; at++) {
		f(at);
	}
	console.log(%IsTurboFanFunction(f));
`;

describe('keepToBaselineCompiler', () => {
	const isOptimized = (before: string) => {
		// Else the optimizing compilers work beside the program: that of WebAssembly may end after it, that of JavaScript before.
		const flags = ['--allow-natives-syntax', '--wasm-sync-tier-up', '--no-opt', '--no-warnings'];
		return execFileSync(process.execPath, [...flags, '-e', program(before)], { encoding: 'utf8' }).trim();
	};

	it('keeps a hot function from being optimized, which it is otherwise', () => {
		assert.equal(isOptimized(''), 'true');
		assert.equal(isOptimized('keepToBaselineCompiler();'), 'false');
	});
});
