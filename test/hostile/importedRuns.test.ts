import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, truncateSync } from 'node:fs';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import { treeCounts, withoutAlternatives } from '../../src/runs/pure/fold/actionTree/treeCounts';
import type { Run } from '../../src/runs/pure/fold/run';
import { fixOf } from '../../src/runs/pure/fold/runFix';
import { pathTo } from '../../src/runs/pure/fold/runTree';
import { importRun } from '../../src/sharing/node/importRun';
import { runMarkdown } from '../../src/sharing/pure/report/runMarkdown';
import { UserError } from '../../src/system/pure/errors/userError';
import { runItems } from '../../src/webview/rows/runItems';
import { flattenTree } from '../../src/webview/tree/flattenTree';
import { faultlineCli } from '../support/faultlineCli';
import { importedText, tallyEvaluation, tallyTree } from '../support/importedTally';
import { TestFolder } from '../support/testFolder';
import { viewOfRun } from '../support/viewOfRun';
import { requireLinearOn } from './cpuGrowth';

const tally = readFileSync(tallyTree, 'utf8');
const message = (role: string, children: readonly unknown[], more: object = {}) => ({
	role,
	content: role,
	children,
	...more,
});
const tree = (...children: readonly unknown[]) => ({ root: message('system', children) });
const command = (action: string, children: readonly unknown[] = []) => message('assistant', children, { action });

describe('a file to import that is damaged', () => {
	const damaged: readonly (readonly [what: string, data: unknown, error: RegExp])[] = [
		['a list', [], /x\.root has no "root".* and no "trajectory"/],
		['null', null, /has no "root"/],
		['an object without a run', { messages: [] }, /has no "root"/],
		['a tree that is a text', { root: 'a' }, /node 1 of its tree has no list "children"/],
		['a tree that is null', { root: null }, /node 1 of its tree has no list "children"/],
		['a node without a role', tree({ content: 'a', children: [] }), /node 2 of its tree has no role/],
		['a node of another role', tree(message('toString', [])), /node 2 of its tree has no role/],
		['children that are an object', tree({ role: 'user', children: {} }), /node 2 of its tree has no list "children"/],
		['a child that is a number', tree(command('a', [7])), /node 3 of its tree has no list "children"/],
		['a tree without an action', tree(message('user', [])), /contains no action/],
		['steps that are no list', { trajectory: {} }, /"trajectory" is not a list/],
		['no step', { trajectory: [] }, /contains no step/],
		['a step that is null', { trajectory: [null] }, /step 1 has no text "action"/],
		['a step whose action is a list', { trajectory: [{ action: [] }] }, /step 1 has no text "action"/],
		['attempts without steps', { attempts: [{}] }, /"trajectory" is not a list/],
	];
	for (const [what, data, error] of damaged) {
		it(`is refused: ${what}`, () => assertRefused(() => importedText(JSON.stringify(data), 'x.root'), error));
	}

	it('is refused where it is cut off anywhere', async () => {
		for (let length = 0; length < tally.length - 2; length += 997) {
			await assertRefused(() => importedText(tally.slice(0, length), 'x.root'), /x\.root is not JSON: /);
		}
	});

	it('is refused with the evaluation of another run, or a damaged one', async () => {
		const importWith = (evaluation: unknown) => importedText(tally, 'x.root', JSON.stringify(evaluation));
		await assertRefused(
			() => importWith([{ content: 'diff', output: '' }]),
			/None of the evaluated patches is in x\.root/,
		);
		await assertRefused(() => importWith({}), /is not a list of evaluated patches/);
		await assertRefused(() => importWith([null]), /entry 1 has no text "content"/);
	});

	it('is shown as far as its values have the right type', async () => {
		const odd = { thought: 7, node_id: '1', expansion_candidates: [[1], 'a', null, ['t', 'edit b']] };
		const limits = { _action_expansion_limit: { edit: 1, append: 'x', create: null }, critic_response: {} };
		const action = message('assistant', [message('user', [], { content: {}, node_id: null })], { ...odd, ...limits });
		const run = await importedText(JSON.stringify(tree(action)), 'x.root');
		const { n2 } = run.nodes;
		assert.deepEqual(n2?.expansion, { left: { edit: 1 } });
		assert.deepEqual(n2.compared?.candidates, [{ thought: 't', action: 'edit b' }]);
	});
});

describe('a file to import that is hostile', () => {
	const folder = new TestFolder();

	it('may be a path of 10,000 actions', async () => {
		const node = (role: string, more: string) => `{"role":"${role}","content":"c"${more},"children":[`;
		const step = node('assistant', ',"action":"edit a"') + node('user', '');
		const text = `{"root":${step.repeat(10_000)}${']}'.repeat(20_000)}}`;
		const run = await importedText(text, 'deep.root');
		assert.equal(treeCounts(run).nActions, 10_000);
		assert.equal(pathTo(run, run.selected.leaf).length, 10_001);
		assert.equal(Object.keys(withoutAlternatives(run, new Set(['edit'])).nodes).length, 10_001);
		assert.ok(rowsOf(run).length > 10_000);
		assert.match(runMarkdown(run), /### Round 10000: edit a/);
	});

	it('takes time in proportion to its actions where all are alternatives to one', async () => {
		const wide = (size: number) => {
			const actions = Array.from({ length: size / 4 }, (_, at) => command(`edit ${at}`));
			return JSON.stringify(tree(message('user', actions)));
		};
		await requireLinearOn(text => importedText(text, 'wide.root'), wide, 'wide tree');
	});

	it('leaves the thread to others while it is recorded', async () => {
		const trajectory = Array.from({ length: 3000 }, () => ({ action: 'ls', observation: 'a' }));
		folder.write({ 'x.traj': JSON.stringify({ trajectory }) });
		let [isRecording, nTurns] = [true, 0];
		const takeTurns = () => {
			nTurns++;
			if (isRecording) {
				setImmediate(takeTurns);
			}
		};
		setImmediate(takeTurns);
		const deps = { clock: { now: () => 0 }, version: '0', runs: { add: async () => undefined } };
		await importRun({ file: folder.path('x.traj') }, deps);
		isRecording = false;
		assert.ok(nTurns > 10, `${nTurns} turns`);
	});

	it('may be nested deeply in a value that nothing reads', async () => {
		const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const text = `{"trajectory":[{"action":"ls","observation":${nested}}],"history":${nested}}`;
		assert.equal(treeCounts(await importedText(text, 'x.traj')).nActions, 1);
	});

	it('may not have more actions than views can show', async () => {
		const trajectory = Array.from({ length: 20_001 }, () => ({ action: 'a' }));
		await assertRefused(
			() => importedText(JSON.stringify({ trajectory }), 'x.traj'),
			/has 20001 actions; at most 20000/,
		);
	});

	it('changes no prototype', async () => {
		const limits = '{"__proto__":1,"constructor":2,"edit":3}';
		const text = `{"root":{"role":"assistant","__proto__":{"polluted":1},"action":"__proto__ x","_action_expansion_limit":${limits},"children":[
			{"role":"user","content":"a","node_id":1e999,"children":[{"role":"assistant","action":"constructor","children":[]},{"role":"assistant","action":"b","children":[]}]}]}}`;
		const run = await importedText(text, 'x.root');
		assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
		assert.deepEqual(Object.keys(run.nodes.n1?.expansion?.left ?? {}), ['__proto__', 'constructor', 'edit']);
		assert.deepEqual([...treeCounts(run).branchPoints], [['constructor', 1]]);
	});

	it('names no file outside the workspace', async () => {
		const paths = ['../a', 'a/../../b', '/etc/passwd', 'C:/windows/a', 'a\\..\\..\\b', '', 'b/../c.txt'];
		const submission = paths.map(
			path => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`,
		);
		const info = { exit_status: 'submitted', submission: submission.join('') };
		const run = await importedText(JSON.stringify({ trajectory: [{ action: 'submit' }], info }), 'x.traj');
		const [patch] = fixOf(run).patches;
		assert.deepEqual(
			patch?.files.map(({ path }) => path),
			['c.txt'],
		);
		assert.equal(patch.leftOut?.length, 6);
		assert.equal(shownPatches(run)[0]?.state, 'excerpt');
	});

	it('cannot control the terminal', async () => {
		const evil = '\u001b]0;OWNED\u0007\u001b[2J\u202eevil';
		folder.write({
			'x.traj': JSON.stringify({ trajectory: [{ action: `ls ${evil}`, thought: evil, observation: evil }] }),
		});
		const env = { FAULTLINE_STORAGE: folder.path('storage') };
		const imported = await faultlineCli(['runs', 'import', folder.path('x.traj')], { env });
		const id = /Imported run (\S+):/.exec(imported.stdout)?.[1] ?? assert.fail(imported.stderr);
		for (const words of [['show', id], ['export', id], ['list']]) {
			const { stdout, stderr, code } = await faultlineCli(['runs', ...words], { env });
			assert.equal(code, 0);
			assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
		}
	});

	it('is not read where it is too large, no file or no text, and nothing is stored', async () => {
		folder.write({ 'large.root': '', 'binary.traj': Buffer.from([0, 1, 2]), 'folder/': '' });
		truncateSync(folder.path('large.root'), 500 * 1024 * 1024);
		const isPosix = process.platform !== 'win32';
		if (isPosix) {
			execFileSync('mkfifo', [folder.path('pipe.root')]);
		}
		const refused: readonly (readonly [string, RegExp])[] = [
			['large.root', /large\.root has 500 MB; at most 64 MB are read\. Choose a smaller file/],
			['binary.traj', /binary\.traj is not text/],
			['folder', /folder.*not a file|folder cannot be read/],
			['missing.root', /missing\.root cannot be read: .*no such file/i],
			...(isPosix ? [['pipe.root', /not a file but a pipe/] as const] : []),
		];
		const env = { FAULTLINE_STORAGE: folder.path('storage') };
		for (const [name, error] of refused) {
			const { code, stderr } = await faultlineCli(['runs', 'import', folder.path(name)], { env });
			assert.equal(code, 1);
			assert.match(stderr, error);
		}
		const both = ['--evaluation', folder.path('binary.traj')];
		assert.equal((await faultlineCli(['runs', 'import', tallyTree, ...both], { env })).code, 1);
		const nStored = async () => JSON.parse((await faultlineCli(['runs', '--json'], { env })).stdout).runs.length;
		assert.equal(await nStored(), 0);
		// What is stored would be seen.
		await faultlineCli(['runs', 'import', tallyTree, '--evaluation', tallyEvaluation], { env });
		assert.equal(await nStored(), 1);
	});
});

function rowsOf(run: Run) {
	return flattenTree(runItems(viewOfRun(run, { detail: 'full' })), {});
}

async function assertRefused(doImport: () => Promise<unknown>, error: RegExp): Promise<void> {
	await assert.rejects(doImport, (thrown: unknown) => {
		assert.ok(thrown instanceof UserError, String(thrown));
		assert.match(thrown.message, error);
		return true;
	});
}
