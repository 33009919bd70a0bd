import { type CallTrace, hasAllLines, type TracedCall, type Values } from './callTrace';
import { callsByParent } from './failurePath';
import { type LineText, namesIn } from './lineText';

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

/**
 * The last writes of the values that a line reads, and, if a call made them, those of the values that its result was made of:
 * a dynamic backward slice by names. `textOf`: a line of a file.
 */
export function lastWrites(
	{ calls }: CallTrace,
	at: { readonly call: TracedCall; readonly line: number; readonly values: Values },
	textOf: LineText,
): readonly Write[] {
	const made = callsByParent(calls);
	const found: Write[] = [];
	const seen = new Set<string>();
	const follow = (call: TracedCall, line: number, values: Values, depth: number) => {
		followCalls(call, line, depth);
		for (const name of namesIn(textOf(call.file, line))) {
			const value = values[name];
			const key = `${call.id} ${name}`;
			if (value === undefined || seen.has(key) || found.length >= mostWrites) {
				continue;
			}
			seen.add(key);
			const write = writeOf(call, name, { value, before: line });
			// What the runner gives to the test tells nothing.
			if (write !== undefined && (!write.isArgument || call.parent !== 0)) {
				found.push(write);
			}
			if (write?.isArgument === false) {
				followCalls(call, write.line, depth);
			}
		}
	};
	/** What the calls on a line returned was made in them. */
	const followCalls = (call: TracedCall, line: number, depth: number) => {
		for (const child of (made.get(call.id) ?? []).filter(each => each.calledAt === line)) {
			const { end } = child;
			if (depth >= deepest || end?.result === undefined || seen.has(`${child.id}`) || found.length >= mostWrites) {
				continue;
			}
			seen.add(`${child.id}`);
			found.push({ value: end.result, call: child, line: end.line, isArgument: false });
			const values = valuesAtEnd(child);
			const isMadeOfValues = namesIn(textOf(child.file, end.line)).some(name => values[name] !== undefined);
			const branch = child.lines.findLast(each => each.line !== end.line)?.line;
			// A constant was chosen by the line before.
			follow(child, isMadeOfValues || branch === undefined ? end.line : branch, values, depth + 1);
		}
	};
	follow(at.call, at.line, at.values, 0);
	return found;
}

/** The last line before a line was reached that changed a name; undefined if that was not recorded. */
function writeOf(
	call: TracedCall,
	name: string,
	{ value, before }: { readonly value: string; readonly before: number },
): Write | undefined {
	const { lines, end } = call;
	if (!hasAllLines(call)) {
		return undefined;
	}
	const until = lines.findLastIndex(each => each.line === before);
	for (let at = end !== undefined && until === -1 ? lines.length - 1 : until; at > 0; at--) {
		const writer = lines[at - 1];
		if (lines[at]?.changed[name] !== undefined && writer !== undefined) {
			return { name, value, call, line: writer.line, isArgument: false };
		}
	}
	return call.args[name] === undefined ? undefined : { name, value, call, line: call.line, isArgument: true };
}

function valuesAtEnd({ args, lines, end }: TracedCall): Values {
	return Object.assign({}, args, ...lines.map(({ changed }) => changed), end?.changed ?? {});
}
