import type { RunEventBody } from '../../../runs/pure/events/runEvent';
import type { NewNode, StageLog, StepContext } from '../../../runs/pure/log/runLog';
import type { ExecutedFunctionLine } from '../../../runs/pure/model/location';
import type { RootFolder } from '../../../system/node/files/rootFolder';
import type { Cure } from '../../../system/pure/errors/cure';
import type { FileEntry } from '../../../system/pure/files';
import type { Progress } from '../../../system/pure/progress';
import type { FileProblem, IndexedBatch } from '../../pure/index/indexBatch';
import type { IndexedFile } from '../../pure/index/indexedFile';
import type { TableData } from '../../pure/index/tables/tableData';
import type { IndexSummary } from './indexSummary';
import type { MemoryLimit } from './memoryLimit';

/** The options of the index process, passed as its only argument in JSON, and to each of its threads as data. */
export interface IndexWorkerData {
	readonly packageRoot: string;
	/** For a thread: the workspace whose files it reads. */
	readonly workspace?: { readonly roots: readonly RootFolder[]; readonly excludes: readonly string[] };
	/** For the process: so many processors are left to other programs. */
	readonly nFree?: number;
	/** For the process: other programs come first. */
	readonly isBackground?: boolean;
	/** For the process: it ends work that would need more memory. */
	readonly memory?: MemoryLimit;
}

/** To the process. Every request has its own id, which all messages about it carry. */
export type IndexRequestMessage = IndexRequest | CancelRequest | LogAnswer;

export type IndexRequest = BuildRequest | TextsRequest | HistoryRequest | ParseRequest | LocateRequest;

export interface BuildRequest {
	readonly type: 'build';
	readonly id: number;
	readonly roots: readonly RootFolder[];
	readonly excludes: readonly string[];
	readonly cacheFile?: string;
}

/** The second stage of an index that is in the cache file. */
export interface TextsRequest extends Omit<BuildRequest, 'type' | 'cacheFile'> {
	readonly type: 'texts';
	readonly cacheFile: string;
}

/** The index of the code's history, beside the code's own index. */
export interface HistoryRequest extends Pick<TextsRequest, 'id' | 'roots' | 'cacheFile'> {
	readonly type: 'history';
}

export interface ParseRequest {
	readonly type: 'parse';
	readonly id: number;
	readonly path: string;
	readonly text: string;
}

/** The embedded localizer, over the files on disk and in editors. */
export interface LocateRequest extends Omit<TextsRequest, 'type'> {
	readonly type: 'locate';
	/** By workspace path. */
	readonly unsaved: ReadonlyMap<string, string>;
	/** In the files that a model may see. */
	readonly isForModel: boolean;
	readonly run: StageLog['run'];
	/** The node that its rounds follow. */
	readonly start: string;
	readonly called: readonly ExecutedFunctionLine[];
}

export interface CancelRequest {
	readonly type: 'cancel';
	readonly id: number;
}

/** The process uses a log of the other side: `call` numbers the uses within one request. */
export type LogCall = { readonly type: 'logCall'; readonly id: number; readonly call: number } & (
	| { readonly method: 'emit' | 'once'; readonly args: readonly [node: string, body: RunEventBody] }
	| { readonly method: 'open'; readonly args: readonly [parent: string, what: NewNode] }
	| { readonly method: 'close'; readonly args: readonly [node: string, summary: string] }
	| { readonly method: 'step'; readonly args: readonly [node: string, key: string, input: unknown] }
	/** The output of a step that was asked for. */
	| { readonly method: 'made'; readonly args: readonly [body: RunEventBody] }
);

export type LogAnswer = { readonly id: number; readonly call: number } /** The result of the method. */ & (
	| { readonly type: 'logged'; readonly value: unknown }
	/** The log has no output of this step: it is to be made. */
	| { readonly type: 'make'; readonly step: StepContext }
);

/** From the process. */
export type IndexMessage =
	| { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
	| {
			readonly type: 'built';
			readonly id: number;
			readonly summary: IndexSummary;
			/** Absent if the index is in the cache file. */
			readonly data?: TableData;
			readonly memoryBytes: number;
	  }
	| { readonly type: 'textsBuilt' | 'historyBuilt'; readonly id: number; readonly memoryBytes: number }
	| LogCall
	| { readonly type: 'located'; readonly id: number; readonly memoryBytes: number }
	| { readonly type: 'parsed'; readonly id: number; readonly file: IndexedFile; readonly memoryBytes: number }
	| {
			readonly type: 'failed';
			readonly id: number;
			readonly message: string;
			/** Of a `UserError`. */
			readonly cures?: readonly Cure[];
			readonly memoryBytes: number;
	  }
	/** It cannot start. */
	| { readonly type: 'broken'; readonly message: string }
	| { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string };

/** To a thread, and its answer: one batch at a time. */
export type BatchMessage =
	| { readonly type: 'batch'; readonly entries: readonly FileEntry[] }
	| { readonly type: 'cancel' };
export type BatchAnswer =
	/** It has started. */
	| { readonly type: 'ready' }
	| ({ readonly type: 'batch' } & IndexedBatch)
	| { readonly type: 'failed'; readonly problem: FileProblem['reason'] };
