import assert from 'node:assert/strict';
import type { PatchWrites } from '../../../../src/patches/pure/acceptance/patchWrites';
import { withLineEnds } from '../../../../src/runs/pure/diff/withLineEnds';
import { hunkState } from '../../../../src/runs/pure/events/patchDecisions';
import { KillableFiles, Killed, type KilledWrite } from '../../../support/killableFiles';

const of = { runId: 'run', patch: 'p1', path: 'src/a.txt' };

/** A change of the working tree, in hunks that are taken back one after the other. */
interface TreeChange {
	readonly name: string;
	/** The exact file on disk without these hunks; undefined: no file. The first one has all changes. */
	readonly states: readonly [all: string | undefined, ...(string | undefined)[]];
	/** A line of the user can be added in front. */
	readonly edited: boolean;
}

const lines = (first: string, second: string) => `same\n${first}\nkept\nkept too\nlast of them\n${second}\nend`;
const changed = [lines('NEW', 'ALSO NEW'), lines('old', 'ALSO NEW'), lines('old', 'old too')] as const;
const windows = (text: string) => text.replaceAll('\n', '\r\n').replace('kept\r\n', 'kept\n');

const changes: readonly TreeChange[] = [
	{ name: 'a changed file', states: changed, edited: true },
	{
		name: 'a changed file with Windows line ends, but for one',
		states: [...changed].map(windows) as never,
		edited: true,
	},
	{
		name: 'a changed file with a mark',
		states: [...changed].map(text => `\ufeff${windows(text)}`) as never,
		edited: true,
	},
	{ name: 'a new file', states: ['new\r\nfile\n', undefined], edited: false },
	{ name: 'a new file that is empty', states: ['', undefined], edited: false },
	{ name: 'a deleted file', states: [undefined, 'deleted\nfile\n'], edited: false },
	{
		name: 'a deleted file with a mark and mixed line ends',
		states: [undefined, '\ufeffdeleted\r\nfile\nof two\r\n'],
		edited: false,
	},
];

const ways: readonly KilledWrite[] = ['before', 'after', 'torn'];

/** Each change is one of this many effects: copies, the intent, the file, its end; and for the undo again. */
const mostEffects = 40;

/** The review of the working tree in a process that is killed at any effect, and in the next one, which is killed as well. */
describe('a process killed at any point while changes of the working tree are taken back', () => {
	for (const change of changes) {
		it(`loses no byte of ${change.name}`, async () => {
			let nKilled = 0;
			for (const how of ways) {
				for (let at = 0; at < mostEffects; at++) {
					const wasKilled = await killedAt(change, [at, how]);
					nKilled += Number(wasKilled);
					if (!wasKilled) {
						break;
					}
					assert.ok(at < mostEffects - 1, 'there are more points than were tried');
				}
			}
			assert.ok(nKilled >= 3 * 6, `${nKilled}`);
		});
	}
});

/** Takes all hunks back and the last of them again, until it is killed; false if it was not. */
async function killedAt(change: TreeChange, kill: readonly [number, KilledWrite]): Promise<boolean> {
	const isKilled = await killedWith(change, kill, [Number.POSITIVE_INFINITY, 'before'], '');
	for (const how of ways) {
		for (let second = 0; second < 3; second++) {
			await killedWith(change, kill, [second, how], '');
		}
	}
	if (change.edited) {
		await killedWith(change, kill, [Number.POSITIVE_INFINITY, 'before'], 'mine\n');
	}
	return isKilled;
}

async function killedWith(
	{ states }: TreeChange,
	kill: readonly [number, KilledWrite],
	second: readonly [number, KilledWrite],
	mine: string,
): Promise<boolean> {
	const files = new KillableFiles();
	const [all, ...less] = states;
	const put = (text: string | undefined) =>
		text === undefined ? files.disk.delete(of.path) : files.set(of.path, text);
	put(all);
	const isKilled = await untilKilled(async () => {
		const writes = files.process(...kill);
		await takeBack(files, writes, states);
		await undoLast(files, writes);
	});
	const isWhole = states.includes(onDisk(files));
	assert.ok(isWhole || isKilled);
	if (isWhole && mine !== '') {
		put(withLine(onDisk(files), mine));
	}
	const typed = (text: string | undefined) => (isWhole && mine !== '' ? withLine(text, mine) : text);
	await untilKilled(() => files.process(...second).recover('run'));
	await files.process().recover('run');
	assert.deepEqual(files.decisions.unfinished, []);
	assert.equal(onDisk(files), typed(states[nTakenBack(files, less.length)]), 'the log and the disk agree');
	if (mine === '') {
		await takeBack(files, files.process(), states);
		assert.equal(onDisk(files), states.at(-1), 'the rest can be taken back');
	}
	while (nTakenBack(files, less.length) > 0) {
		await undoLast(files, files.process());
	}
	assert.equal(onDisk(files), typed(all), 'all can be made again');
	return isKilled;
}

/** Takes the hunks back that are not yet, as the review does: by texts without a mark and with plain line ends. */
async function takeBack(files: KillableFiles, writes: PatchWrites, states: TreeChange['states']): Promise<void> {
	for (let hunk = nTakenBack(files, states.length - 1); hunk + 1 < states.length; hunk++) {
		const [base, text] = [states[hunk], states[hunk + 1]];
		const plain = base && withLineEnds(base.replace(/^\ufeff/, ''), '\n');
		await writes.takeBack(
			{ ...of, hunks: [hunk] },
			{ base: plain, text: base === undefined ? text : text?.replace(/^\ufeff/, '') },
		);
	}
}

async function undoLast(files: KillableFiles, writes: PatchWrites): Promise<void> {
	const last = files.decisions.takenBack.at(-1) ?? assert.fail('nothing is taken back');
	await writes.undo(of, [last.write], 'pending');
}

function nTakenBack(files: KillableFiles, nHunks: number): number {
	const isRejected = (hunk: number) => hunkState(files.decisions, of.patch, of.path, hunk) === 'rejected';
	const hunks = Array.from({ length: nHunks }, (_, hunk) => hunk).filter(isRejected);
	assert.deepEqual(
		hunks,
		hunks.map((_, at) => at),
	);
	return hunks.length;
}

/** With its mark. */
function onDisk(files: KillableFiles): string | undefined {
	const bytes = files.disk.get(of.path);
	return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function withLine(text: string | undefined, line: string): string | undefined {
	return text?.replace(/^\ufeff?/, mark => mark + line);
}

async function untilKilled(work: () => Promise<void>): Promise<boolean> {
	try {
		await work();
		return false;
	} catch (error) {
		assert.ok(error instanceof Killed, String(error));
		return true;
	}
}
