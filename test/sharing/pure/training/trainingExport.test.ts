import assert from 'node:assert/strict';
import { readAiIgnore } from '../../../../src/outgoing/pure/gate/aiIgnore';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { PatchEvaluation } from '../../../../src/runs/pure/model/imported';
import type { LabelledSet } from '../../../../src/sharing/pure/training/labelledSets';
import { type TrainingOptions, trainingExport } from '../../../../src/sharing/pure/training/trainingExport';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { importedTally } from '../../../support/importedTally';
import { type JudgedPatch, judgedRun, patchFor } from '../../../support/judgedRun';
import { MemoryFiles } from '../../../support/memoryFiles';
import { patchOf } from '../../../support/patchRun';

const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

describe('an export for training', () => {
	async function exported(run: Run, own: Partial<TrainingOptions> = {}, rules = '') {
		const hidden = await readAiIgnore(new MemoryFiles(rules === '' ? {} : { '.aiignore': rules }));
		return trainingExport(run, { format: 'labelled', seed: '1', hidden, ...own });
	}
	const setsOf = async (run: Run, own: Partial<TrainingOptions> = {}) =>
		(await exported(run, own)).rows as readonly LabelledSet[];

	it('pairs what was accepted as a whole with what was rejected as a whole', async () => {
		const run = judgedRun([
			{ ...right, decision: 'accepted' },
			{ ...wrong('w1'), decision: 'rejected' },
			{ ...wrong('w2'), decision: 'undone' },
			wrong('w3'),
			{ ...wrong('w4'), decision: 'rejected' },
		]);
		const { rows } = await exported(run, { format: 'preferences' });
		const issue = { title: 'It fails', body: 'It fails\nbody' };
		assert.deepEqual(
			rows,
			['w1', 'w4'].map(id => ({ run: 'a', issue, chosen: diffOf('right'), rejected: diffOf(id) })),
		);
	});

	it('takes no patch that was accepted in part for one that was', async () => {
		const two = patchOf('p', { path: 'a', before: 'a\n', after: 'b\n' }, { path: 'c', before: 'c\n', after: 'd\n' });
		const run = judgedRun([
			{ ...right, id: 'p', patch: { ...two, files: two.files.slice(0, 1) }, decision: 'accepted' },
			{ ...wrong('w1'), decision: 'rejected' },
		]);
		assert.equal((await exported(run, { format: 'preferences' })).rows.length, 1);
		const nodes = Object.fromEntries(
			Object.entries(run.nodes).map(([id, node]) => [
				id,
				{ ...node, patches: node.patches.map(each => (each.id === 'p' ? two : each)) },
			]),
		);
		await assert.rejects(exported({ ...run, nodes }, { format: 'preferences' }), UserError);
	});

	it('has the diff of equal patches as the one that was decided, once, and never beside itself', async () => {
		const equal = (id: string, to: string, decision?: JudgedPatch['decision']): JudgedPatch => ({
			...wrong(id),
			...(decision !== undefined && { decision }),
			patch: { ...patchFor(to), id },
		});
		const run = judgedRun([
			...[equal('p1', 'a'), equal('p2', 'a', 'accepted'), equal('p3', 'a', 'accepted'), equal('p4', 'a', 'rejected')],
			...[equal('p5', 'b'), equal('p6', 'b', 'rejected'), equal('p7', 'b', 'rejected')],
		]);
		const { rows } = await exported(run, { format: 'preferences' });
		assert.deepEqual(
			rows.map(row => 'chosen' in row && [row.chosen, row.rejected]),
			[[diffOf('a'), diffOf('b')]],
		);
	});

	it('has the diff of equal patches as the one that was tested, once, and none that both passes and fails', async () => {
		const equal = (id: string, to: string, judged: JudgedPatch): JudgedPatch => ({
			...judged,
			...{ id, patch: { ...patchFor(to), id } },
		});
		const untested: JudgedPatch = { id: '', reproducer: 'passed' };
		const unclear: readonly JudgedPatch[] = [equal('p1', 'unclear', right), equal('p2', 'unclear', wrong(''))];
		const run = judgedRun([
			...[equal('p3', 'a', untested), equal('p4', 'a', right), equal('p5', 'a', right)],
			...[equal('p6', 'b', untested), equal('p7', 'b', wrong('')), equal('p8', 'b', wrong(''))],
			...unclear,
		]);
		const sets = await setsOf(run);
		assert.deepEqual(
			sets.map(({ patches, best }) => [patches.length, patches[best - 1]?.diff]),
			[[2, diffOf('a')]],
		);
		assert.deepEqual(labelsOf(sets), { [diffOf('a')]: [2, 2], [diffOf('b')]: [2, 1] });
		const [committed] = await setsOf(judgedRun([...unclear, wrong('w1')]), { committed: diffOf('unclear') });
		assert.deepEqual(labelsOf(committed ? [committed] : []), { [diffOf('unclear')]: [2, 2], [diffOf('w1')]: [2, 1] });
	});

	it('scores patches by tests, and finds the right one in every set', async () => {
		const run = judgedRun([
			right,
			{ id: 'breaks', reproducer: 'passed', fixes: ['new_1'], breaks: ['t1'] },
			{ id: 'breaksAll', reproducer: 'passed', fixes: ['new_1'], breaks: tests },
			{ id: 'half', reproducer: 'passed', fixes: [], breaks: [] },
			{ id: 'fails', reproducer: 'reproduced' },
			// Nothing shows whether it is right.
			{ id: 'unknown', reproducer: 'passed' },
		]);
		const sets = await setsOf(run);
		assert.deepEqual(labelsOf(sets), {
			[diffOf('right')]: [2, 2],
			[diffOf('breaks')]: [2, 1],
			[diffOf('breaksAll')]: [2, 0],
			[diffOf('half')]: [1, 2],
			[diffOf('fails')]: [0, null],
		});
		assert.deepEqual([...new Set(sets.map(({ patches }) => patches.length))], [2, 3, 4, 5]);
		for (const { patches, best } of sets) {
			assert.equal(patches[best - 1]?.diff, diffOf('right'));
			assert.equal(new Set(patches).size, patches.length);
		}
	});

	it('draws from each bucket once before twice, and from a larger one sooner in proportion to its size', async () => {
		const run = judgedRun([right, ...['w1', 'w2', 'w3'].map(wrong), { ...wrong('other'), breaks: ['t2'] }]);
		let [nSingle, nOther] = [0, 0];
		for (let seed = 0; seed < 150; seed++) {
			for (const { patches } of await setsOf(run, { seed: `${seed}` })) {
				const hasOther = patches.some(({ diff }) => diff === diffOf('other'));
				assert.ok(patches.length === 2 || hasOther, 'a bucket was left out');
				nSingle += patches.length === 2 ? 1 : 0;
				nOther += patches.length === 2 && hasOther ? 1 : 0;
			}
		}
		// It has one of four patches. Two equal draws are one set: 7/4 sets for each seed, of which 7/16 have it.
		const share = nOther / nSingle;
		assert.ok(share > 0.19 && share < 0.36, `${nOther} of ${nSingle}`);
	});

	it('has six patches at most, in an order that depends on the seed alone', async () => {
		const run = judgedRun([
			right,
			...Array.from({ length: 9 }, (_, at) => ({ ...wrong(`w${at}`), breaks: [`t${at}`] })),
		]);
		const sets = await setsOf(run);
		assert.equal(Math.max(...sets.map(({ patches }) => patches.length)), 6);
		assert.deepEqual(await setsOf(run), sets);
		assert.notDeepEqual(await setsOf(run, { seed: '2' }), sets);
		assert.ok(new Set(sets.map(({ best }) => best)).size > 2);
	});

	it('takes the fix that was committed where no patch is right, and only there', async () => {
		const committed = diffOf('committed');
		const run = judgedRun([wrong('w1')]);
		await assert.rejects(exported(run), /has nothing to export.*--fix FILE/);
		const [set] = await setsOf(run, { committed });
		assert.deepEqual(set?.patches[set.best - 1], { diff: committed, fix: 2, risk: 2 });
		const same = await setsOf(judgedRun([wrong('w1'), { id: 'committed', reproducer: 'passed' }]), { committed });
		assert.deepEqual(same, [set]);
		const [other] = await setsOf(judgedRun([right, wrong('w1')]), { committed });
		assert.equal(other?.patches[other.best - 1]?.diff, diffOf('right'));
	});

	it('knows by its evaluation whether a patch is right, and nothing of one whose tests gave no result', async () => {
		const run = judgedRun([{ id: 'e1', reproducer: 'flaky' }, { ...right, id: 'e2' }, wrong('w1'), wrong('w2')]);
		const evaluations = (['resolved', 'unresolved', 'failed'] as const).map((outcome, at) => ({
			...{ patch: ['e1', 'e2', 'w2'][at] ?? '', outcome, file: 'results.json', output: '' },
		}));
		const [id = '', node] = Object.entries(run.nodes)[0] ?? [];
		const nodes = { ...run.nodes, [id]: { ...(node ?? assert.fail()), evaluations } };
		const sets = await setsOf({ ...run, nodes });
		assert.deepEqual([...new Set(sets.map(({ patches, best }) => patches[best - 1]?.diff))], [diffOf('e1')]);
		assert.deepEqual(labelsOf(sets), {
			[diffOf('e1')]: [2, 2],
			[diffOf('e2')]: [0, null],
			[diffOf('w1')]: [2, 1],
		});
	});

	it('has the patches of an imported run, as its evaluation found them', async () => {
		const run = await importedTally();
		const { patches, evaluations } = fixOf(run);
		const diffWith = (outcome: PatchEvaluation['outcome']) => {
			const id = evaluations.find(each => each.outcome === outcome)?.patch;
			return patches.find(each => each.id === id)?.diff ?? assert.fail();
		};
		const sets = await setsOf(run);
		assert.equal(sets.length, 1);
		assert.deepEqual(labelsOf(sets), { [diffWith('resolved')]: [2, 2], [diffWith('unresolved')]: [0, null] });
	});

	it('has no secret, no hidden file, and no more of the issue than the user agreed to send', async () => {
		const body = Array.from(
			{ length: 4 },
			(_, at) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cK${at}`,
		);
		const key = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----'].join('\n');
		const withKey = patchOf('w1', { path: 'w1.txt', before: 'old\n', after: `${key}\ntoken ${secret}\n` });
		const run = judgedRun([
			{ ...right, decision: 'accepted', patch: patchOf('right', { path: 'a', before: 'a\n', after: `${secret}\n` }) },
			{ ...wrong('w1'), decision: 'rejected', patch: withKey },
			{ ...wrong('w2'), decision: 'rejected', patch: patchOf('w2', { path: 'private/a', before: '', after: 'b\n' }) },
		]);
		const edited = { ...run, brief: { ...run.brief, edited: `It fails\n\nwith ${secret}` } } as Run;
		for (const format of ['preferences', 'labelled'] as const) {
			const { rows, nHidden } = await exported(edited, { format }, 'private/\n');
			const text = JSON.stringify(rows);
			assert.equal(nHidden, 1);
			assert.ok(rows.length > 0);
			for (const part of [secret, 'MIIEvQ', 'private/a', 'body\\n', 'It fails\\nbody']) {
				assert.ok(!text.includes(part), `${part} is in ${text}`);
			}
		}
	});
});

const tests = Array.from({ length: 10 }, (_, at) => `t${at}`);
const right: JudgedPatch = { id: 'right', reproducer: 'passed', fixes: ['new_1'], breaks: [] };
const wrong = (id: string): JudgedPatch => ({ id, reproducer: 'passed', fixes: ['new_1'], breaks: ['t1'] });
const diffOf = (id: string) => patchFor(id).diff;
/** The scores of each diff in some set. */
const labelsOf = (sets: readonly LabelledSet[]) =>
	Object.fromEntries(sets.flatMap(({ patches }) => patches.map(({ diff, fix, risk }) => [diff, [fix, risk]])));
