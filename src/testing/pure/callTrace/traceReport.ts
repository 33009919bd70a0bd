import { splitLines } from '../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';
import type { Files } from '../../../system/pure/files';
import type { CallTrace, Raised, TracedCall } from './callTrace';
import { type Divergence, firstDivergence, nearestPassing } from './divergence';
import { failurePath } from './failurePath';
import { lastWrites, type Write } from './lastWrites';
import type { LineText } from './lineText';
import { type TraceSuspect, traceSuspects } from './traceSuspects';
import { valueSlice } from './valueSlice';

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
	/** Functions by what they did in this run and in passing ones, the most suspicious first. */
	readonly suspects: readonly TraceSuspect[];
}

export interface ReportGround {
	readonly textOf: LineText;
	/** Tests are not suspects. */
	readonly isTest: (file: string) => boolean;
	/** What all tests executed, if it was measured; else the recorded tests count. */
	readonly spectrum?: Spectrum | undefined;
}

/** Reads a trace. `passing`: of tests near to it; the one most like it decides where both differ, else all of them. */
export function traceReport(trace: CallTrace, passing: readonly CallTrace[], ground: ReportGround): TraceReport {
	const { textOf } = ground;
	const slice = valueSlice(trace, textOf);
	const path = failurePath(trace);
	const raised = path.at(-1)?.raised;
	const whole = passing.filter(({ cut }) => cut === undefined);
	const nearest = nearestPassing(trace, whole);
	const divergence = (nearest && firstDivergence(trace, [nearest])) ?? firstDivergence(trace, whole);
	const known = { trace, path, ...(divergence && { divergence }) };
	return {
		...known,
		...(raised && { raised }),
		writes: lastWrites(slice, textOf),
		...(nearest && { nearest: nearest.test }),
		suspects: traceSuspects({ ...known, slice, passing: whole, ...ground }),
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
