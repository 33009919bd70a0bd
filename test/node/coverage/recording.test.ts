import assert from 'node:assert/strict';
import type { CoverageData } from '../../../src/core/testing/coverage/coverageData';
import { Recording } from '../../../src/core/testing/coverage/recording';
import { ScratchCheckouts } from '../../../src/node/checkout/scratchCheckouts';
import { openWorkspace } from '../../../src/node/openWorkspace';
import { ProcessRunner } from '../../../src/node/processRunner';
import { RecordedLog } from '../../support/recordedLog';
import { repoRoot } from '../../support/repoRoot';
import { TestFolder } from '../../support/testFolder';

const lcov = "require('node:fs').writeFileSync(process.argv[1] + '/a.info', 'SF:a.js\\nDA:1,1\\n')";

describe('a recording', () => {
	const folder = new TestFolder();

	/** What a recording has whose command, after the tests, is this one. */
	const recorded = async (command: readonly string[], interpreters: ReadonlyMap<string, string> = new Map()) => {
		folder.write({ 'project/a.js': 'f();\n' });
		const [log, storage] = [new RecordedLog(), folder.path('storage')];
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log, storage });
		const checkout = await new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' }).create('recording');
		try {
			const coverage: CoverageData = {
				...{ name: 'lcov', format: 'lcov', per: 'process', files: ['a.info'], after: { command } },
			};
			const recording = new Recording(coverage, { checkout, index: workspace.index, project: '' });
			await recording.prepare();
			const deps = { runner: new ProcessRunner({ graceMs: 100 }), interpreters };
			const { problem } = await recording.finish(deps, { timeoutMs: 60_000, signal: undefined });
			const lines = [];
			for await (const written of recording.read()) {
				lines.push([...written.lines].map(([path, own]) => [path, ...own]));
			}
			return { problem, lines };
		} finally {
			await checkout.dispose();
		}
	};

	it("is made by a command after the tests, with the interpreter of the project's environment", async () => {
		const interpreters = new Map([['no-such-program', process.execPath]]);
		const { problem, lines } = await recorded(['no-such-program', '-e', lcov, '{coverage}'], interpreters);
		assert.deepEqual([problem, lines], [undefined, [[['a.js', 1]]]]);
	});

	it('states how that command failed', async () => {
		const { problem } = await recorded(['node', '-e', 'console.error("out of luck"); process.exit(3)']);
		assert.equal(problem, 'What was recorded cannot be read: node ended with exit code 3:\nout of luck');
	});
});
