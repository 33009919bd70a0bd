import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { FileHistory } from '../../../history/pure/fileHistory';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { CallLink } from '../../../testing/pure/traces/callLinks';
import type { FieldedDocuments } from '../lexical/bm25f';
import type { IssueQueries } from '../lexical/issueQueries';
import type { TermTable } from '../lexical/termTable';
import type { FoundEvidence } from './foundEvidence';
import type { ScoredList } from './rankFusion';
import type { RankLists } from './rankLists';
import type { SuspiciousnessScores } from './suspiciousnessScores';
import type { NameInTests } from './testTraceability';

/** The known names of functions and files. */
export interface NameGround {
	readonly brief: IssueBrief;
	readonly model: CodeModel;
	readonly table: TermTable;
	readonly queries: IssueQueries;
	/** The functions. */
	readonly documents: FieldedDocuments;
}

/** All that is known of an issue and the code when places are ranked. */
export interface FeatureGround extends NameGround {
	readonly evidence: readonly FoundEvidence[];
	readonly namesInTests: ReadonlyMap<string, NameInTests>;
	readonly lists: RankLists;
	/** Of the fusion of the lists. */
	readonly scores: SuspiciousnessScores;
	/** Rankings by the code a failing program executed, which count in addition to the learnt weights. */
	readonly proofs: readonly ScoredList[];
	/** Functions that come before everything else: if the output of a program has traces. */
	readonly first: readonly number[];
	/** Functions with frames of traces, nearest to the error first. */
	readonly framed: readonly number[];
	readonly links: readonly CallLink[];
	/** Absent if the history of the code is not indexed. */
	readonly history?: FileHistory | undefined;
	/** The name of constructors in a file, if its language has one. */
	readonly initializerIn: (path: string) => string | undefined;
}
