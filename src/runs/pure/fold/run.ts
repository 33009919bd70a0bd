import type { Cure } from '../../../system/pure/errors/cure';
import type { Delivery } from '../events/delivery';
import type { TestsRan } from '../events/executionEvents';
import { noDecisions, type PatchDecisions } from '../events/patchDecisions';
import type { Cap, Paused } from '../events/runEvent';
import type { IssueBrief } from '../model/brief';
import type { ChatMessage, Usage } from '../model/chat';
import type { Culprit } from '../model/culprit';
import type { ExecutedTree } from '../model/executedTree';
import type { ImportSource } from '../model/imported';
import type { Issue } from '../model/issue';
import { type BugLocation, emptyRanking, type Ranking } from '../model/location';
import type { SentContent } from '../model/sentContent';
import type { HunkJudgment } from '../model/testing/hunkJudgment';
import type { Spectrum } from '../model/testing/spectrum';
import type { RunNode } from './runNode';
import { noUsage } from './usage';

/** A run as every view shows it: the fold of its events (`RunFold`). Plain JSON data. */
export interface Run {
	readonly id: string;
	/** The issue's title, unless the user gave the run another one. */
	readonly title: string;
	readonly issue: Issue;
	/** Patches as well as locations. */
	readonly goal?: 'fix';
	/** Name of the strategy the run was started with. */
	readonly strategy: string;
	/** The user lets programs run in it. */
	readonly executes?: true;
	/** `embedded`, the name of a model, or of the tool that made an imported run. */
	readonly engine: string;
	/** The recipient of the content sent to the model. */
	readonly server?: string;
	readonly workspace: readonly string[];
	/** Written by an older version, damaged, imported, or opened from a file: it can be read but not continued. */
	readonly isReadOnly: boolean;
	/** Another tool made the run. */
	readonly imported?: ImportSource;
	/** The name of the run file that it was opened from. */
	readonly openedFrom?: string;
	readonly state: 'running' | 'paused' | 'done' | 'cancelled' | 'failed';
	/** Why the run is paused, and the question to the user. */
	readonly pause?: Omit<Paused, 'type'>;
	/** The content the user agreed to send to the model, in the last review. */
	readonly agreed?: SentContent;
	readonly message?: string;
	/** Remedies for a failure, best first. */
	readonly cures?: readonly Cure[];
	/** Until when the server that failed asks to wait, in milliseconds since 1970. */
	readonly retryAt?: number;
	readonly startedAt: number;
	/** Time worked on the run until `activeSince`, neither paused nor interrupted. */
	readonly activeMs: number;
	readonly activeSince: number;
	/** Time of the newest event other than a renaming, which is no work on the run. */
	readonly updatedAt: number;
	readonly lastSeq: number;
	readonly index?: { readonly nFiles: number; readonly nSymbols: number };
	readonly brief?: IssueBrief;
	/** The tree, by id. */
	readonly nodes: Readonly<Record<string, RunNode>>;
	/** The branch the user chose: the root of the part of the tree whose best leaf is shown. */
	readonly picked: string;
	/** The leaf that is shown, and the result of its path. */
	readonly selected: LeafResult;
	/** Every message sent to a model, once, by the hash of its content. */
	readonly messages: Readonly<Record<string, ChatMessage>>;
	/** Includes retries. */
	readonly nRequests: number;
	readonly usage: Usage;
	/** Limits the user raised in this run. */
	readonly caps: Readonly<Partial<Record<Cap, number>>>;
	/** The limit at which the run stopped asking the model; absent if the user raised it. */
	readonly reachedCap?: { readonly cap: Cap; readonly limit: number };
	/** The user's decisions about the patches. */
	readonly decisions: PatchDecisions;
	/** Commits of accepted changes, oldest first. */
	readonly deliveries: readonly Delivery[];
	/** Id of the patch that the user picked. */
	readonly pickedPatch?: string;
	/** The functions that failing and passing tests executed, as measured last. */
	readonly spectrum?: Spectrum;
	/** The commit that broke it, as found last. */
	readonly culprit?: Culprit;
	/** The files that programs were given, by their digests; absent before the first one. */
	readonly trees?: Readonly<Record<string, ExecutedTree>>;
	/** By patch, as judged last: what near tests say of its changes. */
	readonly judgments?: Readonly<Record<string, HunkJudgment>>;
	/** Results of the user's own runs of the project's tests, oldest first. */
	readonly testRuns: readonly TestRun[];
	/** Ids of locations the user dismissed as not the bug. */
	readonly dismissed: readonly string[];
	/** The user's decision about the marks in the editor; `shown` applies until a patch is accepted or undone. */
	readonly marks?: 'cleared' | 'shown';
}

export type TestRun = Omit<TestsRan, 'type'>;

/** The result of the path from the root to a leaf: the newest locations on it, and the newest patch. */
export interface LeafResult {
	/** Id of the leaf. */
	readonly leaf: string;
	readonly locations: readonly BugLocation[];
	/** The node they were named in. */
	readonly namedIn?: string;
	readonly ranking: Ranking;
	/** The locations are the best so far, not final. */
	readonly isProvisional: boolean;
	/** From the embedded localizer, for locations that the model did not name. */
	readonly isEmbedded?: true;
	/** Id of the patch. */
	readonly patch?: string;
}

export const rootNode = 'run';

export const emptyRun: Run = {
	id: '',
	title: '',
	issue: { title: '', body: '', source: { kind: 'text' } },
	strategy: 'rover',
	engine: '',
	workspace: [],
	isReadOnly: false,
	state: 'running',
	startedAt: 0,
	activeMs: 0,
	activeSince: 0,
	updatedAt: 0,
	lastSeq: 0,
	nodes: {},
	picked: rootNode,
	selected: { leaf: rootNode, locations: [], ranking: emptyRanking, isProvisional: false },
	messages: {},
	nRequests: 0,
	usage: noUsage,
	caps: {},
	decisions: noDecisions,
	deliveries: [],
	testRuns: [],
	dismissed: [],
};
