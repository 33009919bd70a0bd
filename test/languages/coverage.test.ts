import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { measureSpectrum, type SpectrumRequest } from '../../src/localizer/pure/ranking/measureSpectrum';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { projectFiles } from '../support/exampleProject';
import { missingTool, type NeededTools } from '../support/installedTools';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';
import { isThorough } from '../support/thorough';

/** `case.json` of a folder in coverage/: a project with a seeded bug, and what its tests show of it. */
interface CoverageCase extends NeededTools {
	/** It takes so long that it is only run where somebody asks for it. */
	readonly slow?: true;
	readonly measuredBy: string;
	readonly failing: number;
	readonly passing: number;
	/** The most suspicious function: the one at fault. */
	readonly first: { readonly file: string; readonly method: string };
	/** Its lines of the highest score. */
	readonly lines: readonly number[];
	/** Other functions that the failing test executes. */
	readonly others?: readonly string[];
}

describe('The lines that tests execute', () => {
	const folder = new TestFolder();

	for (const file of globSync('test/languages/coverage/*/case.json', { cwd: repoRoot }).sort()) {
		const dir = join(repoRoot, dirname(file));
		const example = readCase(file);

		describe(`in coverage/${file.split('/').at(-2)}`, () => {
			before(function () {
				if (example.slow && !isThorough()) {
					console.log('      left out: slow; --thorough runs it');
					this.skip();
				}
				const missing = missingTool(example);
				if (missing !== undefined) {
					console.log(`      left out: ${missing} is not installed`);
					this.skip();
				}
			});

			it('show the function at fault first', async () => {
				const { spectrum, problem } = await measure(projectFiles(dir));
				assert.ok(spectrum, problem);
				const { measuredBy, nFailing, nPassing, per } = spectrum;
				assert.deepEqual(
					{ measuredBy, nFailing, nPassing, per, problem },
					{
						...{ measuredBy: example.measuredBy, nFailing: example.failing, nPassing: example.passing },
						...{ per: 'test', problem: undefined },
					},
				);
				const [{ file: path, method, score, lines } = assert.fail(), ...others] = spectrum.suspects;
				assert.deepEqual({ file: path, method }, example.first);
				const best = lines.filter(each => each.score === score).map(({ line }) => line);
				assert.deepEqual(best, example.lines);
				assert.deepEqual(others.map(each => each.method).sort(), example.others ?? []);
			});
		});
	}

	describe('of which nothing can be recorded', () => {
		const { programs, debian } = readCase('test/languages/coverage/ctest/case.json');
		before(function () {
			const missing = missingTool({ programs, ...(debian && { debian }) });
			if (missing !== undefined) {
				console.log(`      left out: ${missing} is not installed`);
				this.skip();
			}
		});
		const project = (text: string) => ({
			'CMakeLists.txt': [
				'cmake_minimum_required(VERSION 3.21)',
				text,
				'project(shop C)',
				'enable_testing()',
				'add_executable(shop shop.c)',
				'add_test(NAME fails COMMAND shop)',
			].join('\n'),
			'shop.c': 'int main(void) {\n\treturn 1;\n}\n',
		});

		it('are no success: it is stated why', async () => {
			const unbuilt = await measure(project('if(CMAKE_PROJECT_INCLUDE)\nmessage(FATAL_ERROR "no coverage")\nendif()'));
			assert.equal(unbuilt.spectrum, undefined);
			const why =
				/^1 test fails, but nothing was recorded of what it executes\. The tests could not be built: exit code 1:/;
			assert.match(unbuilt.problem ?? '', why);
			assert.match(unbuilt.problem ?? '', /no coverage/);
			const unrecorded = await measure(project('set(FAULTLINE_COVERAGE ON)'));
			assert.equal(unrecorded.spectrum, undefined);
			assert.equal(
				unrecorded.problem,
				'1 test fails, but nothing was recorded of what it executes. gcov recorded nothing.',
			);
			const named = await measure(project('set(FAULTLINE_COVERAGE ON)'), { failing: ['fails'] });
			assert.match(named.problem ?? '', /^1 test fails, but nothing was recorded of what it executes\./);
			assert.deepEqual(named.notFailing, []);
		});
	});

	it('are those of each class or package, where the time is not enough for each test', async function () {
		const missing = missingTool({ programs: ['go'], debian: ['golang-go'] });
		if (missing !== undefined) {
			console.log(`      left out: ${missing} is not installed`);
			this.skip();
		}
		const passing = Array.from({ length: 600 }, (_, n) => `func TestAdds${n}(t *testing.T) {\n\tAdd(1, 2)\n}\n`);
		const { spectrum, problem } = await measure(
			{
				'go.mod': 'module example.com/shop\n',
				'cart/cart.go': 'package cart\n\nfunc Total() int {\n\treturn 1\n}\n',
				'cart/cart_test.go':
					'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total() != 0 {\n\t\tt.Fail()\n\t}\n}\n',
				'sum/sum.go': 'package sum\n\nfunc Add(a int, b int) int {\n\treturn a + b\n}\n',
				'sum/sum_test.go': `package sum\n\nimport "testing"\n\n${passing.join('\n')}`,
			},
			{ timeoutMs: 100_000 },
		);
		assert.ok(spectrum, problem);
		const { per, nFailing, nPassing } = spectrum;
		assert.deepEqual(
			{ per, nFailing, nPassing, problem },
			{ per: 'file', nFailing: 1, nPassing: 1, problem: undefined },
		);
	});

	const measure = async (files: Readonly<Record<string, string>>, request: Partial<SpectrumRequest> = {}) => {
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
		const [log, storage] = [new RecordedLog(), folder.path('storage')];
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log, storage });
		const checkout = await new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' }).create('coverage');
		try {
			return await measureSpectrum(
				workspace,
				{ runner: new ProcessRunner({ graceMs: 100 }), checkout },
				{ formula: 'ochiai', failing: [], timeoutMs: 600_000, signal: new AbortController().signal, ...request },
			);
		} finally {
			await checkout.dispose();
		}
	};
});

function readCase(file: string): CoverageCase {
	return JSON.parse(readFileSync(join(repoRoot, file), 'utf8')) as CoverageCase;
}
