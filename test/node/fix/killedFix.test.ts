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
const answers: readonly ScriptedAnswer[] = [
	{ text: reproducible(python) },
	{ text: program(shows) },
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

describe('a fix that is killed', function () {
	this.timeout(240_000);
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
	const killedAt = async (holds: string, delayMs: number): Promise<string> => {
		const known = runs();
		server.now.script(answers);
		const issue = ['--workspace', workspace(), '--issue', join(workspace(), 'ISSUE.md')];
		const words = [join(repoRoot, 'dist', 'cli.js'), 'fix', ...issue, ...model(), ...judged];
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

	it("leaves the user's files unchanged, continues where it was, and then leaves nothing behind", async function () {
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
			const id = await killedAt(holds, delayMs);
			nLeft += checkouts().length;
			assert.deepEqual(folderPicture(workspace()), before, at);
			server.now.script(answers.slice(logOf(id).split('"type":"modelAnswered"').length - 1));
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
});
