import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunId } from '../../../src/node/runs/runId';
import { faultlineCli } from '../../support/faultlineCli';
import { folderPicture } from '../../support/folderPicture';
import { commitAll, git } from '../../support/gitRepository';
import { repoRoot } from '../../support/repoRoot';
import type { ScriptedAnswer } from '../../support/scriptedAnswer';
import { TestFolder } from '../../support/testFolder';
import { TestModelServer } from '../../support/testModelServer';
import { bugs, patch, program, reproducible } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
/** Each slow enough to be killed in the middle of it. */
const shows = `import time\ntime.sleep(0.2)\n${python.shows}`;
const tests = 'python3 -c "import time; time.sleep(0.4)"';
const beginning: readonly ScriptedAnswer[] = [{ text: reproducible(python) }, { text: program(shows) }];
const answers: readonly ScriptedAnswer[] = [
	...beginning,
	{ toolCalls: [{ name: 'report_bug_locations', arguments: { bug_locations: [python.place] } }] },
	{ text: patch(python, python.patched) },
	{ text: '{"patch-correct": "yes", "test-correct": "yes"}' },
];
/** When it is killed: once the log holds this, and so many milliseconds later. */
const moments: readonly (readonly [holds: string, delayMs: number])[] = [
	['"type":"runStarted"', 5],
	['"title":"Reproduce the issue"', 5],
	['"type":"reproducerWritten"', 100],
	['"kind":"round"', 0],
	['"type":"patchWritten"', 100],
	['"title":"Validate the patch"', 300],
	['"type":"validationRan"', 200],
];

/** A path with a wrong edit, then an alternative to its first action, the right edit. */
const actions: readonly ScriptedAnswer[] = [
	...beginning,
	{ toolCalls: [{ name: 'create', arguments: { path: 'left.txt', text: 'left' } }] },
	edit('    return abs(end - start)'),
	submit('It is positive.'),
	...['the alternative', 'another one', 'a third one'].map(() => edit(python.patched)),
	{ toolCalls: [{ name: 'run', arguments: { command: 'cat left.txt; ls tally' } }] },
	submit('It is the next day.'),
];
const momentsOfTree: readonly (readonly [holds: string, delayMs: number])[] = [
	['"tool":"edit"', 0],
	['"key":"submit the changes"', 100],
	['"key":"alternative 1"', 20],
	['"type":"candidatesCompared"', 20],
	['"tool":"run"', 20],
];

function edit(patched: string): ScriptedAnswer {
	const { original, place } = python ?? assert.fail();
	return { toolCalls: [{ name: 'edit', arguments: { path: place.file, original, patched } }] };
}

function submit(summary: string): ScriptedAnswer {
	return { toolCalls: [{ name: 'submit', arguments: { summary } }] };
}

const killed = [
	{ strategy: 'rover', script: answers, moments },
	{ strategy: 'tree', script: actions, moments: momentsOfTree },
] as const;

describe('a fix that is killed', function () {
	this.timeout(600_000);
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
	/** Returns the id of its run. */
	const killedAt = async (strategy: string, holds: string, delayMs: number): Promise<string> => {
		const known = runs();
		const issue = ['--workspace', workspace(), '--issue', join(workspace(), 'ISSUE.md')];
		const words = [join(repoRoot, 'dist', 'cli.js'), 'fix', ...issue, ...model(), ...judged, '--strategy', strategy];
		const child: ChildProcess = spawn(process.execPath, words, {
			env: { ...process.env, ...env() },
			stdio: 'ignore',
		});
		const ended = once(child, 'exit');
		while (!isWritten(known, holds)) {
			assert.equal(child.exitCode, null, `it ended before its log held ${holds}`);
			await sleep(5);
		}
		await sleep(delayMs);
		child.kill('SIGKILL');
		await ended;
		return runs().find(id => !known.includes(id)) ?? assert.fail();
	};

	for (const { strategy, script, moments } of killed) {
		it(`leaves the user's files unchanged, continues where it was, and then leaves nothing behind (${strategy})`, async function () {
			if (process.platform === 'win32') {
				this.skip();
			}
			cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
			commitAll(workspace());
			folder.write({ 'workspace/tally/rates.py': '# changed\r\n', 'workspace/untracked.txt': 'u' });
			git(workspace(), 'add', 'tally/rates.py');
			const before = folderPicture(workspace());
			let nLeft = 0;
			for (const [holds, delayMs] of moments) {
				const at = `killed ${delayMs} ms after ${holds}`;
				server.now.script(script);
				const id = await killedAt(strategy, holds, delayMs);
				nLeft += checkouts().length;
				assert.deepEqual(folderPicture(workspace()), before, at);
				server.now.script(script.slice(logOf(id).split('"type":"modelAnswered"').length - 1));
				const resumed = await faultlineCli(['runs', 'resume', id, ...model(), ...judged], { env: env() });
				assert.match(
					resumed.stdout,
					/The tests pass with the patch, as they do without it\./,
					`${at}: ${resumed.stderr}`,
				);
				assert.deepEqual(checkouts(), [], at);
				assert.deepEqual(folderPicture(workspace()), before, at);
				assert.equal(git(workspace(), 'worktree', 'list').split('\n').length, 1);
			}
			assert.ok(nLeft > moments.length / 2, `${nLeft} entries were left by ${moments.length} crashes`);
		});
	}
});
