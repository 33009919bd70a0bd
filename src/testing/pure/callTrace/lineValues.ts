import { shortened } from '../../../runs/pure/model/shortened';
import type { CallTrace, TracedCall, Values } from './callTrace';

/** What is shown behind a line of code: `start = 1350, end = 75`. */
export type LineValues = ReadonlyMap<string, ReadonlyMap<number, string>>;

const longest = 120;

/**
 * The values of a run by file and line: arguments at the head of a function, what each line changed, and results. Of a
 * line that was executed several times the last time counts, which is nearest to the failure.
 */
export function lineValues({ calls }: CallTrace): LineValues {
	const values = new Map<string, Map<number, string>>();
	for (const call of calls) {
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
