import type { Traceback, TraceFrame } from '../../model/brief';
import { type FrameFormat, frameFormats } from './frameFormats';
import type { IssueLine } from './issueLines';

/** Maximum number of lines between two frames of one trace: notebooks show the code around each frame. */
const gapLimit = 12;
const frameLimit = 400;

/** Reads the stack traces of an issue, in text order, and marks their lines. */
export function markTracebacks(lines: readonly IssueLine[]): Traceback[] {
	const traces: OpenTrace[] = [];
	let open: OpenTrace | undefined;
	for (const [at, line] of lines.entries()) {
		const found = line.kind === 'left' ? undefined : readFrame(lines, at);
		if (found === undefined) {
			open = traceHeader.test(line.text) ? undefined : open;
			continue;
		}
		if (open === undefined || open.format.order !== found.format.order || at - open.end > gapLimit) {
			open = { format: found.format, frames: [], start: found.start, end: at };
			traces.push(open);
		}
		if (open.frames.length < frameLimit) {
			open.frames.push(found.frame);
		}
		open.end = at;
	}
	return traces.filter(isTrace).map(trace => finish(lines, trace));
}

interface OpenTrace {
	readonly format: FrameFormat;
	readonly frames: TraceFrame[];
	/** Positions of the first and the last line that belong to a frame. */
	readonly start: number;
	end: number;
}

interface FoundFrame {
	readonly format: FrameFormat;
	readonly frame: TraceFrame;
	readonly start: number;
}

/** The line above a trace, or between one and the next. */
const traceHeader =
	/(?:^|\s{2,})Traceback \(most recent|^\s*(?:Caused by: |During handling of|The above exception|goroutine \d+ \[|Suppressed: |Exception in thread|thread '[^']*' panicked|---- )/;

/**
 * A single line that names a place may be from a compiler or a linter; two are a trace, and so is one frame of a
 * distinctive format.
 */
function isTrace(trace: OpenTrace): boolean {
	return (
		trace.frames.length > 1 ||
		trace.frames.some(frame => frame.function !== undefined) ||
		trace.format === frameFormats[0]
	);
}

function readFrame(lines: readonly IssueLine[], at: number): FoundFrame | undefined {
	const text = lines[at]?.text ?? '';
	for (const format of frameFormats) {
		const groups = format.frame.exec(text)?.groups;
		const above = format.above === undefined ? undefined : format.above.exec(lines[at - 1]?.text ?? '')?.groups;
		if (groups !== undefined && (format.above === undefined || above !== undefined)) {
			const line = groups.line ?? lineBelow(lines, at, format);
			const name = functionName(above?.function ?? groups.function);
			const frame = {
				file: filePath(groups.file ?? '', name),
				...(line === undefined ? {} : { line: Number(line) }),
				...(name === undefined ? {} : { function: name }),
			};
			return { format, frame, start: above === undefined ? at : at - 1 };
		}
	}
	return undefined;
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
		.replace(/::h[\da-f]{16}$/, '')
		.replaceAll(/<[^<>]*>/g, '')
		.replace(/^(?:Object|Module)\.(?=\w)/, '')
		.trim();
	return name === undefined || name === '' || /^[<{]/.test(written ?? '') ? undefined : name;
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

function finish(lines: readonly IssueLine[], { format, frames, start, end }: OpenTrace): Traceback {
	const isInnermostLast = format.order === 'outermostFirst';
	const errorAt = isInnermostLast ? errorBelow(lines, end) : errorAbove(lines, start);
	const isHeaded = traceHeader.test(lines[start - 1]?.text ?? '');
	const first = Math.min(isHeaded ? start - 1 : start, errorAt ?? start);
	const last = Math.max(isInnermostLast ? end + 1 : end, errorAt ?? end);
	for (const line of lines.slice(first, last + 1)) {
		line.kind = line.kind === 'left' || line.text === '' ? line.kind : 'trace';
	}
	const error = errorAt === undefined ? undefined : errorText(lines[errorAt]?.text ?? '');
	return { frames: isInnermostLast ? frames : frames.reverse(), ...(error === undefined ? {} : { error }) };
}

/** The first line below the last frame's code that looks like an error. */
function errorBelow(lines: readonly IssueLine[], end: number): number | undefined {
	for (let at = end; at <= end + gapLimit && at < lines.length; at++) {
		const text = lines[at]?.text ?? '';
		if (errorShape.test(text) && (at > end || !/^\s/.test(text))) {
			return at;
		}
	}
	return undefined;
}

/** The nearest line above the first frame that is not empty. */
function errorAbove(lines: readonly IssueLine[], start: number): number | undefined {
	for (let at = start - 1; at >= Math.max(0, start - 4); at--) {
		const text = lines[at]?.text ?? '';
		if (innermostErrorShape.test(text)) {
			return at;
		}
	}
	return undefined;
}

const errorShape =
	/^(?:E\s+|\S+:\d+: )?(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:: .*)?$|^(?:E\s+)?[A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit)\b/;
const innermostErrorShape =
	/(?:E[Rr][Rr][Oo][Rr]|Exception|Throwable|Failure|panic|panicked|Fault|fault|violation|SIG[A-Z]+|BUG|WARNING|Assertion|Uncaught|Caused by)\b.*|^[\w.$]+: \S/;

function errorText(text: string): string {
	return text
		.trim()
		.replace(/^E\s+/, '')
		.replace(/^\S+:\d+: (?=\w)/, '')
		.replace(/^(?:Caused by: |Exception in thread "[^"]*" |Uncaught |Unhandled exception\. )+/, '');
}
