/** The brief: the facts read from an issue before anything is searched. Every entry quotes the issue. */
export interface IssueBrief {
	readonly title: string;
	/** The prose, without code blocks, tracebacks, HTML comments and template headings. */
	readonly prose: string;
	readonly codeBlocks: readonly string[];
	readonly tracebacks: readonly Traceback[];
	/** Reports of a kernel, a sanitizer or a debugger, in the order of the text: the issue is about the first one. */
	readonly crashes?: readonly Crash[];
	/** Names as written, without arguments: `Class.method`, `snake_case`, `camelCase`; the most likely ones first. */
	readonly names: readonly MentionedName[];
	/** Quoted strings and error messages, longest first. */
	readonly strings: readonly string[];
	/** Lines of code and output that the code may have word for word; absent in older runs. */
	readonly printed?: readonly string[];
	/** Lines of the issue that are those of the project's own form for issues; absent if there are none. */
	readonly form?: readonly string[];
	/** Paths and file names, as written. */
	readonly paths: readonly MentionedPath[];
	/** Sentences that state the expected behavior ("expected ...", "should ..."). */
	readonly expectations: readonly string[];
	/** The expectations under a heading that asks for the expected behavior; absent in older runs. */
	readonly asked?: readonly string[];
	/** The text is the output of a program, and hardly anything that somebody wrote. */
	readonly isOutput?: boolean;
	/** The text of the issue as the user edited it before it was sent to a model. */
	readonly edited?: string;
}

/** The statements of a crash report before its stacks. */
export interface Crash {
	/** `BUG: KASAN: slab-use-after-free in foo+0x12/0x34`. */
	readonly title: string;
	/** `KASAN slab-use-after-free`, `task hung`. */
	readonly kind: string;
	/** The program's access to the memory; `bytes` if the report states it. */
	readonly access?: { readonly type: 'read' | 'write'; readonly bytes?: number };
}

/**
 * The role of a stack in a crash report: the failure itself, the other side of a race, the allocation or release of the
 * memory or the origin of its value, the call that queued the work last, an earlier acquisition of a lock, the creation
 * of the thread, or the work of other tasks.
 */
export type StackRole =
	| 'access'
	| 'otherAccess'
	| 'free'
	| 'alloc'
	| 'origin'
	| 'lastQueued'
	| 'lockChain'
	| 'created'
	| 'other';

export interface Traceback {
	/** Outermost call first and the failing frame last, whatever the order in the text. */
	readonly frames: readonly TraceFrame[];
	/** The error line: `TypeError: ...`. */
	readonly error?: string;
	/** How its error relates to the error of the trace before: its cause, made from it, or raised while it was handled. */
	readonly relation?: 'cause' | 'follows' | 'replaces';
	/** Of a crash report only. */
	readonly role?: StackRole;
	/** Position of its report in `crashes`. */
	readonly crash?: number;
}

export interface TraceFrame {
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
	/** As written: may be qualified. */
	readonly function?: string;
	/** The compiler put its code into the frame outside of it. */
	readonly isInline?: true;
	/** 1 for the most likely place of the fault in its stack, depending on the kind of crash; 2 for the next one. */
	readonly blame?: number;
	/** Called from everywhere, as an allocator is: seldom at fault. */
	readonly isHelper?: true;
	/** The loadable module its code is in. */
	readonly module?: string;
}

export interface MentionedName {
	readonly text: string;
	/** `code`: in backticks, a code block, dotted or called; `shape`: only looks like an identifier. */
	readonly form: 'code' | 'shape';
	readonly count: number;
	readonly inTitle: boolean;
	/** Mentioned in a sentence, not only used in a code block. */
	readonly inProse: boolean;
	/** Followed by an opening parenthesis. */
	readonly isCalled: boolean;
}

export interface MentionedPath {
	readonly path: string;
	readonly line?: number;
}
