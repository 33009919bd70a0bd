import type { FileDiff } from '../../../runs/pure/diff/fileDiff';
import { findDiffs } from '../../../runs/pure/diff/parseDiff';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import { UserError } from '../../../system/pure/errors/userError';
import { BoundedText } from '../../../system/pure/text/boundedText';
import { pathParts } from '../../../system/pure/text/pathParts';
import { ownFolder } from '../execution/patchedCopy';
import type { BackgroundServer } from './backgroundServer';
import { type BenchPlace, commandIn, endOf, outputLimit, shownOutput } from './benchCommands';
import { type BenchState, driftText, firstState, type ProgramAction, parseState } from './benchState';
import type { Cells } from './cells';
import type { CurrentCode } from './currentCode';
import type { QuietPrograms } from './quietPrograms';
import type { ProgramDeps } from './runningProgram';
import type { ActionOutput, OpenFile, Workbench, WorkPlace, WritePurpose } from './workbench';

export interface CheckoutWorkbenchDeps extends ProgramDeps, BenchPlace {
	readonly code: CurrentCode;
	readonly cells: Cells;
	readonly server: BackgroundServer;
	/** Pauses the programs of both while the checkout is used. */
	readonly quiet: QuietPrograms;
	/** For a command that is waited for. */
	readonly timeoutMs: number;
}

/** The number of writes that can be undone. */
const maxUndo = 5;

/** A workbench over one scratch checkout. */
export class CheckoutWorkbench implements Workbench {
	private state: BenchState = firstState;

	constructor(private readonly deps: CheckoutWorkbenchDeps) {}

	get workspace() {
		return this.deps.code.workspace;
	}

	get place(): WorkPlace {
		return this.state.place;
	}

	get reproducers(): readonly string[] {
		return this.state.reproducers;
	}

	get cellLanguages(): readonly string[] {
		return this.deps.cells.languages;
	}

	snapshot(): Promise<string> {
		return this.deps.checkout.snapshot(JSON.stringify(this.state));
	}

	async restore(snapshot: string): Promise<{ readonly drift: readonly string[] }> {
		await this.endPrograms();
		this.state = parseState(await this.deps.checkout.restore(snapshot));
		const drift: string[] = [];
		for (const action of this.state.programs) {
			const output = await this.replay(action);
			drift.push(...(output === action.output ? [] : [driftText(action, output)]));
		}
		if (this.state.programs.length > 0) {
			// The files come from the snapshot, whatever the replayed actions wrote.
			await this.deps.checkout.restore(snapshot);
		}
		await this.refresh();
		return { drift };
	}

	async diff(): Promise<string> {
		const diff = await this.deps.checkout.diff();
		const isLeftOut = ({ oldPath, newPath = oldPath ?? '', hunks }: FileDiff, text: string) =>
			this.reproducers.includes(newPath) ||
			newPath.startsWith(`${ownFolder}/`) ||
			// Files that programs leave behind, such as caches; they could not be applied.
			(oldPath === undefined && hunks.length === 0 && /^Binary files /m.test(text));
		const sections = findDiffs(diff).map(found => ({ ...found, text: diff.slice(found.start, found.end) }));
		return sections.flatMap(section => (isLeftOut(section.diff, section.text) ? [] : section.text)).join('');
	}

	open(open: OpenFile): void {
		this.set({ place: { ...this.place, open } });
	}

	async enter(folder: string): Promise<ActionOutput> {
		const parts = pathParts(folder.startsWith('/') ? this.inCheckout(folder) : `${this.place.folder}/${folder}`);
		if (parts === undefined || parts.some(part => /["$`\\%]/.test(part))) {
			return { text: '', ok: false, end: `${folder} is not a folder of the workspace` };
		}
		const path = parts.join('/');
		const { checkout } = this.deps;
		const entered = await this.execute(`cd "${checkout.folder}/${path}"`, '');
		if (entered.ok) {
			this.set({ place: { ...this.place, folder: path } });
		}
		return entered;
	}

	async write(path: string, text: string, purpose?: WritePurpose): Promise<void> {
		const { code } = this.deps;
		const before = await code.read(path);
		if (purpose !== undefined && code.atStart.has(path)) {
			throw new UserError(`${path} is a file of the project: a reproducer needs another path.`);
		}
		await this.change(path, before, text);
		if (purpose !== 'keptReproducer') {
			this.set({ writes: [...this.state.writes, { path, before: before ?? null }].slice(-maxUndo) });
		}
		if (before === undefined) {
			const others = this.reproducers.filter(each => each !== path);
			this.set({ reproducers: purpose === undefined ? others : [...others, path] });
		}
		await this.refresh([path]);
	}

	async undo(): Promise<string | undefined> {
		const last = this.state.writes.at(-1);
		if (last === undefined) {
			return undefined;
		}
		const { path, before } = last;
		await this.change(path, await this.deps.code.read(path), before ?? undefined);
		this.set({ writes: this.state.writes.slice(0, -1) });
		if (before === null) {
			this.set({ reproducers: this.reproducers.filter(each => each !== path) });
		}
		await this.refresh([path]);
		return path;
	}

	run(command: string): Promise<ActionOutput> {
		return this.act(() => this.execute(command, this.place.folder));
	}

	runCell(written: string, code: string): Promise<ActionOutput> {
		return this.act(async () => {
			const { cells } = this.deps;
			const language = cells.idOf(written);
			const { isLost, ...output } = await cells.run(language, code);
			const others = this.state.programs.filter(each => each.kind === 'server' || each.language !== language);
			const cell: ProgramAction = { kind: 'cell', language, code, output: output.text };
			this.set({ programs: isLost === true ? others : [...this.state.programs, cell] });
			return output;
		});
	}

	startServer(command: string): Promise<ActionOutput> {
		return this.act(async () => {
			const { folder } = this.place;
			const output = await this.deps.server.start(command, folder);
			const server: ProgramAction = { kind: 'server', command, folder, output: output.text };
			this.set({ programs: [...this.withoutServer(), ...(output.ok ? [server] : [])] });
			return output;
		});
	}

	serverLogs(): ActionOutput | undefined {
		return this.deps.server.logs();
	}

	stopServer(): Promise<boolean> {
		return this.act(async () => {
			const wasRunning = await this.deps.server.stop();
			this.set({ programs: this.withoutServer() });
			return wasRunning;
		});
	}

	async dispose(): Promise<void> {
		await this.endPrograms();
		await this.deps.checkout.dispose();
	}

	private set(changed: Partial<BenchState>): void {
		this.state = { ...this.state, ...changed };
	}

	private withoutServer(): readonly ProgramAction[] {
		return this.state.programs.filter(({ kind }) => kind !== 'server');
	}

	private inCheckout(path: string): string {
		const { folder } = this.deps.checkout;
		return path === folder || path.startsWith(`${folder}/`) ? path.slice(folder.length) : '..';
	}

	/** Does something with programs, and indexes their changes. */
	private async act<T>(action: () => Promise<T>): Promise<T> {
		await this.deps.quiet.resume();
		const result = await action();
		await this.refresh();
		return result;
	}

	/** In the encoding of the file. Throws `UserError` if the path leads out of the checkout. */
	private change(path: string, before: string | undefined, after: string | undefined): Promise<void> {
		const texts = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
		return this.deps.checkout.apply(printDiff([{ path, ...texts }]));
	}

	private async execute(command: string, folder: string): Promise<ActionOutput> {
		const { checkout, runner, timeoutMs, signal } = this.deps;
		const output = new BoundedText(outputLimit);
		const onOutput = (_stream: string, text: string) => output.add(text);
		const execution = await runner.run({ ...commandIn(this.deps, command, folder), timeoutMs, signal, onOutput });
		return { text: shownOutput(checkout, output.text()), ...endOf(execution, timeoutMs) };
	}

	/** Returns its output now. If it can no longer be done, that is a difference too. */
	private async replay(action: ProgramAction): Promise<string> {
		await this.deps.quiet.resume();
		try {
			const { cells, server } = this.deps;
			const { text } = await (action.kind === 'cell'
				? cells.run(action.language, action.code)
				: server.start(action.command, action.folder, action.output));
			return text;
		} catch (error) {
			if (error instanceof UserError) {
				return error.message;
			}
			throw error;
		}
	}

	private async endPrograms(): Promise<void> {
		await this.deps.quiet.resume();
		await this.deps.cells.end();
		await this.deps.server.stop();
	}

	private refresh(changed: readonly string[] = []): Promise<void> {
		return this.deps.code.refresh(this.deps.signal, changed);
	}
}
