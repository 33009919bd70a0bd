import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PatchWrites } from '../../../../src/patches/pure/acceptance/patchWrites';
import { hunkState } from '../../../../src/runs/pure/events/patchDecisions';
import { KillableFiles, Killed, type KilledWrite } from '../../../support/killableFiles';
import { rounds } from '../../../support/thorough';

const of = { runId: 'run', patch: 'p1', path: 'src/a.txt' };
const nHunks = 3;

/** The file with hunks accepted, and a line of the user in front. */
function fileWith(accepted: readonly number[], typed = ''): string {
	const blocks = Array.from(
		{ length: nHunks },
		(_, at) => `same ${at}\nkept ${at}\n${accepted.includes(at) ? 'NEW' : 'old'} ${at}\n`,
	);
	return `${typed}${blocks.join('')}end`;
}

const accept = (writes: PatchWrites, base: string, hunk: number) =>
	writes.accept({ ...of, hunks: [hunk] }, { base, text: base.replace(`old ${hunk}`, `NEW ${hunk}`) });

describe('writes of accepted changes', () => {
	let files: KillableFiles;

	beforeEach(() => {
		files = new KillableFiles();
		files.set(of.path, fileWith([]));
	});

	const states = () => Array.from({ length: nHunks }, (_, hunk) => hunkState(files.decisions, of.patch, of.path, hunk));

	it('are logged before and after, with the bytes on either side', async () => {
		const { write } = await accept(files.process(), fileWith([]), 1);
		assert.deepEqual(files.events, [
			{
				...{ type: 'patchWriteStarted', write: 'w1', patch: 'p1', path: of.path, hunks: [1] },
				...{ becomes: 'accepted', undoes: [], before: 'p1-w1-before-a.txt', after: 'p1-w1-after-a.txt' },
			},
			{ type: 'patchWriteEnded', write, outcome: 'written' },
		]);
		assert.equal(new TextDecoder().decode(files.copies.get('p1-w1-before-a.txt')), fileWith([]));
		assert.deepEqual([files.text(of.path), states()], [fileWith([1]), ['pending', 'accepted', 'pending']]);
	});

	it('keep the line ends of lines that they do not change, and edits made meanwhile', async () => {
		const mixed = `typed\r\n${fileWith([]).replace('kept 1\n', 'kept 1\r\n')}`;
		files.set(of.path, mixed);
		await accept(files.process(), fileWith([]), 2);
		assert.equal(files.text(of.path), mixed.replace('old 2', 'NEW 2'));
	});

	it('are refused, and change nothing, where the same lines were edited meanwhile', async () => {
		for (const edited of [fileWith([]).replace('old 1', 'mine'), undefined]) {
			edited === undefined ? files.disk.delete(of.path) : files.set(of.path, edited);
			await assert.rejects(accept(files.process(), fileWith([]), 1), /Nothing was written/);
			assert.deepEqual([files.text(of.path), files.events], [edited, []]);
		}
	});

	it('are undone byte by byte, and one by one', async () => {
		const writes = files.process();
		const first = await accept(writes, fileWith([]), 0);
		await accept(writes, fileWith([0]), 2);
		await writes.undo(of, [first.write ?? ''], 'pending');
		assert.deepEqual([files.text(of.path), states()], [fileWith([2]), ['pending', 'pending', 'accepted']]);
		await writes.undo(
			of,
			files.decisions.written.map(({ write }) => write),
			'undone',
		);
		assert.deepEqual([files.text(of.path), states()], [fileWith([]), ['pending', 'pending', 'undone']]);
		assert.deepEqual(files.decisions.written, []);
	});

	it('are undone around later edits, and not at all where edits are in the way', async () => {
		const writes = files.process();
		const { write = '' } = await accept(writes, fileWith([]), 1);
		files.set(of.path, fileWith([1]).replace('NEW 1', 'NEW 1 and mine'));
		const [plan] = await writes.planUndo('run', files.decisions.written);
		assert.deepEqual(plan?.conflicts, ['src/a.txt line 6 was edited since.']);
		await assert.rejects(writes.undo(of, [write], 'undone'), /line 6 was edited since. Nothing was undone/);
		assert.equal(files.text(of.path), fileWith([1]).replace('NEW 1', 'NEW 1 and mine'));
		files.set(of.path, fileWith([1], 'mine\n'));
		await writes.undo(of, [write], 'undone');
		assert.equal(files.text(of.path), fileWith([], 'mine\n'));
	});

	it('create and delete files, and give them back', async () => {
		const writes = files.process();
		const made = { ...of, path: 'made.txt', hunks: [0] };
		const gone = { ...of, hunks: [0] };
		await writes.accept(made, { base: undefined, text: 'new\n' });
		await writes.accept(gone, { base: fileWith([]), text: undefined });
		assert.deepEqual([files.text('made.txt'), files.text(of.path)], ['new\n', undefined]);
		for (const { path, write } of files.decisions.written) {
			await writes.undo({ runId: 'run', path }, [write], 'undone');
		}
		assert.deepEqual([files.text('made.txt'), files.text(of.path)], [undefined, fileWith([])]);
	});

	it('never delete a created file that was edited since', async () => {
		const writes = files.process();
		const { write = '' } = await writes.accept(
			{ ...of, path: 'made.txt', hunks: [0] },
			{ base: undefined, text: 'new\n' },
		);
		files.set('made.txt', 'new\nmine\n');
		await assert.rejects(writes.undo({ runId: 'run', path: 'made.txt' }, [write], 'undone'), /was edited since/);
		assert.equal(files.text('made.txt'), 'new\nmine\n');
	});

	it('settle what a killed process left first, also without a new start', async () => {
		// Its effects: two copies, the intent, the file.
		await accept(files.process(3, 'after'), fileWith([]), 0).catch(() => undefined);
		assert.equal(files.decisions.unfinished.length, 1);
		await accept(files.process(), fileWith([0]), 2);
		assert.deepEqual([files.text(of.path), states()], [fileWith([0, 2]), ['accepted', 'pending', 'accepted']]);
		assert.deepEqual(files.decisions.unfinished, []);
	});

	it('are made once where two windows accept the same change', async () => {
		const [one, other] = [files.process(), files.process()];
		await accept(one, fileWith([]), 1);
		const { write, text } = await accept(other, fileWith([]), 1);
		assert.deepEqual([write, text, files.decisions.written.length], [undefined, fileWith([1]), 1]);
	});
});

type Work =
	| { readonly do: 'accept' | 'takeBack'; readonly hunk: number }
	| { readonly do: 'undoAll' | 'type'; readonly hunk: number };

describe('a process killed at any point while changes are accepted and undone', () => {
	const work: fc.Arbitrary<Work> = fc.record({
		do: fc.constantFrom('accept' as const, 'accept' as const, 'takeBack' as const, 'undoAll' as const, 'type' as const),
		hunk: fc.nat(nHunks - 1),
	});
	const kill = fc.tuple(fc.nat(40), fc.constantFrom<KilledWrite[]>('before', 'after', 'torn'));

	it('loses no byte of the file, and the log and the disk agree after the next start', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(work, { minLength: 1, maxLength: 10 }),
				kill,
				kill,
				fc.boolean(),
				async (all, first, second, edits) => {
					const files = new KillableFiles();
					files.set(of.path, fileWith([]));
					const typed = await runUntilKilled(files, all, files.process(...first));
					const isTorn = first[1] === 'torn' && !isWhole(files, typed);
					// A file that a kill left torn is settled before anybody edits it; any other may be edited first.
					const mine = edits && !isTorn ? `mine\n${typed}` : typed;
					if (mine !== typed) {
						files.set(of.path, `mine\n${files.text(of.path)}`);
					}
					// The next start is killed as well, at most.
					await untilKilled(() => files.process(...second).recover('run'));
					await files.process().recover('run');
					assert.deepEqual(files.decisions.unfinished, []);
					assert.equal(files.text(of.path), fileWith(acceptedHunks(files), mine));
					for (const { before, after } of files.decisions.written) {
						assert.ok(files.copies.has(before ?? '') && files.copies.has(after ?? ''));
					}
					const nEvents = files.events.length;
					await files.process().recover('run');
					assert.equal(files.events.length, nEvents, 'nothing is left to settle');
					await undoAll(files, files.process());
					assert.equal(files.text(of.path), fileWith([], mine), 'everything can still be undone');
				},
			),
			{ numRuns: rounds(500, 3000) },
		);
	});

	it('has the same for files that are created and deleted', async () => {
		await fc.assert(
			fc.asyncProperty(kill, fc.boolean(), fc.boolean(), async (kill, isCreated, undoes) => {
				const files = new KillableFiles();
				const [old, fresh] = isCreated ? [undefined, 'text\nof it\n'] : ['text\nof it\n', undefined];
				old !== undefined && files.set(of.path, old);
				const writes = files.process(...kill);
				await untilKilled(async () => {
					const { write } = await writes.accept({ ...of, hunks: [0] }, { base: old, text: fresh });
					await (undoes ? writes.undo(of, [write ?? ''], 'undone') : undefined);
				});
				await files.process().recover('run');
				const isAccepted = hunkState(files.decisions, of.patch, of.path, 0) === 'accepted';
				assert.equal(files.text(of.path), isAccepted ? fresh : old);
			}),
			{ numRuns: rounds(200, 500) },
		);
	});
});

/** Answers what the user typed in front of the file. */
async function runUntilKilled(files: KillableFiles, all: readonly Work[], writes: PatchWrites): Promise<string> {
	let typed = '';
	await untilKilled(async () => {
		for (const [at, { do: what, hunk }] of all.entries()) {
			const text = files.text(of.path) ?? assert.fail();
			const write = files.decisions.written.find(each => each.hunks.includes(hunk));
			if (what === 'type') {
				files.set(of.path, `typed ${at}\n${text}`);
				typed = `typed ${at}\n${typed}`;
			} else if (what === 'undoAll') {
				await undoAll(files, writes);
			} else if (what === 'accept' && write === undefined) {
				await accept(writes, text, hunk);
			} else if (what === 'takeBack' && write !== undefined) {
				await writes.undo(of, [write.write], 'pending');
			}
		}
	});
	return typed;
}

async function undoAll(files: KillableFiles, writes: PatchWrites): Promise<void> {
	const ids = files.decisions.written.map(({ write }) => write);
	await (ids.length > 0 ? writes.undo(of, ids, 'undone') : undefined);
}

async function untilKilled(work: () => Promise<void>): Promise<void> {
	await work().catch((error: unknown) => assert.ok(error instanceof Killed, String(error)));
}

function acceptedHunks(files: KillableFiles): number[] {
	return Array.from({ length: nHunks }, (_, at) => at).filter(
		hunk => hunkState(files.decisions, of.patch, of.path, hunk) === 'accepted',
	);
}

function isWhole(files: KillableFiles, typed: string): boolean {
	const all = Array.from({ length: 2 ** nHunks }, (_, bits) => [0, 1, 2].filter(hunk => (bits >> hunk) % 2 === 1));
	return all.some(accepted => files.text(of.path) === fileWith(accepted, typed));
}
