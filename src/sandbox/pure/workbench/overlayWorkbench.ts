import type { Workspace } from '../../../history/pure/workspace';
import { applyDiff } from '../../../runs/pure/diff/applyDiff';
import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import { UserError } from '../../../system/pure/errors/userError';
import { type FileEntry, type Files, FileUnreadableError } from '../../../system/pure/files';
import { pathParts } from '../../../system/pure/text/pathParts';
import type { UndoableWrite } from './benchState';
import { CurrentCode } from './currentCode';
import type { ActionOutput, OpenFile, Workbench, WorkPlace, WritePurpose } from './workbench';

/** The state of an overlay, as a snapshot has it. Plain JSON data. */
interface OverlayState {
	readonly diff: string;
	readonly writes: readonly UndoableWrite[];
	readonly place: WorkPlace;
	readonly reproducers: Readonly<Record<string, string>>;
}

/** The number of writes that can be undone. */
const maxUndo = 5;

/**
 * A workbench in memory, over the user's files, which it only reads: for a fix in which nothing may be executed. Its
 * methods that run programs throw `UserError`.
 */
export class OverlayWorkbench implements Workbench {
	place: WorkPlace = { folder: '' };
	/** Their texts, by path: they are in no diff. */
	private drafts: Readonly<Record<string, string>> = {};
	readonly cellLanguages = [];
	private writes: readonly UndoableWrite[] = [];

	private constructor(
		private readonly base: Files,
		private readonly overlay: OverlayFiles,
		private readonly code: CurrentCode,
		private readonly signal: AbortSignal,
	) {}

	static async open(workspace: Workspace, signal: AbortSignal): Promise<OverlayWorkbench> {
		const overlay = new OverlayFiles(workspace.files);
		const code = await CurrentCode.open(workspace, overlay, signal);
		return new OverlayWorkbench(workspace.files, overlay, code, signal);
	}

	get reproducers(): readonly string[] {
		return Object.keys(this.drafts);
	}

	get workspace(): Workspace {
		return this.code.workspace;
	}

	async snapshot(): Promise<string> {
		const { writes, place, drafts: reproducers } = this;
		return JSON.stringify({ diff: await this.diff(), writes, place, reproducers } satisfies OverlayState);
	}

	async restore(snapshot: string): Promise<{ readonly drift: readonly string[] }> {
		const { diff, writes, place, reproducers } = JSON.parse(snapshot) as OverlayState;
		const before = this.overlay.changed;
		this.overlay.clear();
		for (const change of parseDiff(diff)) {
			const path = change.newPath ?? change.oldPath ?? '';
			const after = applyDiff(await textIn(this.base, path), change);
			if (after === undefined) {
				throw new UserError(`${path} has changed since this run began. Start a new run, or take the change back.`);
			}
			this.overlay.set(path, change.newPath === undefined ? undefined : after);
		}
		for (const [path, text] of Object.entries(reproducers)) {
			this.overlay.set(path, text);
		}
		await this.code.refresh(this.signal, [...before, ...this.overlay.changed]);
		this.writes = writes;
		this.place = place;
		this.drafts = reproducers;
		return { drift: [] };
	}

	async diff(): Promise<string> {
		const files = await Promise.all(
			this.overlay.changed
				.filter(path => !(path in this.drafts))
				.map(async path => {
					const [before, after] = [await textIn(this.base, path), await textIn(this.overlay, path)];
					return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
				}),
		);
		return printDiff(files.filter(({ before, after }) => before !== after));
	}

	open(open: OpenFile): void {
		this.place = { ...this.place, open };
	}

	/** Throws `UserError` for a path that is not one of the workspace, and `FileUnreadableError` for a hidden file. */
	async write(path: string, text: string, purpose?: WritePurpose): Promise<void> {
		if (path === '' || pathParts(path)?.join('/') !== path || path.startsWith('/')) {
			throw new UserError(`${path} is not a path of the workspace.`);
		}
		const before = await textIn(this.code.workspace.files, path);
		if (path in this.drafts || (before === undefined && purpose !== undefined)) {
			this.drafts = { ...this.drafts, [path]: text };
		}
		this.overlay.set(path, text);
		if (purpose !== 'keptReproducer') {
			this.writes = [...this.writes, { path, before: before ?? null }].slice(-maxUndo);
		}
		await this.code.refresh(this.signal, [path]);
	}

	async undo(): Promise<string | undefined> {
		const last = this.writes.at(-1);
		if (last !== undefined) {
			this.overlay.set(last.path, last.before ?? undefined);
			const { [last.path]: draft, ...others } = this.drafts;
			this.drafts = draft === undefined || last.before === null ? others : { ...others, [last.path]: last.before };
			this.writes = this.writes.slice(0, -1);
			await this.code.refresh(this.signal, [last.path]);
		}
		return last?.path;
	}

	enter(): Promise<ActionOutput> {
		return notAllowed();
	}

	run(): Promise<ActionOutput> {
		return notAllowed();
	}

	runCell(): Promise<ActionOutput> {
		return notAllowed();
	}

	startServer(): Promise<ActionOutput> {
		return notAllowed();
	}

	serverLogs(): undefined {
		return undefined;
	}

	async stopServer(): Promise<boolean> {
		return false;
	}

	async dispose(): Promise<void> {
		// Nothing runs, and nothing was written.
	}
}

async function notAllowed(): Promise<never> {
	throw new UserError('No program may be run in this fix.');
}

/** Undefined if there is no such file. */
async function textIn(files: Files, path: string): Promise<string | undefined> {
	try {
		return await files.readText(path);
	} catch (error) {
		if (error instanceof FileUnreadableError && error.reason === 'missing') {
			return undefined;
		}
		throw error;
	}
}

/** Files with changes that are only in memory. */
class OverlayFiles implements Files {
	/** Undefined: the file is gone. */
	private readonly texts = new Map<string, string | undefined>();
	private nChanges = 0;

	constructor(private readonly base: Files) {}

	get changed(): readonly string[] {
		return [...this.texts.keys()];
	}

	get folders(): readonly string[] {
		return this.base.folders ?? [];
	}

	set(path: string, text: string | undefined): void {
		this.texts.set(path, text);
		this.nChanges++;
	}

	clear(): void {
		this.texts.clear();
	}

	async list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		const others = (await this.base.list(signal)).filter(({ path }) => !this.texts.has(path));
		const own = [...this.texts].flatMap(([path, text]) =>
			text === undefined ? [] : [{ path, sizeBytes: text.length, modifiedMs: this.nChanges }],
		);
		return [...others, ...own].sort((a, b) => (a.path < b.path ? -1 : 1));
	}

	async readText(path: string): Promise<string> {
		const text = this.texts.get(path);
		if (this.texts.has(path) && text === undefined) {
			throw new FileUnreadableError(path, 'missing');
		}
		return text ?? this.base.readText(path);
	}

	pathBehindLinks(path: string): string {
		return this.texts.has(path) ? path : (this.base.pathBehindLinks?.(path) ?? path);
	}

	unsaved(): ReadonlySet<string> {
		return this.base.unsaved?.() ?? new Set();
	}

	workspacePath(file: string): string | undefined {
		return this.base.workspacePath?.(file);
	}
}
