import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PatchWrites } from '../../src/patches/pure/acceptance/patchWrites';
import { PatchCopies } from '../../src/runs/node/patchCopies';
import { RunFiles } from '../../src/runs/node/runFiles';
import { rootNode } from '../../src/runs/pure/fold/run';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { RecordedLog } from './recordedLog';

export const acceptedPath = 'a.txt';
export const oldText = `old\n${'same\n'.repeat(20_000)}`;
export const newText = oldText.replace('old', 'NEW');

/** Patch writes to a folder on disk, set up as in the extension. */
export function diskWrites(storage: string): { writes: PatchWrites; runs: RunFiles; copies: PatchCopies } {
	const runs = new RunFiles(storage, new RecordedLog());
	const copies = new PatchCopies(runs);
	const reopen = (runId: string) => RunLog.reopen(runs, { now: Date.now }, runId);
	const writes = new PatchWrites({
		copies,
		files: {
			read: path => readFile(join(storage, path)),
			write: (path, bytes) => writeFile(join(storage, path), bytes ?? ''),
			decode: async (_path, bytes) => new TextDecoder().decode(bytes),
			encode: async (_path, text) => new TextEncoder().encode(text),
		},
		log: {
			decisions: async runId => (await reopen(runId)).run.decisions,
			emit: async (runId, body) => (await reopen(runId)).emit(rootNode, body),
		},
		newId: () => Math.random().toString(36).slice(2),
	});
	return { writes, runs, copies };
}

/** The main function of a separate process: accepts and undoes a change until it is killed, printing a line for each. */
async function acceptForever(storage: string, runId: string): Promise<void> {
	const { writes } = diskWrites(storage);
	const of = { runId, patch: 'p1', path: acceptedPath, hunks: [0] };
	for (;;) {
		const started = performance.now();
		const { write = '' } = await writes.accept(of, { base: oldText, text: newText });
		process.stdout.write('accepted\n');
		await writes.undo(of, [write], 'undone');
		process.stdout.write('undone\n');
		// Half of the time is for others: without a pause another process would get its turn by chance only.
		await wait(performance.now() - started);
	}
}

if (process.argv[1]?.endsWith('acceptForever.js')) {
	const [storage = '', runId = ''] = process.argv.slice(2);
	void acceptForever(storage, runId);
}
