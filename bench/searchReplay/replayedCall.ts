import type { Workspace } from '../../src/history/pure/workspace';
import { callTool } from '../../src/models/pure/tools/callTool';
import { searchTools } from '../../src/models/pure/tools/toolTable';
import type { ToolAnswer } from '../../src/runs/pure/model/toolAnswer';
import type { NamedLines, NamedThing, NamedThings } from './namedThings';
import type { RecordedCall } from './recordedCall';

/** A recorded call with its recorded and its current result. */
export interface ReplayedCall {
	readonly call: RecordedCall;
	readonly answer: ToolAnswer;
	/** What the call names, where that exists. */
	readonly thing: NamedThing | undefined;
	/** The answer has a place that shares a line with it, and its text names the file. */
	readonly isLed: boolean;
	/** Of a call that succeeded: the answer holds one of the files the recorded answer names. */
	readonly isSameFile: boolean;
}

/** Repeats a call over the tree it was made on. */
export async function replayCall(call: RecordedCall, workspace: Workspace, things: NamedThings): Promise<ReplayedCall> {
	const answer = await callTool(searchTools, currentName(call.func_name), currentArguments(call), { workspace });
	const thing = things.of(call);
	const isLed = thing?.lines.some(lines => holds(answer, lines)) ?? false;
	const recorded = [...call.output.matchAll(/<file>(.*?)<\/file>/g)].map(match => match[1]);
	const isSameFile =
		recorded.length === 0 || answer.places.some(({ file }) => recorded.includes(file) && answer.text.includes(file));
	return { call, answer, thing, isLed, isSameFile };
}

/** A tool of the recorded runs without an equivalent name here: it looked up a class without a file. */
function currentName(name: string): string {
	return name === 'get_class_full_snippet' ? 'search_class' : name;
}

/** The argument of `search_code` has another name here. */
function currentArguments({ func_name: tool, arguments: { code_str: code, ...others } }: RecordedCall) {
	const key = tool === 'search_code' ? 'query' : 'code_str';
	return { ...others, ...(code !== undefined && { [key]: code }) };
}

function holds({ places, text }: ToolAnswer, { file, startLine, endLine }: NamedLines): boolean {
	const namesFile = text.includes(file);
	return (
		namesFile && places.some(place => place.file === file && place.startLine <= endLine && startLine <= place.endLine)
	);
}
