import type { Traceback, TraceFrame } from '../../../runs/pure/model/brief';
import type { FrameFormat, TraceFormats } from '../../../testing/pure/traces/traceFormats';
import type { IssueLine, LineKind } from './issueLines';
import { type FoundFrame, gapLimit, readFrame } from './readFrame';
import { type TraceSpan, traceError } from './traceError';

const frameLimit = 400;

/** Reads the stack traces of a text, in its order, and marks their lines. */
export function markTracebacks(lines: readonly IssueLine[], formats: TraceFormats): Traceback[] {
	const traces = new OpenTraces(formats);
	for (const [at, line] of lines.entries()) {
		const found = line.kind === 'left' || line.kind === 'crash' ? undefined : readFrame(lines, at, formats);
		if (found === undefined) {
			traces.passLine(line.text, at);
		} else {
			traces.add(found, at);
		}
	}
	return traces.found
		.filter(isTrace)
		.map((trace, idx, all) => finish(lines, { trace, after: all[idx - 1]?.end }, formats))
		.filter(({ frames, error }) => frames.length > 0 || error !== undefined);
}

/** Marks program output in a text that means nothing for the bug, and the values it shows. */
export function markNoise(lines: readonly IssueLine[], formats: TraceFormats): void {
	for (const line of lines) {
		if (line.kind === 'prose') {
			line.kind = outputKind(line.text, formats);
		}
	}
}

function outputKind(text: string, formats: TraceFormats): LineKind {
	// Some runners print the error only with output that is noise.
	const isError = formats.hasRunner && formats.errorIn(text) !== undefined;
	if (isError || formats.is('internal', text) || relationOf(text, formats) !== undefined) {
		return 'trace';
	}
	return formats.is('noise', text) ? 'left' : formats.is('values', text) ? 'values' : 'prose';
}

function relationOf(text: string, formats: TraceFormats): Traceback['relation'] {
	const kinds = [
		['causes', 'cause'],
		['follows', 'follows'],
		['replaces', 'replaces'],
	] as const;
	return kinds.find(([list]) => formats.is(list, text))?.[1];
}

interface OpenTrace extends TraceSpan {
	readonly frames: TraceFrame[];
	/** Frames, with those that are not kept. */
	nSeen: number;
	/** A function is written in one of them. */
	namesFunction: boolean;
	readonly relation?: Traceback['relation'];
}

/** The header of a trace is at most this many lines below its relation to the one before. */
const headerLimit = 5;
/** The reason of a trace is at most this many lines above it. */
const relationLimit = 60;

class OpenTraces {
	readonly found: OpenTrace[] = [];
	private open: OpenTrace | undefined;
	private relation: { readonly kind: NonNullable<Traceback['relation']>; readonly at: number } | undefined;
	private headerFunction: string | undefined;

	constructor(private readonly formats: TraceFormats) {}

	/** A line that is no frame. */
	passLine(text: string, at: number): void {
		const kind = relationOf(text, this.formats);
		if (kind !== undefined) {
			this.relation = { kind, at };
			this.open = undefined;
		} else if (this.formats.is('headers', text)) {
			// The header that belongs to the relation is right below it.
			this.relation = this.relation !== undefined && at - this.relation.at > headerLimit ? undefined : this.relation;
			this.headerFunction = this.formats.functionIn(text);
			this.open = undefined;
		}
	}

	add(found: FoundFrame, at: number): void {
		const open = this.openFor(found, at);
		open.end = at;
		open.nSeen++;
		open.namesFunction ||= found.namesFunction;
		if (!found.isInternal && open.frames.length < frameLimit) {
			const named = found.format.function === 'header' ? this.headerFunction : around(found, open.frames);
			open.frames.push(named === undefined ? found.frame : { ...found.frame, function: named });
		}
	}

	private openFor({ format, start, error }: FoundFrame, at: number): OpenTrace {
		const { open, relation } = this;
		const isAlike = open?.format.order === format.order && isBelow(open.format) === isBelow(format);
		if (open !== undefined && error === undefined && isAlike && at - open.end <= gapLimit) {
			return open;
		}
		const related = relation !== undefined && start - relation.at <= relationLimit ? relation.kind : undefined;
		this.relation = undefined;
		this.open = {
			format,
			frames: [],
			nSeen: 0,
			namesFunction: false,
			start,
			end: at,
			error,
			...(related && { relation: related }),
		};
		this.found.push(this.open);
		return this.open;
	}
}

/** Whether the error of a trace is below its frames in any case: another trace may be right above it. */
function isBelow({ error }: FrameFormat): boolean {
	return error === 'below';
}

/** The function of the frame before it in the same file that a nested frame belongs to. */
function around({ frame, isNested }: FoundFrame, before: readonly TraceFrame[]): string | undefined {
	return isNested ? before.findLast(({ file }) => file === frame.file)?.function : undefined;
}

/**
 * A single line that names a place may be from a compiler or a linter; two are a trace, and so is one frame of a
 * distinctive format.
 */
function isTrace({ nSeen, frames, namesFunction, format }: OpenTrace): boolean {
	return nSeen !== 1 || frames.length === 0 || namesFunction || format.alone === true;
}

function finish(
	lines: readonly IssueLine[],
	{ trace, after = -1 }: { readonly trace: OpenTrace; readonly after: number | undefined },
	formats: TraceFormats,
): Traceback {
	const { format, frames, start, end, relation } = trace;
	const error = traceError(lines, { trace, after }, formats);
	const isInnermostLast = format.order === 'outermostFirst';
	const isHeaded = formats.is('headers', lines[start - 1]?.text ?? '');
	const first = Math.min(isHeaded ? start - 1 : start, error?.start ?? start);
	const last = Math.max(isInnermostLast ? end + 1 : end, error?.end ?? end);
	for (const line of lines.slice(first, last + 1)) {
		line.kind = line.kind === 'left' || line.kind === 'values' || line.text === '' ? line.kind : 'trace';
	}
	return {
		frames: isInnermostLast ? frames : frames.reverse(),
		...(error && { error: error.text }),
		...(relation && { relation }),
	};
}
