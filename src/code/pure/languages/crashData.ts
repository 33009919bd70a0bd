import type { StackRole } from '../../../runs/pure/model/brief';
import type { FrameData } from './traceData';

/**
 * How kernels, sanitizers and debuggers of a language report a crash: `syntaxes/<id>/crashes.json`. Every text is a
 * regular expression, for one line without the prefix of its log, or for the name of a function.
 */
export interface CrashData {
	/** Prefixes of lines in a log, removed one after the other; the group `context` is the task or CPU that wrote it. */
	readonly prefixes: readonly string[];
	/** Every line that begins a report has one of them: for finding it fast in a log of megabytes. */
	readonly signs: readonly string[];
	/** Texts at which a report may begin within a line of a log: several tasks write at once. */
	readonly marks: readonly string[];
	readonly reports: readonly CrashHeadData[];
	/** Lines of a report that state the program's access to the memory, in the groups `access` and `size`. */
	readonly accesses: readonly string[];
	readonly stacks: readonly StackHeadData[];
	/** Lines after which no frame belongs to the stack before. */
	readonly ends: readonly string[];
	/** Other lines of a report: registers, running tasks. */
	readonly notes: readonly string[];
	readonly frames: readonly CrashFrameData[];
	readonly functions: FunctionRoles;
	/** Paths of code that is seldom at fault itself: allocators, locks, the C library. */
	readonly helperFiles: readonly string[];
	readonly names: readonly CompiledNameData[];
}

/** A line that begins a report. Groups: `title`, `kind`, `access`, `size`, `function`, `file`, `line`. */
export interface CrashHeadData {
	/** Of the crash, if the group `kind` does not state it. */
	readonly kind: string;
	readonly line: string;
	/** A line that looks the same and begins no report. */
	readonly except?: string;
	/**
	 * The function that the line names is inlined into the function of the next such line, which belongs to the same
	 * report.
	 */
	readonly inlined?: string;
	/** Other programs print such lines too, so they do not help to find a report in a long text. */
	readonly vague?: boolean;
	/** It belongs to the report before, if one is open: `Oops: 0002 [#1]`. */
	readonly follows?: boolean;
	/** The frame at fault: by default the innermost frame that is no helper. */
	readonly blame?: Blame;
	/** A line of the report that names the place of the failure; groups `function`, `file`, `line`. */
	readonly place?: string;
	/** The role of its first stack, if no line states it; `access` if absent. */
	readonly role?: StackRole;
}

/**
 * `waits`: the innermost frame that does not only wait. `runs`: the entry into the part of the program that loops or
 * waits, as the innermost frames are random: the frame inside the innermost entry, below the interrupt that found it.
 * `recurs`: the function that is in the stack most often, else as `runs`.
 */
export type Blame = 'innermost' | 'waits' | 'runs' | 'recurs';

/** A line above a stack. */
export interface StackHeadData {
	readonly line: string;
	/** Absent: the role of the open, empty stack, else the role of a first stack, else `other`. */
	readonly role?: StackRole;
	/** It begins another stack even if the open one is empty. */
	readonly begins?: boolean;
}

/**
 * Groups in addition to the ones of other frames: `doubtful`, `inline`, `module`, and the `number` of the frame from 0.
 */
export interface CrashFrameData extends FrameData {
	/** It is the program's position: outside of a stack, it is the first frame of the next one. */
	readonly counter?: boolean;
}

/** Roles of functions by their names, without the suffixes of compilers. */
export interface FunctionRoles {
	/** Report the crash, and are dropped with those they call. */
	readonly reporting: readonly string[];
	/** Run in an interrupt that finds a task that makes no progress, or preempts it. */
	readonly detecting: readonly string[];
	/** Called from everywhere, so that their caller is at fault. */
	readonly helpers: readonly string[];
	/** Helpers in a stack of a memory allocation: functions that create something for their caller. */
	readonly allocators: readonly string[];
	/** Only wait, for a lock or another task. */
	readonly waiting: readonly string[];
	/** Wait for a resource that all share, so that the waiting task is random. */
	readonly shared: readonly string[];
	/** Enter a part of the program for everyone: system calls, timers, work items. */
	readonly entries: readonly string[];
	/** Interrupts: their calls are unrelated to the interrupted code. */
	readonly interrupts: readonly string[];
}

/** The source's name for a function that a compiler renamed. */
export interface CompiledNameData {
	/** The compiled name. */
	readonly compiled: string;
	/** The names in the source, with the groups of `compiled` as `$1`. */
	readonly source: readonly string[];
	/** Regular expression for the head of its definition, if that is the use of a macro; `$1` as in `source`. */
	readonly definition?: string;
}
