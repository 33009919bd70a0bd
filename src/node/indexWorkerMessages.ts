import type { IndexedFile } from '../core/index/indexedFile';
import type { TableData } from '../core/index/tables/tableData';
import type { Progress } from '../core/ports';
import type { IndexSummary } from './buildIndex';
import type { RootFolder } from './rootFolder';

/** The data the worker is started with. */
export interface IndexWorkerData {
	readonly packageRoot: string;
}

/** Every request has its own id, which all messages about it carry. */
export type IndexWorkerRequest = BuildRequest | ParseRequest | CancelRequest;

export interface BuildRequest {
	readonly type: 'build';
	readonly id: number;
	readonly roots: readonly RootFolder[];
	readonly excludes: readonly string[];
	readonly cacheFile?: string;
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

export type IndexWorkerMessage =
	| { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
	| {
			readonly type: 'built';
			readonly id: number;
			readonly summary: IndexSummary;
			readonly data: TableData;
			readonly memoryBytes: number;
	  }
	| { readonly type: 'parsed'; readonly id: number; readonly file: IndexedFile; readonly memoryBytes: number }
	| { readonly type: 'failed'; readonly id: number; readonly message: string; readonly isUserError: boolean }
	| { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string };
