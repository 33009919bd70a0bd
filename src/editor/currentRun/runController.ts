import * as vscode from 'vscode';
import { pruneBranch } from '../../engine/agent/branching/pruneBranch';
import type { AskedLocation } from '../../engine/strategies/explain/explainLocation';
import { giveFeedback } from '../../engine/strategies/giveFeedback';
import type { RunDeps } from '../../engine/strategies/performRun';
import { embeddedEngine, type RunSetup, refuseReadOnly, resumedBy } from '../../engine/strategies/runSetup';
import type { Workspace } from '../../history/pure/workspace';
import { areMarksCleared } from '../../patches/pure/acceptance/marksCleared';
import type { RunEventBody } from '../../runs/pure/events/runEvent';
import { isTreeTurn } from '../../runs/pure/fold/actionTree/treeTurn';
import { workingMemoryOf } from '../../runs/pure/fold/memory/workingMemory';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { renameRun } from '../../runs/pure/log/renameRun';
import { RunLog } from '../../runs/pure/log/runLog';
import type { Issue } from '../../runs/pure/model/issue';
import { Disposals } from '../../system/pure/disposing/disposals';
import { UserError } from '../../system/pure/errors/userError';
import type { Log } from '../../system/pure/log';
import type { MemoryDecision, Session } from '../../webview/protocol/messages';
import { workspaceWithCode } from '../workspaceIndex/workspaceWithCode';
import { type NewRunDeps, newRun } from './newRun';
import type { RunCaller, RunWatch, WantedEngine } from './runCaller';
import { RunSupervisor } from './runSupervisor';
import type { SendingAgreements } from './sendingAgreements';
import type { ShownRun } from './shownRun';

interface RunControllerDeps extends NewRunDeps {
	readonly shown: ShownRun;
	readonly log: Log;
	readonly agreements: SendingAgreements;
	readonly indexed: (uses: Disposals) => Promise<Workspace>;
	/** The engine of a run; undefined when the user cancelled. May throw `UserError`. */
	readonly openSetup: (watch: RunWatch, wanted: WantedEngine) => Promise<RunSetup | undefined>;
}

/** A piece of a streamed answer. */
export interface StreamedText {
	readonly node: string;
	readonly piece: string;
}

interface LiveRun {
	readonly log: RunLog;
	readonly abort: AbortController;
	readonly supervisor: RunSupervisor;
}

/** How a stopped run continues. */
interface Continuation extends RunCaller {
	/** Writes the events the run continues from, once it is certain that it can continue. */
	readonly before?: () => Promise<void>;
	readonly goal?: 'fix' | undefined;
}

/** A run that ended in this window, and the time it worked here: waiting for the user does not count. */
export interface EndedRun {
	readonly run: Run;
	readonly workedMs: number;
}

/** Starts, cancels and resumes runs, one at a time in a window. All events of a run are in its log. */
export class RunController implements vscode.Disposable {
	private readonly sessionChanged = new vscode.EventEmitter<void>();
	private readonly ended = new vscode.EventEmitter<EndedRun>();
	private readonly streamed = new vscode.EventEmitter<StreamedText>();
	private live: LiveRun | undefined;
	/** Id of a run that is live in another window; without this, it would look interrupted here. */
	private busyElsewhere: string | undefined;
	/** Id of the run that `open` is about to show; a run that starts meanwhile takes precedence. */
	private opening: string | undefined;

	/** Called before a run is removed, and waited for: nothing may write to it, or show it, afterwards. */
	readonly beforeRemove: ((runId: string) => Promise<void>)[] = [];
	/** The session of the run shown may have changed. */
	readonly onDidChangeSession = this.sessionChanged.event;
	readonly onDidEnd = this.ended.event;
	/** Streamed text of the model in the live run. */
	readonly onDidStream = this.streamed.event;

	constructor(private readonly deps: RunControllerDeps) {}

	get isRunning(): boolean {
		return this.live !== undefined;
	}

	/** Whether the live run is waiting for the user's input. */
	get isWaiting(): boolean {
		return this.live?.log.run.state === 'paused';
	}

	get session(): Session {
		const run = this.deps.shown.run;
		const live = run !== undefined && this.live?.log.run.id === run.id;
		const pausing = live && this.live?.supervisor.isPausing === true;
		const waits = live ? this.live?.supervisor.retry : undefined;
		const retry = waits && { reason: waits.reason, inMs: Math.max(0, waits.at - this.deps.clock.now()) };
		// One that is not live in any window was interrupted: its window was closed or crashed.
		const canResume = run?.state !== 'done' && run?.isReadOnly !== true && run?.id !== this.busyElsewhere;
		const resumable = run !== undefined && !live && canResume;
		const waitMs = Math.max(0, (run?.retryAt ?? 0) - this.deps.clock.now());
		const offer = run?.pause?.reason === 'review' ? this.deps.agreements.offer : undefined;
		return {
			...{ live, pausing, resumable },
			...(retry !== undefined && { retry }),
			...(resumable && waitMs > 0 && { waitMs }),
			...(live && offer !== undefined && { agreement: offer }),
		};
	}

	/**
	 * Starts a run and shows it; resolves when it has ended, with the run; undefined: the user cancelled before it began.
	 * Throws `UserError` while another run is active.
	 */
	async start(given: Issue, caller: RunCaller = {}): Promise<Run | undefined> {
		this.refuseSecond();
		const watch = this.newWatch();
		const setup = await this.deps.openSetup(watch, caller);
		if (setup === undefined) {
			return undefined;
		}
		const { log, started } = await newRun(this.deps, given, setup);
		this.refuseSecond();
		return this.perform(log, { setup, watch, first: started, caller });
	}

	/** Resumes a run that stopped before its end, from its last complete round; resolves when it has ended. */
	async resume(runId: string): Promise<void> {
		this.refuseSecond();
		const log = await RunLog.reopen(this.deps.runs, this.deps.clock, runId);
		refuseReadOnly(log.run);
		if (log.run.state === 'done') {
			throw new UserError('This run is done, so there is nothing to resume. Locate the bug again to start a new run.', {
				cures: [{ kind: 'locate' }],
			});
		}
		await this.continueRun(log);
	}

	/**
	 * Gives feedback on a round of the run shown, which then continues from that round in a new branch. A live run is
	 * cancelled first and keeps its results, except for a tree: it takes the feedback up with its next turn.
	 */
	async giveFeedback(round: string, text: string): Promise<void> {
		const { log } = this.deps.shown;
		if (log === undefined || log.run.engine === embeddedEngine) {
			throw new UserError(
				'This run did not use a model, so it cannot take feedback. Choose a model and locate the bug again.',
				{ cures: [{ kind: 'chooseModel' }] },
			);
		}
		if (this.session.live && isTreeTurn(log.run, log.run.nodes[round])) {
			await giveFeedback(log, round, text);
			return;
		}
		if (this.session.live) {
			await this.cancelAndWait();
		}
		this.refuseSecond();
		await this.continueRun(log, { before: () => giveFeedback(log, round, text) });
	}

	/** Selects the branch that contains a node of the run shown: its locations are shown, and the run continues there. */
	async showBranch(node: string): Promise<void> {
		const { log } = this.deps.shown;
		this.refuseSecond();
		if (log?.run.nodes[node] === undefined) {
			throw new UserError('This round is not part of the run shown. Choose one in the view.');
		}
		await log.emit(rootNode, { type: 'leafPicked', leaf: node });
	}

	/** Gives up the branch after a turn of the tree shown, or takes that back. A live run sees it before its next turn. */
	async prune(turn: string, change: 'pruned' | 'restored'): Promise<void> {
		const { log } = this.deps.shown;
		if (log !== undefined) {
			await pruneBranch(log, turn, change);
		}
	}

	/** Writes patches for the locations of the run shown, in the same run. Returns as `start` does. */
	async fix(caller: RunCaller = {}): Promise<Run | undefined> {
		const { log } = this.deps.shown;
		this.refuseSecond();
		if (log === undefined || log.run.selected.locations.length === 0) {
			throw new UserError('There is nothing to fix yet. Locate a bug first.', { cures: [{ kind: 'locate' }] });
		}
		return this.continueRun(log, { ...caller, goal: 'fix' });
	}

	/** Has the model explain a location of the run shown. Undefined: the user cancelled before it was asked. */
	async explain(asked: AskedLocation, caller: RunCaller = {}): Promise<string | undefined> {
		const { log } = this.deps.shown;
		this.refuseSecond();
		if (log === undefined) {
			throw new UserError('There is nothing to explain yet. Locate a bug first.', { cures: [{ kind: 'locate' }] });
		}
		refuseReadOnly(log.run);
		const watch = this.newWatch();
		const setup = await this.deps.openSetup(watch, caller);
		if (setup === undefined) {
			return undefined;
		}
		this.refuseSecond();
		const { explainLocation } = await import('../../engine/strategies/explain/explainLocation');
		return this.whileLive(log, { watch, caller }, deps => {
			this.sessionChanged.fire();
			return explainLocation(log, { ...deps, setup }, asked);
		});
	}

	/** Makes the live run wait for the user before its next request. */
	pause(): void {
		this.live?.supervisor.pause();
		this.sessionChanged.fire();
	}

	/** Undoes `pause`. */
	unpause(): void {
		this.live?.supervisor.unpause();
		this.sessionChanged.fire();
	}

	/**
	 * The user reviewed the text that the live run sends: it is sent, with the issue as `text`. `forServer`: later texts
	 * need no review, for this server and this workspace.
	 */
	async agree(text: string | undefined, forServer: boolean): Promise<void> {
		const content = this.live?.log.run.pause?.content;
		this.live?.supervisor.agree(text);
		if (forServer && content !== undefined) {
			await this.deps.agreements.add(content);
		}
	}

	/** The supervisor of the live run; undefined if there is none. */
	get supervisor(): RunSupervisor | undefined {
		return this.live?.supervisor;
	}

	/** Shows a run from disk, or the live one. Throws `UserError` if there is no such run. */
	async open(runId: string): Promise<void> {
		const { runs, clock, shown } = this.deps;
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

	/** Ends the live run and keeps its results. */
	cancel(): void {
		this.live?.abort.abort(new vscode.CancellationError());
	}

	/** Removes all of a run. Throws `UserError` for the live run. */
	async remove(runId: string): Promise<void> {
		const { runs, shown } = this.deps;
		await Promise.all(this.beforeRemove.map(end => end(runId)));
		await runs.remove(runId);
		if (shown.run?.id === runId) {
			shown.show(undefined);
			this.sessionChanged.fire();
		}
	}

	/** Gives a run another title. Throws `UserError` for an empty one, and while another window works on the run. */
	async rename(runId: string, title: string): Promise<void> {
		const { runs, clock, shown } = this.deps;
		const open = [this.live?.log, shown.log].find(log => log?.run.id === runId);
		await renameRun(open ?? (await RunLog.reopen(runs, clock, runId)), title);
	}

	/** Records that the user dismissed or restored a location of the run shown. */
	async judge(location: string, verdict: 'locationDismissed' | 'locationRestored'): Promise<void> {
		const { log } = this.deps.shown;
		const isKnown = log?.run.selected.locations.some(({ id }) => id === location) === true;
		const isDismissed = log?.run.dismissed.includes(location) === true;
		if (isKnown && isDismissed !== (verdict === 'locationDismissed')) {
			await log?.emit(rootNode, { type: verdict, location });
		}
	}

	/**
	 * Records the parts of a working memory that the user closed, opened or pinned. The model sees it in its next round.
	 */
	async changeMemory({ node, change, part }: MemoryDecision): Promise<void> {
		const { log } = this.deps.shown;
		const { entries } = workingMemoryOf(log?.run ?? { nodes: {} }, node);
		if (log === undefined || log.run.isReadOnly || entries.every(({ call }) => call.id !== part.call)) {
			throw new UserError('This is not in the memory of the run shown, or the run cannot be changed.');
		}
		await log.emit(node, { type: 'memoryChanged', change, by: 'user', parts: [part] });
	}

	/** Records that the user cleared the marks of the run shown, or wants them back. */
	async mark(decision: 'marksCleared' | 'marksShown'): Promise<void> {
		const { log } = this.deps.shown;
		if (log !== undefined && areMarksCleared(log.run) !== (decision === 'marksCleared')) {
			await log.emit(rootNode, { type: decision });
		}
	}

	/** Does not cancel a live run: it counts as interrupted and can be resumed in the next window. */
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
			throw new UserError('A run is already active. Cancel it, or wait until it has ended.');
		}
	}

	private newWatch(): RunWatch {
		const supervisor = new RunSupervisor(this.deps.agreements, () => this.sessionChanged.fire());
		return { supervisor, onText: (node, piece) => this.streamed.fire({ node, piece }) };
	}

	private async continueRun(log: RunLog, continuation: Continuation = {}): Promise<Run | undefined> {
		const { before, goal = log.run.goal, ...caller } = continuation;
		refuseReadOnly(log.run);
		const watch = this.newWatch();
		const setup = await this.deps.openSetup(watch, { ...caller, run: log.run, goal });
		if (setup === undefined) {
			return undefined;
		}
		this.refuseSecond();
		await before?.();
		return this.perform(log, { setup, watch, first: resumedBy(setup, log.run, goal), caller });
	}

	private async perform(log: RunLog, { setup, first, ...live }: Performed): Promise<Run> {
		let workedBeforeMs = 0;
		await this.whileLive(log, live, async deps => {
			await log.emit(rootNode, first);
			workedBeforeMs = log.run.activeMs;
			this.deps.shown.show(log);
			this.sessionChanged.fire();
			const { performRun } = await import('../../engine/strategies/performRun');
			await performRun(log, { ...deps, setup });
		});
		this.ended.fire({ run: log.run, workedMs: log.run.activeMs - workedBeforeMs });
		return log.run;
	}

	/** Does work on a run, which is the live one meanwhile. */
	private async whileLive<T>(
		log: RunLog,
		{ watch: { supervisor }, caller }: Pick<Performed, 'watch' | 'caller'>,
		work: (deps: Omit<RunDeps, 'setup'>) => Promise<T>,
	): Promise<T> {
		const live = { log, supervisor, abort: new AbortController() };
		this.live = live;
		this.opening = undefined;
		const stopListening = log.onEvent((event, run) => {
			if (event.type === 'paused' || event.type === 'unpaused') {
				this.sessionChanged.fire();
			}
			caller.onEvent?.(event, run);
		});
		try {
			using uses = new Disposals();
			const open = () =>
				workspaceWithCode(() => this.deps.indexed(uses), 'a run needs it. Resume the run to build it.');
			return await work({ open, log: this.deps.log, signal: live.abort.signal });
		} finally {
			stopListening();
			this.live = undefined;
			this.sessionChanged.fire();
		}
	}
}

interface Performed {
	readonly setup: RunSetup;
	readonly watch: RunWatch;
	/** The event that begins or continues the run. */
	readonly first: RunEventBody;
	readonly caller: RunCaller;
}
