import assert from 'node:assert/strict';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import type { CoverageData } from '../../../../src/code/pure/languages/coverageData';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import { Recording } from '../../../../src/testing/pure/coverage/recording';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

const lcov = "require('node:fs').writeFileSync(process.argv[1] + '/a.info', 'SF:a.js\\nDA:1,1\\nend_of_record\\n')";

const jacoco = (line: number) =>
	`<report><package name="shop"><sourcefile name="A.java"><line nr="${line}" ci="1"/></sourcefile></package></report>`;

describe('a recording', () => {
	const folder = new TestFolder();

	/** What a recording has whose command, after the tests, is this one. */
	const recorded = async (
		command: readonly string[],
		interpreters: ReadonlyMap<string, string> = new Map(),
		own: Partial<CoverageData> = {},
	) => {
		folder.write({ 'project/a.js': 'f();\n', 'project/src/shop/A.java': 'package shop;\n\nclass A {\n}\n' });
		const [log, storage] = [new RecordedLog(), folder.path('storage')];
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log, storage });
		const checkout = await new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' }).create('recording');
		try {
			const coverage: CoverageData = {
				...{ name: 'lcov', format: 'lcov', per: 'process', files: ['a.info'], after: { command } },
				...own,
			};
			const recording = new Recording(coverage, { checkout, index: workspace.index, project: '' });
			await checkout.write('early/report.xml', jacoco(4));
			await recording.prepare();
			const deps = { runner: new ProcessRunner({ graceMs: 100 }), interpreters };
			const { problem } = await recording.finish(deps, {
				...{ program: process.execPath, timeoutMs: 60_000, signal: undefined },
			});
			const lines = [];
			for await (const written of recording.read()) {
				lines.push([...written.lines].map(([path, own]) => [path, ...own]));
			}
			return { problem, lines, unread: recording.unread };
		} finally {
			await checkout.dispose();
		}
	};

	it("is made by a command after the tests, with the interpreter of the project's environment", async () => {
		const interpreters = new Map([['no-such-program', process.execPath]]);
		const { problem, lines } = await recorded(['no-such-program', '-e', lcov, '{coverage}'], interpreters);
		assert.deepEqual([problem, lines], [undefined, [[['a.js', 1]]]]);
	});

	it('is made by the program of the tests, and read where it writes, without what was there before', async () => {
		const write = `require('node:fs').mkdirSync('a'); require('node:fs').writeFileSync('a/report.xml', '${jacoco(3)}')`;
		const own = { format: 'jacoco', files: [], reports: '**/report.xml' } as const;
		const { problem, lines } = await recorded(['{program}', '-e', write], new Map(), own);
		assert.deepEqual([problem, lines], [undefined, [[['src/shop/A.java', 3]]]]);
	});

	it('states which file is not read because it is too large, and reads the others', async () => {
		const large = `require('node:fs').writeFileSync(process.argv[1] + '/0.info', ' '.repeat(33 * 1024 * 1024))`;
		const small = lcov.replace('/a.info', '/1.info');
		const { lines, unread } = await recorded(['node', '-e', `${large};${small}`, '{coverage}'], new Map(), {
			files: ['{n}.info'],
		});
		assert.deepEqual(lines, [[['a.js', 1]]]);
		assert.match(unread ?? '', /^Not all that was recorded counts: \S+\/0\.info: too large to read \(33 MB\)\.$/);
	});

	it('states which file is cut, binary or a pipe, and reads the others', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const write = (name: string, text: string) =>
			`require('node:fs').writeFileSync(process.argv[1] + '/${name}', ${JSON.stringify(text)})`;
		const pipe = "require('node:child_process').execFileSync('mkfifo', [process.argv[1] + '/0.info'])";
		const first = [
			[write('0.info', 'SF:a.js\nDA:1,1\nend_of_record\nSF:b.js\nDA:1'), /records\/0\.info is cut off\.$/],
			[write('0.info', 'SF:a.js\0'), /records\/0\.info: not a text file\.$/],
			[pipe, /records\/0\.info: not a file but a pipe, socket or device\.$/],
		] as const;
		for (const [made, problem] of first) {
			const second = write('1.info', 'SF:a.js\nDA:1,1\nend_of_record\n');
			const files = ['{n}.info'];
			const { lines, unread } = await recorded(['node', '-e', `${made};${second}`, '{coverage}'], new Map(), { files });
			assert.deepEqual(lines, [[['a.js', 1]]]);
			assert.match(unread ?? '', problem);
			assert.match(unread ?? '', /^Not all that was recorded counts: /);
		}
	});

	it('states how that command failed', async () => {
		const { problem } = await recorded(['node', '-e', 'console.error("out of luck"); process.exit(3)']);
		assert.equal(problem, 'What was recorded cannot be read: node ended with exit code 3:\nout of luck');
	});
});
