import type { FileProblem, IndexedBatch } from '../../core/index/indexBatch';
import type { IndexedFile } from '../../core/index/indexedFile';
import type { TableData } from '../../core/index/tables/tableData';
import type { FileEntry, Progress } from '../../core/ports';
import type { RootFolder } from '../rootFolder';
import type { IndexSummary } from './indexSummary';

/** What the index process is started with, as its only argument in JSON, and each of its threads as its data. */
export interface IndexWorkerData {
	readonly packageRoot: string;
	/** For a thread: the workspace whose files it reads. */
	readonly workspace?: { readonly roots: readonly RootFolder[]; readonly excludes: readonly string[] };
	/** For the process: so many processors are left to other programs. */
	readonly nFree?: number;
	/** For the process: other programs come first. */
	readonly isBackground?: boolean;
	/** For the process: it ends what would need more memory, in megabytes. */
	readonly memoryLimit?: number;
}

/** To the process. Every request has its own id, which all messages about it carry. */
export type IndexRequestMessage = BuildRequest | TextsRequest | ParseRequest | CancelRequest;

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

export interface ParseRequest {
	readonly type: 'parse';
	readonly id: number;
	readonly path: string;
	readonly text: string;
}

export interface CancelRequest {
	readonly type: 'cancel';
	readonly id: number;
}

/** From the process. */
export type IndexMessage =
	| { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
	| {
			readonly type: 'built';
			readonly id: number;
			readonly summary: IndexSummary;
			/** Absent where the index is in the cache file. */
			readonly data?: TableData;
			readonly memoryBytes: number;
	  }
	| { readonly type: 'textsBuilt'; readonly id: number; readonly memoryBytes: number }
	| { readonly type: 'parsed'; readonly id: number; readonly file: IndexedFile; readonly memoryBytes: number }
	| { readonly type: 'failed'; readonly id: number; readonly message: string; readonly isUserError: boolean }
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
