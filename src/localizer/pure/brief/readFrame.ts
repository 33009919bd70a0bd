import type { TraceFrame } from '../../../runs/pure/model/brief';
import type { FrameFormat, TraceFormats } from '../../../testing/pure/traces/traceFormats';
import { generalFrame } from './generalFrame';
import type { IssueLine } from './issueLines';

/** Maximum number of lines between two frames of one trace: notebooks show the code around each frame. */
export const gapLimit = 12;

export interface FoundFrame {
	readonly format: FrameFormat;
	readonly frame: TraceFrame;
	readonly error?: string;
	/** Of the runtime itself. */
	readonly isInternal: boolean;
	/** Its code is in the function of a frame before it. */
	readonly isNested: boolean;
	/** A function is written in it, even if it has no name. */
	readonly namesFunction: boolean;
	/** Position of the first line that belongs to it. */
	readonly start: number;
}

/** The frame on a line; undefined if there is none. */
export function readFrame(lines: readonly IssueLine[], at: number, formats: TraceFormats): FoundFrame | undefined {
	const text = lines[at]?.text ?? '';
	for (const format of formats.frames) {
		const groups = format.frame.exec(text)?.groups;
		const above = format.above === undefined ? undefined : format.above.exec(lines[at - 1]?.text ?? '')?.groups;
		if (groups !== undefined && (format.above === undefined || above !== undefined)) {
			const line = groups.line ?? lineBelow(lines, at, format);
			const name = functionName(above?.function ?? groups.function);
			const frame = {
				file: filePath(groups.file ?? above?.file ?? '', name),
				...(line === undefined ? {} : { line: Number(line) }),
				...(groups.column === undefined ? {} : { column: Number(groups.column) }),
				...(name === undefined ? {} : { function: name }),
			};
			return {
				...{ format, frame, start: above === undefined ? at : at - 1 },
				...(groups.error && { error: groups.error }),
				isInternal: formats.is('internal', text),
				isNested: formats.is('nested', groups.function ?? ''),
				namesFunction: (above?.function ?? groups.function) !== undefined,
			};
		}
	}
	return generalFrameAt(lines, at);
}

const generalFormat: FrameFormat = { name: 'general', order: 'innermostFirst', frame: /\d/ };
/** Lines between two frames of a trace in an unknown format: the code of the frame. */
const generalGap = 2;

/** A frame in a format that no language describes: another line near it has the same shape. */
function generalFrameAt(lines: readonly IssueLine[], at: number): FoundFrame | undefined {
	const found = generalFrame(lines[at]?.text ?? '');
	const near = lines.slice(Math.max(0, at - generalGap), at + generalGap + 1);
	if (found === undefined || near.filter(({ text }) => generalFrame(text)?.shape === found.shape).length < 2) {
		return undefined;
	}
	const name = functionName(found.frame.function);
	const frame = { ...found.frame, file: filePath(found.frame.file, name), ...(name && { function: name }) };
	return { format: generalFormat, frame, start: at, isInternal: false, isNested: false, namesFunction: true };
}

function lineBelow(lines: readonly IssueLine[], at: number, { below }: FrameFormat): string | undefined {
	for (let next = at + 1; below !== undefined && next <= at + gapLimit; next++) {
		const found = below.exec(lines[next]?.text ?? '')?.groups?.line;
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}

/** Removes arguments, type arguments and compiler suffixes: `foo::bar` of `foo::bar::h0123456789abcdef`. */
function functionName(written: string | undefined): string | undefined {
	const name = written
		?.replace(/(?<=[\w})>])\([^()]*\)$/, '')
		// The name a compiler gives an asynchronous function.
		.replace(/<(\w+)>d__\d+\.MoveNext$/, '$1')
		.replace(/ \[as ([^\][]*)\]$/, '')
		.replace(/::h[\da-f]{16}$/, '')
		.replaceAll(/<[^<>]*>/g, '')
		.replace(/^(?:Object|Module)\.(?=\w)/, '')
		.trim();
	return name === undefined || name === '' || /^[<{]|<anonymous>$/.test(written ?? '') ? undefined : name;
}

/** Forward slashes, without scheme and host; a bare file name gets the folders its qualified function names. */
function filePath(written: string, name: string | undefined): string {
	const path = written
		.trim()
		.replaceAll('\\', '/')
		.replace(/^[a-z-]+:\/\/(?:[^/]*(?=\/))?/, '')
		.replace(/[?#][\s\S]*/, '');
	const packages = name?.split('.').slice(0, -2) ?? [];
	const isBare = !path.includes('/') && packages.length > 0 && packages.every(part => /^[a-z_]\w*$/.test(part));
	return isBare ? [...packages, path].join('/') : path;
}
