import { UserError } from '../../../system/pure/errors/userError';
import { counted, grouped } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import { callText, functionKey, recorded, type TracedCall, type Values } from './callTrace';
import type { Divergence } from './divergence';
import { callsByParent } from './failurePath';
import type { Write } from './lastWrites';
import type { LineText } from './lineText';
import type { TraceReport } from './traceReport';
import type { TraceSuspect } from './traceSuspects';

/** So many calls are shown, of which so many of one function in a row; so many lines of a call. */
const most = { calls: 40, inRow: 3, lines: 60, ofFunction: 5, suspects: 5 } as const;

/**
 * The report in sections, the failure first, for the command line and models; or, if a function is `wanted`, its calls.
 * Throws `UserError` if that was not called.
 */
export function traceText(report: TraceReport, textOf: LineText, wanted?: string): string {
	if (wanted !== undefined) {
		const shown = functionText(report, wanted, textOf);
		if (shown === undefined) {
			throw new UserError(`${wanted} was not called in the project, as far as it was recorded.`);
		}
		return shown;
	}
	const { trace, raised, path, writes, divergence, nearest } = report;
	const suspects = report.suspects.filter(({ score }) => score > 0);
	const last = path.at(-1);
	return [
		...(raised && last
			? [
					`Raised here: ${last.file}:${raised.line} ${last.name}\n  ${textOf(last.file, raised.line).trim()}\n  ${raised.type}: ${raised.text}`,
				]
			: ['No exception of the project ended the run: the runner, or the process, ended it.']),
		...(suspects.length > 0
			? [
					`Suspects, by what ran and what made these values:\n${suspects.slice(0, most.suspects).map(suspectLines).join('\n')}`,
				]
			: []),
		...(path.length > 1 ? [`Call path:\n${path.map((call, at) => pathLine(call, path[at + 1])).join('\n')}`] : []),
		...(writes.length > 0
			? [
					`Values that the failing line reads, and what they were made of:\n${writes.map(each => writeLine(each, textOf)).join('\n')}`,
				]
			: []),
		...(divergence
			? [divergenceText(divergence, textOf)]
			: nearest === undefined
				? []
				: [`No call with the same arguments ended otherwise than in ${nearest}, which passes.`]),
		`Calls in the project (${counted(trace.calls.length, 'call')}):\n${callTree(report).join('\n')}`,
		...(trace.cut === undefined ? [] : [`Not everything was recorded: ${trace.cut}.`]),
		...manyCallsTexts(report),
	].join('\n\n');
}

/** The first calls of a function, with their lines and values; undefined if it was not called. `name`: its last part is enough. */
function functionText({ trace }: TraceReport, name: string, textOf: LineText): string | undefined {
	const named = trace.calls.filter(
		call => call.name === name || call.name.endsWith(`.${name}`) || call.name.endsWith(`::${name}`),
	);
	if (named.length === 0) {
		return undefined;
	}
	// The last ones are nearest to the failure.
	const shown = named.slice(-most.ofFunction);
	const nMore = named.length - shown.length;
	return [
		...(nMore > 0 ? [`(${counted(nMore, 'call')} before these)`] : []),
		...shown.map(call => callLines(call, textOf)),
	].join('\n\n');
}

/** The functions of which calls may have been left out. */
function manyCallsTexts({ trace: { calls } }: TraceReport): readonly string[] {
	const counts = new Map<string, { readonly name: string; n: number }>();
	for (const call of calls) {
		const known = counts.get(functionKey(call)) ?? { name: call.name, n: 0 };
		counts.set(functionKey(call), known);
		known.n++;
	}
	const names = [...counts.values()].flatMap(({ name, n }) => (n >= recorded.calls ? [name] : []));
	return names.length === 0
		? []
		: [
				`Of ${listed(names, 3)}, only the first ${grouped(recorded.calls)} calls were recorded: name one of them to see all.`,
			];
}

function suspectLines({ file, line, name, evidence }: TraceSuspect, at: number): string {
	return [`  ${at + 1}. ${name} (${file}:${line})`, ...evidence.map(text => `     ${text}`)].join('\n');
}

function pathLine(call: TracedCall, next: TracedCall | undefined): string {
	const line = next?.calledAt ?? call.raised?.line ?? call.line;
	return `  ${call.file}:${line} ${call.name}`;
}

/** `minutes_between returned -1275: tally/clock.py:23: return end - start`. */
function writeLine({ name, value, call, line, isArgument }: Write, textOf: LineText): string {
	const code = `${call.file}:${line}: ${textOf(call.file, line).trim()}`;
	if (name === undefined) {
		return `  ${call.name} returned ${value}: ${code}`;
	}
	return isArgument
		? `  ${name} = ${value}: an argument of ${call.name} (${call.file}:${line})`
		: `  ${name} = ${value}: ${code}`;
}

function divergenceText({ call, other, kind, test, lines }: Divergence, textOf: LineText): string {
	const place = `${call.file}:${call.line}`;
	if (kind === 'result') {
		return `Differs here: ${place} ${callText(call)}\n  in ${test}, which passes, with the same arguments: ${callText(other)}`;
	}
	const shown = lines.slice(0, 5).map(line => `  ${line}: ${textOf(call.file, line).trim()}`);
	return `Differs here: ${place} ${callText(call)}\n  executes lines that it does not in tests that pass, such as ${test}:\n${shown.join('\n')}`;
}

/** The calls, each below the one that made it; calls of one function in a row are counted. */
function callTree({ trace: { calls } }: TraceReport): readonly string[] {
	const made = callsByParent(calls);
	const lines: string[] = [];
	const add = (parent: number, depth: number) => {
		const own = made.get(parent) ?? [];
		let nInRow = 0;
		for (const [at, call] of own.entries()) {
			nInRow = own[at - 1]?.line === call.line && own[at - 1]?.file === call.file ? nInRow + 1 : 0;
			if (nInRow >= most.inRow || lines.length >= most.calls) {
				continue;
			}
			lines.push(`${'  '.repeat(Math.min(depth, 8))}${callText(call)}  ${call.file}:${call.line}`);
			add(call.id, depth + 1);
		}
	};
	add(0, 1);
	const nMore = calls.length - lines.length;
	return nMore > 0 ? [...lines, `  (${counted(nMore, 'more call')})`] : lines;
}

function callLines(call: TracedCall, textOf: LineText): string {
	const shown = call.lines.slice(0, most.lines).map(({ line }, at) => {
		// A line's own changes are known when the next one begins.
		const changed = call.lines[at + 1]?.changed ?? call.end?.changed ?? {};
		return `${line} ${textOf(call.file, line)}${valuesText(changed)}`;
	});
	const nMore = call.lines.length - shown.length;
	const rest = nMore > 0 ? [`(${counted(nMore, 'more line')})`] : [];
	return [`${callText(call)}  ${call.file}:${call.line}`, ...shown, ...rest].join('\n');
}

function valuesText(values: Values): string {
	const entries = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
	return entries.length === 0 ? '' : `    # ${entries.join(', ')}`;
}
