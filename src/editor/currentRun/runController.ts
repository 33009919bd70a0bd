import * as vscode from 'vscode';
import type { Issue } from '../../core/model/issue';
import { type Run, rootNode } from '../../core/model/run/run';
import type { RunEventBody } from '../../core/model/run/runEvent';
import type { Clock, Log } from '../../core/ports';
import { RunLog } from '../../core/runLog';
import { giveFeedback } from '../../core/strategies/giveFeedback';
import { performRun } from '../../core/strategies/performRun';
import { embeddedEngine, type RunSetup, resumedBy } from '../../core/strategies/runSetup';
import { UserError } from '../../core/util/userError';
import type { Workspace } from '../../core/workspace';
import type { RunFiles } from '../../node/runs/runFiles';
import { newRunId } from '../../node/runs/runId';
import type { Session } from '../../protocol/messages';
import { RunSupervisor } from './runSupervisor';
import type { ShownRun } from './shownRun';

interface Parts {
	readonly runs: RunFiles;
	readonly shown: ShownRun;
	readonly clock: Clock;
	readonly log: Log;
	readonly version: string;
	readonly workspaceNames: () => readonly string[];
	readonly indexed: () => Promise<Workspace>;
	/** The engine of a new run, or of this one when it continues; undefined when the user cancelled. May throw `UserError`. */
	readonly openSetup: (watch: RunWatch, run?: Run, goal?: 'fix') => Promise<RunSetup | undefined>;
}

/** The ways in which a run reaches the person. */
export interface RunWatch {
	readonly supervisor: RunSupervisor;
	readonly onText: (node: string, piece: string) => void;
}

/** A piece of an answer that is coming in. */
export interface StreamedText {
	readonly node: string;
	readonly piece: string;
}

interface LiveRun {
	readonly log: RunLog;
	readonly abort: AbortController;
	readonly supervisor: RunSupervisor;
	readonly startedAtMs: number;
}

/** How a run that stood still goes on. */
interface GoingOn {
	readonly before?: () => Promise<void>;
	readonly goal?: 'fix' | undefined;
}

/** How a run in this window ended, and how long it took here. */
export interface EndedRun {
	readonly run: Run;
	readonly tookMs: number;
}

/** Starts, cancels and resumes runs, one at a time in a window. Whatever happens to a run is in its log. */
export class RunController implements vscode.Disposable {
	private readonly sessionChanged = new vscode.EventEmitter<void>();
	private readonly ended = new vscode.EventEmitter<EndedRun>();
	private readonly streamed = new vscode.EventEmitter<StreamedText>();
	private live: LiveRun | undefined;
	/** Runs another window is working on look interrupted here, and are not. */
	private busyElsewhere: string | undefined;
	/** What `open` is about to show; a run that starts meanwhile goes first. */
	private opening: string | undefined;

	/** What can be done with the run shown may be something else now. */
	readonly onDidChangeSession = this.sessionChanged.event;
	readonly onDidEnd = this.ended.event;
	/** What the model is saying in the live run. */
	readonly onDidStream = this.streamed.event;

	constructor(private readonly parts: Parts) {}

	get isRunning(): boolean {
		return this.live !== undefined;
	}

	/** The live run stands still until the person says something. */
	get isWaiting(): boolean {
		return this.live?.log.run.state === 'paused';
	}

	get session(): Session {
		const run = this.parts.shown.run;
		const live = run !== undefined && this.live?.log.run.id === run.id;
		const pausing = live && this.live?.supervisor.isPausing === true;
		return { live, pausing, resumable: run !== undefined && !live && this.canResume(run) };
	}

	/** Starts a run and shows it; returns when it has ended. Throws `UserError` while another run is under way. */
	async start(issue: Issue): Promise<void> {
		const { runs, clock, version } = this.parts;
		this.refuseSecond();
		const watch = this.newWatch();
		const setup = await this.parts.openSetup(watch);
		if (setup === undefined) {
			return;
		}
		this.refuseSecond();
		const runId = newRunId(clock.now());
		const log = RunLog.start(runs, clock, runId);
		const workspace = this.parts.workspaceNames();
		const { engine, server, strategy } = setup;
		const common = { runId, issue, strategy: strategy.name, engine, workspace, version };
		const started = { ...common, ...(server !== undefined && { server }) };
		await this.go(log, setup, watch, { type: 'runStarted', ...started });
	}

	/** Goes on with a run that stopped half-way, from its last whole round; returns when it has ended. */
	async resume(runId: string): Promise<void> {
		this.refuseSecond();
		const log = await RunLog.reopen(this.parts.runs, this.parts.clock, runId);
		if (log.run.state === 'done') {
			throw new UserError(
				'This run is done: there is nothing left to resume. Locate the bug again to start a new run.',
			);
		}
		await this.goOn(log);
	}

	/**
	 * Says something behind a round of the run shown; the run goes on from there in a branch of its own. The live run is
	 * cancelled first, and keeps what it found.
	 */
	async giveFeedback(round: string, text: string): Promise<void> {
		const { log } = this.parts.shown;
		if (log === undefined || log.run.engine === embeddedEngine) {
			throw new UserError(
				'This run did not use a model, so it cannot take feedback. Choose a model and locate the bug again.',
			);
		}
		if (this.session.live) {
			await this.cancelAndWait();
		}
		this.refuseSecond();
		await this.goOn(log, { before: () => giveFeedback(log, round, text) });
	}

	/** Has patches written for the locations of the run shown, in the same run. */
	async fix(): Promise<void> {
		const { log } = this.parts.shown;
		this.refuseSecond();
		if (log === undefined || log.run.selected.locations.length === 0) {
			throw new UserError('There is nothing to fix yet: locate a bug first.');
		}
		await this.goOn(log, { goal: 'fix' });
	}

	/** From the next request on the live run waits for the person. */
	pause(): void {
		this.live?.supervisor.pause();
		this.sessionChanged.fire();
	}

	/** Takes back `pause`. */
	unpause(): void {
		this.live?.supervisor.goOn();
		this.sessionChanged.fire();
	}

	/** What the person does to the live run: its supervisor, or undefined where nothing is under way. */
	get supervisor(): RunSupervisor | undefined {
		return this.live?.supervisor;
	}

	/** Shows a run from disk, or the live one. Throws `UserError` if there is no such run. */
	async open(runId: string): Promise<void> {
		const { runs, clock, shown } = this.parts;
		this.opening = runId;
		const isLive = this.live?.log.run.id === runId;
		const isBusy = !isLive && (await runs.isActive(runId));
		const log = isLive ? this.live?.log : await RunLog.reopen(runs, clock, runId);
		if (this.opening !== runId) {
			return;
		}
		this.busyElsewhere = isBusy ? runId : undefined;
		shown.show(log);
		this.sessionChanged.fire();
	}

	/** Ends the live run; what it found is kept. */
	cancel(): void {
		this.live?.abort.abort(new vscode.CancellationError());
	}

	/** Throws `UserError` if the live run is meant. */
	async remove(runId: string): Promise<void> {
		const { runs, shown } = this.parts;
		await runs.remove(runId);
		if (shown.run?.id === runId) {
			shown.show(undefined);
			this.sessionChanged.fire();
		}
	}

	/** The person says of a location of the run shown that it is not the bug, or takes that back. */
	async judge(location: string, verdict: 'locationDismissed' | 'locationRestored'): Promise<void> {
		const { log } = this.parts.shown;
		const isKnown = log?.run.selected.locations.some(({ id }) => id === location) === true;
		const isDismissed = log?.run.dismissed.includes(location) === true;
		if (isKnown && isDismissed !== (verdict === 'locationDismissed')) {
			await log?.emit(rootNode, { type: verdict, location });
		}
	}

	/** A live run is not cancelled: it counts as interrupted, and is offered again in the next window. */
	dispose(): void {
		this.sessionChanged.dispose();
		this.ended.dispose();
		this.streamed.dispose();
	}

	private async cancelAndWait(): Promise<void> {
		const ended = new Promise<void>(resolve => {
			const listening = this.sessionChanged.event(() => {
				if (!this.isRunning) {
					listening.dispose();
					resolve();
				}
			});
		});
		this.cancel();
		await ended;
	}

	private refuseSecond(): void {
		if (this.live !== undefined) {
			throw new UserError('A run is under way. Cancel it, or wait until it has ended.');
		}
	}

	/** A run that is shown as running though nobody works on it was interrupted: its window was closed or crashed. */
	private canResume({ id, state, isReadOnly }: Run): boolean {
		return state !== 'done' && !isReadOnly && id !== this.busyElsewhere;
	}

	private newWatch(): RunWatch {
		return { supervisor: new RunSupervisor(), onText: (node, piece) => this.streamed.fire({ node, piece }) };
	}

	/** `before` writes what the run goes on with, once it is sure that it can. */
	private async goOn(log: RunLog, { before, goal = log.run.goal }: GoingOn = {}): Promise<void> {
		if (log.run.isReadOnly) {
			throw new UserError('This run was made by an older version of Faultline: it can be read and not continued.');
		}
		const watch = this.newWatch();
		const setup = await this.parts.openSetup(watch, log.run, goal);
		if (setup === undefined) {
			return;
		}
		this.refuseSecond();
		await before?.();
		await this.go(log, setup, watch, resumedBy(setup, log.run, goal));
	}

	private async go(log: RunLog, setup: RunSetup, { supervisor }: RunWatch, first: RunEventBody): Promise<void> {
		const { shown, clock } = this.parts;
		const live = { log, supervisor, abort: new AbortController(), startedAtMs: clock.now() };
		this.live = live;
		this.opening = undefined;
		const stopListening = log.onEvent(({ type }) => {
			if (type === 'paused' || type === 'unpaused') {
				this.sessionChanged.fire();
			}
		});
		try {
			await log.emit(rootNode, first);
			shown.show(log);
			this.sessionChanged.fire();
			const open = () => this.openWithCode();
			await performRun(log, { open, setup, log: this.parts.log, signal: live.abort.signal });
		} finally {
			stopListening();
			this.live = undefined;
			this.sessionChanged.fire();
		}
		this.ended.fire({ run: log.run, tookMs: clock.now() - live.startedAtMs });
	}

	private async openWithCode(): Promise<Workspace> {
		const workspace = await this.parts.indexed().catch(notBuilt);
		if (workspace.index.nSymbols === 0) {
			throw new UserError(noCode);
		}
		return workspace;
	}
}

const noCode =
	'There is no code here in a language Faultline knows. Open a folder with code, or look at what is excluded.';

function notBuilt(error: unknown): never {
	throw error instanceof vscode.CancellationError
		? new UserError('The index was not built, and a run needs it. Resume the run to build it.')
		: error;
}
