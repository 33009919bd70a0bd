import { hasAllLines, type TracedCall } from './callTrace';
import { type LineText, namesIn } from './lineText';
import type { SlicedLine, ValueSlice } from './valueSlice';

/** Where a value that a failing line reads was last written. */
export interface Write {
	/** As the function that wrote it calls it; absent for the result of a call. */
	readonly name?: string;
	readonly value: string;
	readonly call: TracedCall;
	/** The line that wrote it. */
	readonly line: number;
	/** It came in as an argument. */
	readonly isArgument: boolean;
}

/** So many calls are followed from the failing line. */
const deepest = 4;
const mostWrites = 8;

/** The last writes of the values that the failing line reads, and, if a call made them, of those that its result was made of. */
export function lastWrites({ lines: [failing], originsOf }: ValueSlice, textOf: LineText): readonly Write[] {
	const found: Write[] = [];
	const seen = new Set<string>();
	const add = (write: Write): boolean => {
		const key = `${write.call.id} ${write.name ?? ''}`;
		const isNew = !seen.has(key) && found.length < mostWrites;
		if (isNew) {
			seen.add(key);
			found.push(write);
		}
		return isNew;
	};
	const follow = (line: SlicedLine, depth: number) => {
		followResults(line, depth);
		for (const each of originsOf(line)) {
			const { how, name, value, call, to } = each;
			if (name === undefined || value === undefined || !hasAllLines(line.call)) {
				continue;
			}
			if (how === 'gave' && to !== undefined) {
				add({ name, value, call: to, line: to.line, isArgument: true });
			} else if (how === 'wrote' && add({ name, value, call, line: each.line, isArgument: false })) {
				followResults(each, depth);
			}
		}
	};
	/** What the calls on a line returned was made in them. */
	const followResults = (line: SlicedLine, depth: number) => {
		for (const each of originsOf(line).filter(({ how }) => how === 'returned')) {
			const { call, value = '' } = each;
			if (depth < deepest && add({ value, call, line: each.line, isArgument: false })) {
				// A constant was chosen by the line before.
				const branch = readsValue(each, textOf) ? undefined : originsOf(each).find(({ how }) => how === 'branch');
				follow(branch ?? each, depth + 1);
			}
		}
	};
	if (failing !== undefined) {
		follow(failing, 0);
	}
	return found;
}

function readsValue({ call: { file, args, lines, end }, line }: SlicedLine, textOf: LineText): boolean {
	const known = Object.assign({}, args, ...lines.map(({ changed }) => changed), end?.changed ?? {});
	return namesIn(textOf(file, line)).some(name => known[name] !== undefined);
}
