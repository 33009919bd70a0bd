import { shortened } from '../../../runs/pure/model/shortened';

/**
 * The limits of all recorders: calls of one function in one test, those of them that have lines, and lines of one call. What
 * is beyond is left out, so that nothing may be concluded from its absence.
 */
export const recorded = { calls: 1000, callsWithLines: 20, linesOfCall: 2000 } as const;

/** Names and values, as short texts with type and size. */
export type Values = Readonly<Record<string, string>>;

/** What one test, or a program, did in the code of the project. Plain JSON data; nothing in it is trusted. */
export interface CallTrace {
	/** The id of the test; '' of a program without tests. */
	readonly test: string;
	/** In the order in which they began. */
	readonly calls: readonly TracedCall[];
	/** Why not everything was recorded. */
	readonly cut?: string;
}

export interface TracedCall {
	readonly id: number;
	/** The call that made it; 0 if no code of the project did. */
	readonly parent: number;
	/** Of the definition: a workspace path, and 1-based. */
	readonly file: string;
	readonly line: number;
	/** Qualified, as the language writes it. */
	readonly name: string;
	/** The line of the parent that made it; 0 if unknown. */
	readonly calledAt: number;
	readonly args: Values;
	/** The lines it executed, in order; empty where only calls were recorded. */
	readonly lines: readonly TracedLine[];
	/** Absent if it had not ended. */
	readonly end?: CallEnd;
	/** The last exception that passed through it, also one that it handled. */
	readonly raised?: Raised;
}

export interface TracedLine {
	readonly line: number;
	/** The values that changed since the line before was begun. */
	readonly changed: Values;
}

export interface CallEnd {
	/** Which call ended before which. */
	readonly order: number;
	readonly line: number;
	/** Absent if an exception ended it. */
	readonly result?: string;
	/** The values that its last line changed. */
	readonly changed: Values;
}

export interface Raised {
	readonly line: number;
	/** The class of the error, and its text. */
	readonly type: string;
	readonly text: string;
	/** All values of the call then. */
	readonly values: Values;
}

/** `minutes_between(start=1350, end=75) -> -1275`. */
export function callText({ name, args, end, raised }: Pick<TracedCall, 'name' | 'args' | 'end' | 'raised'>): string {
	const given = Object.entries(args).map(([key, value]) => `${key}=${shortened(value, longestShown)}`);
	const result =
		end?.result !== undefined
			? ` -> ${shortened(end.result, longestShown)}`
			: raised !== undefined
				? ` raised ${raised.type}: ${raised.text}`
				: ' had not ended';
	return `${name}(${given.join(', ')})${result}`;
}

const longestShown = 80;

/** Whether all lines that a call executed are known. */
export function hasAllLines({ lines }: TracedCall): boolean {
	return lines.length > 0 && lines.length < recorded.linesOfCall;
}

/** One for each function: its file, line and name. */
export function functionKey({ file, line, name }: TracedCall): string {
	return `${file}:${line} ${name}`;
}
