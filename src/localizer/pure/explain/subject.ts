import type { IssueBrief, TraceFrame } from '../../../runs/pure/model/brief';
import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import type { Evidence } from '../../../runs/pure/model/location';
import { type CodeSymbol, containerName, isClassLike, type LineRange } from '../../../runs/pure/model/symbol';
import type { IssueText } from './issueText';
import type { SymbolName, SymbolNames } from './namedSymbol';

/** A location that is explained, and its code. */
export interface Subject {
	readonly place: FoundPlace;
	/** Empty for lines outside definitions. */
	readonly symbols: readonly CodeSymbol[];
	/** All lines of its file. */
	readonly file: readonly string[];
	/** Its lines that are in no function with a place of its own; absent if all are. */
	readonly own?: readonly LineRange[];
	/** Qualified name of its class or module; the container if absent. */
	readonly owner?: string;
}

/** The data locations are explained with. */
export interface IssueGround {
	readonly brief: IssueBrief;
	readonly text: IssueText;
	readonly names: SymbolNames;
	/** The place of a frame of the brief in the workspace. */
	readonly placeOfFrame: (frame: TraceFrame) => Pick<TraceFrame, 'file' | 'line'> | undefined;
	/** The one file of the workspace that a written path means. */
	readonly resolvePath: (path: string) => string | undefined;
	/** In how many functions a word or name occurs; 0 if it is unknown. */
	readonly nFunctionsWith: (word: string) => number;
	/** Of all the code. */
	readonly nFunctions: number;
}

/** A reason for a location. */
export interface Ground {
	readonly evidence: Evidence;
	/** The lines of the location that carry it, the most telling one first. */
	readonly lines: readonly number[];
	/** How telling the lines are. */
	readonly weight: number;
}

/** The name of the location; undefined for a file or plain lines. */
export function symbolName({ symbols: [first], owner: known }: Subject): SymbolName | undefined {
	if (first === undefined) {
		return undefined;
	}
	const owner = containerName({ container: known ?? first.container });
	return { name: first.name, ...(owner === '' ? {} : { owner }), isClass: isClassLike(first) };
}

/** The own lines of a subject with their numbers. */
export function codeLines({
	place,
	file,
	own = [place],
}: Subject): { readonly number: number; readonly text: string }[] {
	return own.flatMap(({ startLine, endLine }) =>
		file
			.slice(startLine - 1, endLine)
			.map((text, at) => ({ number: startLine + at, text: text.slice(0, columnLimit) })),
	);
}

const columnLimit = 400;
