import { shortened } from '../../../runs/pure/model/shortened';
import { functionKey, type TracedCall, type Values } from './callTrace';
import type { TraceReport } from './traceReport';

/** The texts behind the lines of code, by file and line: `start = 1350, end = 75`. */
export type LineValues = ReadonlyMap<string, ReadonlyMap<number, string>>;

const longest = 120;

/**
 * The values of a failing run: of each function the call on the path to the failure, else its last one. Arguments are at
 * the head of the function, then what each line changed, and the result. A call whose lines were not recorded has none.
 */
export function lineValues({ trace, path }: Pick<TraceReport, 'trace' | 'path'>): LineValues {
	const shown = new Map<string, TracedCall>();
	for (const call of [...trace.calls, ...path]) {
		shown.set(functionKey(call), call);
	}
	const values = new Map<string, Map<number, string>>();
	for (const call of shown.values()) {
		const ofFile = values.get(call.file) ?? new Map<number, string>();
		values.set(call.file, ofFile);
		for (const [line, text] of textsOf(call)) {
			ofFile.set(line, shortened(text, longest));
		}
	}
	return values;
}

function textsOf(call: TracedCall): readonly (readonly [line: number, text: string])[] {
	const { lines, end, raised } = call;
	const changed = lines.map(
		({ line }, at) => [line, valuesText(lines[at + 1]?.changed ?? end?.changed ?? {})] as const,
	);
	const raisedText = raised === undefined ? [] : [[raised.line, `${raised.type}: ${raised.text}`] as const];
	return [
		// What the runner gives to a test tells nothing.
		[call.line, call.parent === 0 ? '' : valuesText(call.args)] as const,
		...changed,
		...(end?.result === undefined ? raisedText : [[end.line, `-> ${end.result}`] as const]),
	].filter(([, text]) => text !== '');
}

function valuesText(values: Values): string {
	return Object.entries(values)
		.map(([name, value]) => `${name} = ${value}`)
		.join(', ');
}
