import { splitLines } from '../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Files } from '../../../system/pure/files';
import type { CallTrace, Raised, TracedCall } from './callTrace';
import { type Divergence, firstDivergence, nearestPassing } from './divergence';
import { failurePath } from './failurePath';
import { lastWrites, type Write } from './lastWrites';

/** What a failing run did, and where it began to differ from one that passes. */
export interface TraceReport {
	readonly trace: CallTrace;
	/** From the test to the call that raised the failure. */
	readonly path: readonly TracedCall[];
	readonly raised?: Raised;
	/** Of the values that the failing line reads. */
	readonly writes: readonly Write[];
	/** Of the passing tests that were recorded to their ends the one that is most like it. */
	readonly nearest?: string;
	readonly divergence?: Divergence;
}

/** A line of a file of the workspace; '' if there is none. */
export type LineText = (file: string, line: number) => string;

/** Reads a trace. `passing`: of tests near to it; the one most like it decides where both differ, else all of them. */
export function traceReport(trace: CallTrace, passing: readonly CallTrace[], textOf: LineText): TraceReport {
	const path = failurePath(trace);
	const call = path.at(-1);
	const raised = call?.raised;
	const whole = passing.filter(({ cut }) => cut === undefined);
	const nearest = nearestPassing(trace, whole);
	const divergence = (nearest && firstDivergence(trace, [nearest])) ?? firstDivergence(trace, whole);
	return {
		...{ trace, path },
		...(raised && { raised }),
		writes: call && raised ? lastWrites(trace, { call, line: raised.line, values: raised.values }, textOf) : [],
		...(nearest && { nearest: nearest.test }),
		...(divergence && { divergence }),
	};
}

/** The lines of the files that traces name, as they are in a checkout. */
export async function readLineTexts(files: Files, traces: readonly CallTrace[]): Promise<LineText> {
	const paths = new Set(traces.flatMap(({ calls }) => calls.map(({ file }) => file)));
	const texts = new Map<string, readonly string[]>();
	for (const path of paths) {
		texts.set(path, splitLines(await readIfText(files, path)));
	}
	return (file, line) => texts.get(file)?.[line - 1] ?? '';
}
