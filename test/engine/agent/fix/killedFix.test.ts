import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunId } from '../../../../src/runs/node/runId';
import { faultlineCli } from '../../../support/faultlineCli';
import { folderPicture } from '../../../support/folderPicture';
import { commitAll, git } from '../../../support/gitRepository';
import { commandLineFile } from '../../../support/product/commandLineFile';
import { randomNumbers } from '../../../support/randomNumbers';
import { repoRoot } from '../../../support/repoRoot';
import type { ScriptedAnswer } from '../../../support/scriptedAnswer';
import { TestFolder } from '../../../support/testFolder';
import { TestModelServer } from '../../../support/testModelServer';
import { isThorough, rounds } from '../../../support/thorough';
import { bugs, named, patch, program, served, submit } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
/** In the folder of a program while it runs, which is long enough to be killed in the middle of it. */
const mark = 'is-running';
const slowly = `import os, time; open('${mark}', 'w').close(); time.sleep(0.5); os.remove('${mark}')`;
const shows = `${slowly}\n${python.shows}`;
const tests = `python3 -c "${slowly}"`;
const approval: ScriptedAnswer = { text: '{"patch-correct": "yes", "test-correct": "yes"}' };
const answers: readonly ScriptedAnswer[] = [
	...[program(shows), named(python), patch(python, python.patched)].map(served),
	approval,
];
/** When it is killed: once the log holds this, and, where that is stated, a program runs. */
type Moment = readonly [holds: string, during?: 'program'];
const moments: readonly Moment[] = [
	['"type":"runStarted"'],
	['"kind":"round"'],
	['"type":"reproducerWritten"', 'program'],
	['"tool":"edit"'],
	['"type":"patchWritten"', 'program'],
	['"title":"Validate the patch"', 'program'],
	['"type":"validationRan"'],
];

/** A path with a wrong edit that the model insists on, then an alternative to its first change, the right edit. */
const actions: readonly ScriptedAnswer[] = [
	...[program(shows), [['create', { path: 'left.txt', text: 'left' }] as const]].map(served),
	edit('    return abs(end - start)'),
	...Array.from({ length: 3 }, () => served(submit)),
	...['the alternative', 'another one', 'a third one'].map(() => edit(python.patched)),
	served([['run', { command: `python3 -c "${slowly}"; cat left.txt; ls tally` }]]),
	...[served(submit), approval],
];
const momentsOfTree: readonly Moment[] = [
	['"tool":"edit"'],
	['"key":"submit the changes"', 'program'],
	['"key":"alternative 1"'],
	['"type":"candidatesCompared"'],
	['"tool":"run"', 'program'],
];

function edit(patched: string): ScriptedAnswer {
	return served(patch(python ?? assert.fail(), patched).slice(0, 1));
}

const killed = [
	{ strategy: 'rover', script: answers, moments },
	{ strategy: 'tree', script: actions, moments: momentsOfTree },
] as const;

describe('a fix that is killed', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const workspace = () => folder.path('workspace');
	const env = () => ({ FAULTLINE_STORAGE: folder.path('storage') });
	const model = () => ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
	const judged = ['--execute', '--test-command', tests];
	const runs = () =>
		existsSync(folder.path('storage', 'runs')) ? readdirSync(folder.path('storage', 'runs')).filter(isRunId) : [];
	const logOf = (id: string) => readFileSync(folder.path('storage', 'runs', id, 'run.jsonl'), 'utf8');
	const checkouts = () => {
		mkdirSync(folder.path('storage', 'checkouts'), { recursive: true });
		return readdirSync(folder.path('storage', 'checkouts'));
	};
	const isWritten = (known: readonly string[], holds: string) => {
		const id = runs().find(each => !known.includes(each));
		return id !== undefined && existsSync(folder.path('storage', 'runs', id, 'run.jsonl')) && logOf(id).includes(holds);
	};
	/** In a copy of the project; false where the copy is removed meanwhile. */
	const isRunning = () => {
		try {
			const paths = readdirSync(folder.path('storage', 'checkouts'), { recursive: true, encoding: 'utf8' });
			return paths.some(path => basename(path) === mark);
		} catch (error) {
			assert.equal((error as NodeJS.ErrnoException).code, 'ENOENT');
			return false;
		}
	};
	const start = (strategy: string): ChildProcess => {
		const issue = ['--workspace', workspace(), '--issue', join(workspace(), 'ISSUE.md')];
		const words = [commandLineFile, 'fix', ...issue, ...model(), ...judged, '--strategy', strategy];
		return spawn(process.execPath, words, { env: { ...process.env, ...env() }, stdio: 'ignore' });
	};
	/** Returns the id of its run. */
	const killedAt = async (strategy: string, [holds, during]: Moment): Promise<string> => {
		const known = runs();
		const child = start(strategy);
		const ended = once(child, 'exit');
		while (!isWritten(known, holds) || (during === 'program' && !isRunning())) {
			assert.equal(child.exitCode, null, `it ended before its log held ${holds}, and a program ran`);
			await sleep(5);
		}
		child.kill('SIGKILL');
		await ended;
		return runs().find(id => !known.includes(id)) ?? assert.fail();
	};

	/** With files that git does not have as they are. */
	const writeWorkspace = () => {
		cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
		commitAll(workspace());
		folder.write({ 'workspace/tally/rates.py': '# changed\r\n', 'workspace/untracked.txt': 'u' });
		git(workspace(), 'add', 'tally/rates.py');
		return folderPicture(workspace());
	};
	/** The model answers what it has not answered yet. */
	const resume = async (id: string, script: readonly ScriptedAnswer[], at: string) => {
		server.now.script(script.slice(logOf(id).split('"type":"modelAnswered"').length - 1));
		const { stdout, stderr } = await faultlineCli(['runs', 'resume', id, ...model(), ...judged], { env: env() });
		assert.match(
			stdout,
			/By its exit code only, the test command passes with the patch, as it does without it\./,
			`${at}: ${stderr}`,
		);
	};

	for (const { strategy, script, moments } of killed) {
		it(`leaves the user's files unchanged, continues where it was, and then leaves nothing behind (${strategy})`, async function () {
			if (process.platform === 'win32') {
				this.skip();
			}
			const before = writeWorkspace();
			for (const moment of moments.filter((_, at) => isThorough() || at % 3 === 2)) {
				const [holds, during] = moment;
				const at = `killed after ${holds}${during === undefined ? '' : ' while a program ran'}`;
				server.now.script(script);
				const id = await killedAt(strategy, moment);
				assert.ok(during === undefined || checkouts().length > 0, `${at}: it left no copy`);
				assert.deepEqual(folderPicture(workspace()), before, at);
				await resume(id, script, at);
				assert.deepEqual(checkouts(), [], at);
				assert.deepEqual(folderPicture(workspace()), before, at);
				assert.equal(git(workspace(), 'worktree', 'list').split('\n').length, 1);
			}
		});
	}

	it('continues, or begins again, wherever it was killed', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const before = writeWorkspace();
		const random = randomNumbers(20_261_128);
		let usualMs = 2000;
		for (let [nKilled, round] = [0, 0]; nKilled < rounds(2, 40); round++) {
			const { strategy, script } = killed[round % killed.length] ?? assert.fail();
			server.now.script(script);
			const known = runs();
			const startedAt = performance.now();
			const child = start(strategy);
			const ended = once(child, 'exit');
			await Promise.race([ended, sleep(random(usualMs))]);
			child.kill('SIGKILL');
			await ended;
			if (child.signalCode !== 'SIGKILL') {
				usualMs = performance.now() - startedAt;
				continue;
			}
			nKilled++;
			const id = runs().find(
				each => !known.includes(each) && existsSync(folder.path('storage', 'runs', each, 'run.jsonl')),
			);
			if (id !== undefined) {
				await resume(id, script, `kill ${nKilled}`);
			}
			assert.deepEqual(folderPicture(workspace()), before);
		}
		const next = await faultlineCli(['runs', '--json'], { env: env() });
		assert.equal(next.stderr, '');
		assert.deepEqual(checkouts(), []);
	});
});
