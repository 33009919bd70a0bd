import { applyDelivery, type DeliveryEvent, isDelivery } from '../events/delivery';
import type { TestsRan } from '../events/executionEvents';
import type { LocationDecision } from '../events/locationDecisions';
import { applyDecision, type DecisionEvent } from '../events/patchDecisions';
import type { Paused, RunEvent } from '../events/runEvent';
import { assertNever } from '../model/assertNever';
import { NodeFold } from './nodeFold';
import { emptyRun, type LeafResult, type Run, rootNode, type TestRun } from './run';
import { pathTo, selectedResult } from './runTree';
import { noUsage, sumUsage } from './usage';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/**
 * `Run = fold(events)`, in constant time per event. The run is built in place, and nothing else may change it. The
 * result does not depend on how the events of concurrent nodes interleave.
 */
export class RunFold {
	private readonly built: Writable<Run>;
	private selected: LeafResult;
	private readonly nodes: NodeFold;
	/** Something that `selected` depends on has changed since it was computed. */
	private isStale = false;

	private constructor(run: Run) {
		this.selected = run.selected;
		const select = () => this.select();
		this.built = {
			...run,
			nodes: { ...run.nodes },
			messages: { ...run.messages },
			// Worked out when it is read: most events come one after another without anyone reading it.
			get selected() {
				return select();
			},
		};
		this.nodes = new NodeFold(this.built.nodes as Record<string, never>);
	}

	static of(events: Iterable<RunEvent>): RunFold {
		const fold = new RunFold(emptyRun);
		for (const event of events) {
			fold.apply(event);
		}
		return fold;
	}

	/** Continues with a run that was folded before. Its nodes belong to this fold from now on. */
	static from(run: Run): RunFold {
		return new RunFold(run);
	}

	/** A live view: it changes with the next event. */
	get run(): Run {
		return this.built;
	}

	/** Throws for an event of a node that was never opened. */
	apply(event: RunEvent): void {
		const run = this.built;
		if (isDelivery(event)) {
			run.deliveries = applyDelivery(run.deliveries, event);
		} else {
			this.change(event);
		}
		run.updatedAt = Math.max(run.updatedAt, event.type === 'runRenamed' ? 0 : event.at);
		run.lastSeq = Math.max(run.lastSeq, event.seq);
	}

	private change(event: Exclude<RunEvent, DeliveryEvent>): void {
		const run = this.built;
		switch (event.type) {
			case 'runStarted':
				this.start(event);
				return;
			case 'runResumed':
				this.resume(event);
				return;
			case 'paused':
				this.pause(event);
				return;
			case 'unpaused':
				this.work(event.at);
				Object.assign(run, event.agreed !== undefined && { agreed: event.agreed });
				return;
			case 'runEnded':
				this.rest(event.outcome, event.at, whyEnded(event));
				return;
			case 'runRenamed':
				run.title = event.title;
				return;
			case 'capRaised':
				run.caps = { ...run.caps, [event.cap]: event.limit };
				delete run.reachedCap;
				return;
			case 'indexed':
				run.index = { nFiles: event.nFiles, nSymbols: event.nSymbols };
				return;
			case 'briefMade':
				run.brief = event.brief;
				return;
			case 'leafPicked':
				this.pick(event.leaf);
				return;
			case 'locationDismissed':
			case 'locationRestored':
			case 'marksCleared':
			case 'marksShown':
			case 'patchWriteStarted':
			case 'patchWriteEnded':
			case 'hunksDecided':
			case 'patchPicked':
				this.decide(event);
				return;
			case 'testsRan':
			case 'hunksJudged':
			case 'spectrumMeasured':
			case 'culpritFound':
			case 'treeRecorded':
				this.learn(event);
				return;
			case 'stepped':
				return;
			default:
				this.changeNode(event);
				return;
		}
	}

	/** Applies the user's decisions about locations, marks and patches. */
	private decide(event: EventOf<LocationDecision['type'] | DecisionEvent['type'] | 'patchPicked'>): void {
		const run = this.built;
		switch (event.type) {
			case 'locationDismissed':
				run.dismissed = [...run.dismissed.filter(id => id !== event.location), event.location];
				return;
			case 'locationRestored':
				run.dismissed = run.dismissed.filter(id => id !== event.location);
				return;
			case 'marksCleared':
				run.marks = 'cleared';
				return;
			case 'marksShown':
				run.marks = 'shown';
				return;
			case 'patchWriteStarted':
			case 'patchWriteEnded':
			case 'hunksDecided':
				run.decisions = applyDecision(run.decisions, event);
				if (event.type === 'patchWriteEnded' && run.marks === 'shown') {
					delete run.marks;
				}
				return;
			case 'patchPicked':
				run.pickedPatch = event.patch;
				this.isStale = true;
				return;
			default:
				assertNever(event);
		}
	}

	/** Keeps what running programs showed about the whole run. */
	private learn(
		event: EventOf<'testsRan' | 'hunksJudged' | 'spectrumMeasured' | 'culpritFound' | 'treeRecorded'>,
	): void {
		const run = this.built;
		switch (event.type) {
			case 'testsRan':
				run.testRuns = [...run.testRuns, testRunOf(event)];
				return;
			case 'hunksJudged':
				run.judgments = { ...run.judgments, [event.patch]: event.judgment };
				return;
			case 'spectrumMeasured':
				run.spectrum = event.spectrum;
				return;
			case 'culpritFound':
				run.culprit = event.culprit;
				return;
			case 'treeRecorded':
				run.trees = { ...run.trees, [event.tree.sha256]: event.tree };
				return;
			default:
				assertNever(event);
		}
	}

	private select(): LeafResult {
		if (this.isStale) {
			this.isStale = false;
			this.selected = selectedResult(this.built);
		}
		return this.selected;
	}

	private changeNode(event: Parameters<NodeFold['apply']>[0]): void {
		const run = this.built;
		this.nodes.apply(event);
		switch (event.type) {
			case 'nodeOpened':
				this.isStale = true;
				if (event.kind === 'feedback') {
					this.pick(event.node);
				}
				return;
			case 'modelAsked':
				Object.assign(run.messages, event.fresh);
				run.nRequests++;
				return;
			case 'modelFailed':
				run.nRequests += event.retryInMs === undefined ? 0 : 1;
				run.usage = sumUsage(run.usage, event.usage ?? noUsage);
				return;
			case 'modelAnswered':
				run.usage = sumUsage(run.usage, event.usage);
				return;
			case 'patchesRanked':
				if (event.ranking.every(({ patch }) => patch !== run.pickedPatch)) {
					delete run.pickedPatch;
				}
				this.isStale = true;
				return;
			case 'locationsNamed':
			case 'patchWritten':
			case 'patchEvaluated':
				this.isStale = true;
				return;
			case 'branchPruned':
				if (pathTo(run, run.picked).some(({ id }) => id === event.node)) {
					this.pick(rootNode);
				}
				return;
			case 'nodeClosed':
			case 'reasoned':
			case 'noted':
			case 'toolCalled':
			case 'toolAnswered':
			case 'reproducerWritten':
			case 'reproducerRan':
			case 'patchReviewed':
			case 'validationRan':
			case 'crashChecked':
			case 'candidatesCompared':
			case 'branchEnded':
			case 'branchRestored':
			case 'remembered':
			case 'memoryChanged':
			case 'memoryFitted':
			case 'noteTaken':
				return;
			default:
				assertNever(event);
		}
	}

	private start({ runId, issue, goal, strategy, executes, engine, server, ...event }: EventOf<'runStarted'>): void {
		const { workspace, readOnly, imported, openedFrom, at } = event;
		Object.assign(this.built, {
			id: runId,
			title: issue.title,
			issue,
			...(strategy !== undefined && { strategy }),
			...(goal !== undefined && { goal }),
			...(executes === true && { executes }),
			engine,
			...(server !== undefined && { server }),
			workspace,
			isReadOnly: readOnly === true,
			...(imported !== undefined && { imported }),
			...(openedFrom !== undefined && { openedFrom }),
			startedAt: at,
			activeSince: at,
		});
		this.nodes.openRoot(rootNode, issue.title, at);
		this.isStale = true;
	}

	private resume({ at, goal, executes, engine, server }: EventOf<'runResumed'>): void {
		// Time after the last event does not count: the run was interrupted.
		this.rest('paused', this.built.updatedAt, {});
		this.work(at);
		delete this.built.reachedCap;
		Object.assign(this.built, {
			...(goal !== undefined && { goal }),
			...(executes === true && { executes }),
			...(engine !== undefined && { engine }),
			...(server !== undefined && { server }),
		});
	}

	private pause(event: EventOf<'paused'>): void {
		const { cap, limit } = event;
		this.rest('paused', event.at, { pause: pauseOf(event) });
		Object.assign(this.built, cap !== undefined && limit !== undefined && { reachedCap: { cap, limit } });
	}

	private work(at: number): void {
		this.forgetEnd();
		this.built.state = 'running';
		this.built.activeSince = at;
	}

	private rest(
		state: Run['state'],
		at: number,
		why: Partial<Pick<Run, 'pause' | 'message' | 'cures' | 'retryAt'>>,
	): void {
		const run = this.built;
		if (run.state === 'running') {
			run.activeMs += at - run.activeSince;
		}
		this.forgetEnd();
		Object.assign(run, { state, ...why });
	}

	private forgetEnd(): void {
		delete this.built.pause;
		delete this.built.message;
		delete this.built.cures;
		delete this.built.retryAt;
	}

	private pick(leaf: string): void {
		this.built.picked = leaf;
		this.isStale = true;
	}
}

/** The run that these events make. */
export function foldRun(events: Iterable<RunEvent>): Run {
	return RunFold.of(events).run;
}

function whyEnded({ at, message, cures }: EventOf<'runEnded'>): Partial<Pick<Run, 'message' | 'cures' | 'retryAt'>> {
	const afterMs = cures?.find(({ kind }) => kind === 'retry')?.afterMs;
	return {
		...(message !== undefined && { message }),
		...(cures !== undefined && { cures }),
		...(afterMs !== undefined && { retryAt: at + afterMs }),
	};
}

function testRunOf({ command, folder, exitCode, patches, isMixed }: TestsRan): TestRun {
	return {
		...{ command, exitCode, patches },
		...(folder !== undefined && { folder }),
		...(isMixed !== undefined && { isMixed }),
	};
}

function pauseOf({ reason, cap, limit, text, content, isFixed }: Paused): Omit<Paused, 'type'> {
	return {
		reason,
		...(cap !== undefined && { cap }),
		...(limit !== undefined && { limit }),
		...(text !== undefined && { text }),
		...(content !== undefined && { content }),
		...(isFixed !== undefined && { isFixed }),
	};
}
