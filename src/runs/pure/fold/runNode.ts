import type { MemoryEvent } from '../events/memoryEvents';
import type { NodeOpened, NodeOutcome, Phase } from '../events/runEvent';
import type { BranchExit, CandidatesCompared, Expansion } from '../events/treeEvents';
import type { ReplyForm, RequestedCall, Usage } from '../model/chat';
import type { PatchEvaluation } from '../model/imported';
import type { BugLocation, Ranking } from '../model/location';
import type { Patch, PatchReview, RankedPatch } from '../model/patch';
import type { Reproducer, ReproducerRun } from '../model/reproducer';
import type { CrashCheck } from '../model/testing/crashCheck';
import type { ValidationRun } from '../model/testing/validation';
import type { ToolAnswer } from '../model/toolAnswer';

/**
 * A node of the run tree: a round, a stage, or the user's feedback. It follows its parent and contains only its own
 * results. Lists are in the order of the node's own events.
 */
export interface RunNode {
	readonly id: string;
	/** Absent for the root. */
	readonly parent?: string;
	/** Oldest first; a second child is a branch. */
	readonly children: readonly string[];
	/** Distinguishes it from its siblings. */
	readonly key: string;
	readonly kind: 'run' | NodeOpened['kind'];
	readonly title: string;
	/** As in the event that opened it. `phaseOf` knows the phase of any node. */
	readonly phase?: Phase;
	/** It runs beside the trajectories: it is no branch, and never selected. */
	readonly isAside?: true;
	/** In a search that branches at some actions. */
	readonly expansion?: Expansion;
	/** Why no turn follows it. */
	readonly exit?: BranchExit;
	/** The user pruned the turns after it. */
	readonly isPruned?: true;
	readonly state: 'open' | 'closed';
	readonly summary?: string;
	/** How it ended, if without its result. */
	readonly outcome?: NodeOutcome;
	readonly openedAt: number;
	readonly closedAt?: number;
	readonly reasoning: readonly string[];
	readonly calls: readonly RunCall[];
	readonly requests: readonly RunRequest[];
	/** Messages about this node for the user. */
	readonly notes: readonly string[];
	readonly named?: NamedLocations;
	readonly reproducers: readonly Reproducer[];
	readonly reproducerRuns: readonly ReproducerRun[];
	readonly patches: readonly Patch[];
	readonly reviews: readonly PatchReview[];
	readonly validationRuns: readonly ValidationRun[];
	readonly crashChecks: readonly CrashCheck[];
	/** Events of the working memory, if the strategy has one. */
	readonly memory?: readonly MemoryEvent[];
	/** The alternatives among which its action was chosen. */
	readonly compared?: CandidatesCompared;
	/** Verdicts from elsewhere on its patches. */
	readonly evaluations?: readonly PatchEvaluation[];
	/** Patches best first, if this node ranked them. */
	readonly ranked?: readonly RankedPatch[];
}

/** The suspected locations, as of one node. */
export interface NamedLocations {
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
	/** The best so far, not final. */
	readonly isProvisional: boolean;
	/** From the embedded localizer, for locations that the model did not name. */
	readonly isEmbedded?: true;
}

export interface RunCall {
	readonly id: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, string | number>>;
	readonly answer?: ToolAnswer;
}

/** A request to a model, as the run records it. */
export interface RunRequest {
	readonly id: string;
	readonly purpose: string;
	/** Keys of `run.messages`. */
	readonly sent: readonly string[];
	readonly tools: readonly string[];
	/** The model, if it differs from the run's engine. */
	readonly model?: string;
	readonly form: ReplyForm;
	readonly askedAt: number;
	/** Failed attempts, oldest first. */
	readonly failures: readonly RequestFailure[];
	readonly answer?: RequestAnswer;
}

export interface RequestFailure {
	readonly kind: string;
	readonly message: string;
	readonly retryInMs?: number;
}

export interface RequestAnswer {
	readonly text: string;
	readonly toolCalls: readonly RequestedCall[];
	readonly usage: Usage;
	readonly finish: 'done' | 'length';
	readonly at: number;
}

/** In the order of a run. */
export const phases: readonly Phase[] = ['locate', 'reproduce', 'patch', 'review'];

/**
 * The phase a node belongs to. A model's review and the tests are part of writing a patch: the phase `review` is the
 * user's and has no nodes. Stages of older runs do not name their phase. Feedback leads back to the search.
 */
export function phaseOf({ kind, phase, reproducers }: RunNode): Phase {
	const isSearch = kind !== 'stage';
	const isReproduced = reproducers.length > 0;
	// A turn of an agent may reproduce the bug whenever it likes.
	return isSearch && isReproduced
		? 'reproduce'
		: (phase ?? (isReproduced ? 'reproduce' : isSearch ? 'locate' : 'patch'));
}
