import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { patchHunks } from '../../src/patches/pure/acceptance/offeredFile';
import { type DecisionLog, PatchWrites } from '../../src/patches/pure/acceptance/patchWrites';
import type { UserFileAccess } from '../../src/patches/pure/acceptance/userFileAccess';
import { PatchCopies } from '../../src/runs/node/patchCopies';
import { RunFiles } from '../../src/runs/node/runFiles';
import { exchangedHunks } from '../../src/runs/pure/diff/textReview';
import { withLineEnds } from '../../src/runs/pure/diff/withLineEnds';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { Run } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { IssueSource } from '../../src/runs/pure/model/issue';
import type { Patch } from '../../src/runs/pure/model/patch';
import { systemClock } from '../../src/system/node/systemClock';
import { decodeText } from '../../src/system/pure/text/decodeText';
import { encodeLike } from '../../src/system/pure/text/encodeLike';
import { patchRunEvents } from './patchRun';
import { RecordedLog } from './recordedLog';

export interface AcceptedRunOptions {
	readonly title?: string;
	readonly source?: IssueSource;
	readonly outcome?: 'done' | 'cancelled';
}

/** A kept run with patches, whose changes are accepted into the files of a folder on disk. */
export class AcceptedRun {
	readonly runs: RunFiles;
	readonly copies: PatchCopies;
	private readonly writes: PatchWrites;

	private constructor(
		readonly id: string,
		readonly storage: string,
		private readonly project: string,
		private readonly patches: readonly Patch[],
	) {
		this.runs = new RunFiles(storage, new RecordedLog());
		this.copies = new PatchCopies(this.runs);
		const log: DecisionLog = {
			decisions: async () => (await this.run()).decisions,
			emit: (_run, body) => this.emit(body),
		};
		this.writes = new PatchWrites({
			files: this.files(),
			copies: this.copies,
			log,
			newId: () => randomUUID().slice(0, 8),
		});
	}

	static async start(
		{ storage, project }: { readonly storage: string; readonly project: string },
		patches: readonly Patch[],
		{ title = 'Sum is wrong', source, outcome = 'done' }: AcceptedRunOptions = {},
	): Promise<AcceptedRun> {
		const made = new AcceptedRun('20260101-000000-000-aaaa', storage, project, patches);
		const log = RunLog.start(made.runs, systemClock, made.id);
		for (const body of patchRunEvents(made.id, title, patches)) {
			await log.emit('run', changed(body));
		}
		await made.runs.close();
		return made;

		function changed(body: RunEventBody): RunEventBody {
			switch (body.type) {
				case 'runStarted':
					return {
						...body,
						workspace: [project],
						goal: 'fix',
						...(source && { issue: { ...body.issue, source } }),
					};
				case 'runEnded':
					return { ...body, outcome };
				default:
					return body;
			}
		}
	}

	async run(): Promise<Run> {
		return foldRun(await this.runs.read(this.id));
	}

	async emit(body: RunEventBody): Promise<void> {
		await (await RunLog.reopen(this.runs, systemClock, this.id)).emit('run', body);
		await this.runs.close();
	}

	/** Accepts hunks of a file, by their positions; all of it unless given. */
	async accept(patch: string, path: string, hunks?: readonly number[]): Promise<void> {
		const file = this.patches.find(({ id }) => id === patch)?.files.find(each => each.path === path);
		if (file === undefined) {
			throw new Error(`no file ${path} in ${patch}`);
		}
		const all = patchHunks(file);
		const numbers = hunks ?? all.map((_, at) => at);
		const base = file.before === undefined ? undefined : withLineEnds(file.before, '\n');
		const isWhole = file.before === undefined || file.after === undefined;
		const chosen = all.filter((_, at) => numbers.includes(at));
		const text = isWhole ? file.after : exchangedHunks(base ?? '', chosen, 'baseline');
		await this.writes.accept({ runId: this.id, patch, path, hunks: numbers }, { base, text });
	}

	async undo(path: string): Promise<void> {
		const { written } = (await this.run()).decisions;
		const ids = written.filter(each => each.path === path).map(({ write }) => write);
		await this.writes.undo({ runId: this.id, path }, ids, 'undone');
	}

	private files(): UserFileAccess {
		const file = (path: string) => join(this.project, path);
		const read = (path: string) => {
			try {
				return readFileSync(file(path));
			} catch {
				return undefined;
			}
		};
		return {
			read: async path => read(path),
			write: async (path, bytes) => {
				if (bytes === undefined) {
					rmSync(file(path));
				} else {
					mkdirSync(dirname(file(path)), { recursive: true });
					writeFileSync(file(path), bytes);
				}
			},
			decode: async (_path, bytes) => decodeText(bytes) ?? '',
			encode: async (path, text) => encodeLike(text, read(path)) ?? new Uint8Array(),
		};
	}
}
