import type { ToolResult } from '../../mcp/publicTool';
import type { Cure } from '../../system/pure/errors/cure';
import type { Progress } from '../../system/pure/progress';
import type { OptionValues } from '../command';

/** The part of a client's terminal that its answer depends on. */
export interface Screen {
	/** Undefined: it is no terminal. */
	readonly columns: number | undefined;
	readonly isOutputTerminal: boolean;
	readonly isErrorTerminal: boolean;
	readonly env: { readonly NO_COLOR?: string | undefined; readonly TERM?: string | undefined };
}

/** `faultline search` with its options and arguments. */
export interface SearchQuestion {
	readonly kind: 'search';
	readonly values: OptionValues;
	readonly positionals: readonly string[];
	readonly screen: Screen;
}

/** A call of a public tool that only reads. Its answer has not passed the client's gate. */
export interface ToolQuestion {
	readonly kind: 'tool';
	readonly name: string;
	readonly args: Readonly<Record<string, string | number>>;
}

/** What a client asks, in one line of JSON; one question for each connection, whose end cancels it. */
export interface Asked {
	/** Of `ServePlace`: a server with another one refuses a question about code. */
	readonly key: string;
	readonly question: SearchQuestion | ToolQuestion | { readonly kind: 'status' } | { readonly kind: 'stop' };
}

/** A line of a server's answer. All but the first four are the last one. */
export type AnswerLine =
	/** The first one: the question has arrived. */
	| { readonly taken: true }
	| { readonly out: string }
	| { readonly err: string }
	| { readonly progress: Progress }
	| { readonly exitCode: number }
	| { readonly result: ToolResult }
	| { readonly failed: string; readonly cures: readonly Cure[] | undefined }
	| { readonly status: ServerStatus }
	| { readonly refused: string };

export interface ServerStatus {
	readonly pid: number;
	/** Absolute. */
	readonly workspace: string;
	readonly version: string;
	/** Answered so far. */
	readonly nQuestions: number;
	readonly nOpen: number;
	/** Resident. */
	readonly memoryBytes: number;
	/** Since the last question. */
	readonly idleMs: number;
	/** Of the workspace. */
	readonly isIndexed: boolean;
}
