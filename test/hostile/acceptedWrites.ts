import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PatchWrites } from '../../src/patches/pure/acceptance/patchWrites';
import { PatchCopies } from '../../src/runs/node/patchCopies';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { PatchDecisions } from '../../src/runs/pure/events/patchDecisions';
import { rootNode } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { systemClock } from '../../src/system/node/systemClock';
import { randomNumbers } from '../support/randomNumbers';

export const patchedFile = 'src/a.txt';
export const nHunks = 3;
export const acceptedRun = '20260101-000000-000-abcd';

const filling = 'same\n'.repeat(500);

/** The file with these of its changes. */
export function fileWith(accepted: readonly number[]): string {
	const block = (at: number) => `${accepted.includes(at) ? 'NEW' : 'old'} ${at}\n${filling}`;
	return Array.from({ length: nHunks }, (_, at) => block(at)).join('');
}

/** Accepts and undoes changes on a real disk, as an editor does, with the log and the copies of a run that it keeps. */
export class AcceptedWrites {
	private readonly runs: RunFiles;
	private readonly writes: PatchWrites;
	private nWrites = 0;

	constructor(folder: string) {
		const log = { info: () => undefined, warn: console.error, error: console.error };
		this.runs = new RunFiles(join(folder, 'storage'), log);
		const file = join(folder, 'workspace.txt');
		this.writes = new PatchWrites({
			files: {
				read: async () => readFileSync(file),
				write: (_path, bytes) => writeSlowly(file, bytes ?? new Uint8Array()),
				decode: async (_path, bytes) => new TextDecoder().decode(bytes),
				encode: async (_path, text) => new TextEncoder().encode(text),
			},
			copies: new PatchCopies(this.runs),
			log: {
				decisions: () => this.decisions(),
				emit: async (id, body) => void (await (await RunLog.reopen(this.runs, systemClock, id)).emit(rootNode, body)),
			},
			newId: () => `${process.pid}-${++this.nWrites}`,
		});
	}

	async decisions(): Promise<PatchDecisions> {
		return foldRun(await this.runs.read(acceptedRun)).decisions;
	}

	/** Settles what a killed process left. */
	recover(): Promise<void> {
		return this.writes.recover(acceptedRun);
	}

	/** Accepts a change, or undoes it where it is accepted. */
	async toggle(hunk: number): Promise<void> {
		const { written } = await this.decisions();
		const known = written.find(({ hunks }) => hunks.includes(hunk));
		if (known !== undefined) {
			await this.undo([known.write]);
			return;
		}
		const base = fileWith(written.flatMap(({ hunks }) => hunks));
		const change = { base, text: base.replace(`old ${hunk}\n`, `NEW ${hunk}\n`) };
		await this.writes.accept({ runId: acceptedRun, patch: 'p1', path: patchedFile, hunks: [hunk] }, change);
	}

	async undoAll(): Promise<void> {
		await this.undo((await this.decisions()).written.map(({ write }) => write));
	}

	private async undo(writes: readonly string[]): Promise<void> {
		await this.writes.undo({ runId: acceptedRun, path: patchedFile }, writes, 'undone');
	}

	close(): Promise<void> {
		return this.runs.close();
	}
}

/** In pieces, so that a kill leaves a torn file. */
async function writeSlowly(file: string, bytes: Uint8Array): Promise<void> {
	const handle = await open(file, 'w');
	const size = Math.ceil(bytes.length / nPieces);
	for (let at = 0; at < bytes.length; at += size) {
		await handle.write(bytes.subarray(at, at + size));
		await sleep(1);
	}
	await handle.close();
}

const nPieces = 20;

/** Until it is killed. Prints a line when it begins. */
async function acceptAndUndo(folder: string, seed: number): Promise<void> {
	const random = randomNumbers(seed);
	const files = new AcceptedWrites(folder);
	await files.recover();
	console.log('begins');
	for (;;) {
		await files.toggle(random(nHunks));
	}
}

const [, program = '', folder, seed] = process.argv;
if (program.endsWith('acceptedWrites.js') && folder !== undefined) {
	void acceptAndUndo(folder, Number(seed));
}
