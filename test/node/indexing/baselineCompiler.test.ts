import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { repoRoot } from '../../support/repoRoot';

const file = join(repoRoot, 'src', 'node', 'indexing', 'baselineCompiler.ts');
const source = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'esm' }).code;

/** A module whose function `f` gives back its argument; called often enough to be optimized. */
const program = (before: string) => `
	${source}
	${before}
	const bytes = '0061736d0100000001060160017f017f03020100070501016600000a0601040020000b';
	const { instance } = await WebAssembly.instantiate(Buffer.from(bytes, 'hex'));
	const { f } = instance.exports;
	for (let at = 0; at < 3_000_000; at++) {
		f(at);
	}
	console.log(%IsTurboFanFunction(f));
`;

describe('keepToBaselineCompiler', () => {
	const isOptimized = (before: string) => {
		// Else the optimizing compiler works beside the program, and may end after it.
		const flags = ['--allow-natives-syntax', '--wasm-sync-tier-up', '--no-warnings', '--input-type=module'];
		return execFileSync(process.execPath, [...flags, '-e', program(before)], { encoding: 'utf8' }).trim();
	};

	it('keeps a hot function from being optimized, which it is otherwise', () => {
		assert.equal(isOptimized(''), 'true');
		assert.equal(isOptimized('keepToBaselineCompiler();'), 'false');
	});
});
