import type { CodeModel } from '../../../code/pure/calls/codeModel';
import { isThirdParty } from '../../../code/pure/search/thirdParty';
import type { Workspace } from '../../../history/pure/workspace';
import { type StateWriter, stateWriters } from '../../../testing/pure/traces/stateWriters';
import { type TestCall, testCalls } from '../../../testing/pure/traces/testCalls';
import type { WorkspaceFrame, WorkspaceFrames } from '../../../testing/pure/traces/workspaceFrames';
import { crashFrameText } from '../explain/crashFrameText';
import type { PlannedCall } from './plannedCall';

const windowLines = 5;
const limits = { frames: 6, testCalls: 6 };

/**
 * One call for each frame of a stack trace that lies in the workspace, nearest to the error first; then one for each
 * function that a failing test, or a program that only uses the project, calls, and for each that sets values the
 * nearest frames read.
 */
export async function traceCalls(
	{ project, tests, missing }: WorkspaceFrames,
	model: CodeModel,
	workspace: Workspace,
): Promise<PlannedCall[]> {
	const frames = project.slice(0, limits.frames).map(frameCall);
	const called = (await testCalls({ tests, missing }, model, workspace)).slice(0, limits.testCalls);
	const writers = await stateWriters(project, model, workspace);
	return [
		...frames,
		...called.flatMap(call => testCall(call, model)),
		...writers.flatMap(writer => writerCall(writer, model)),
	];
}

function frameCall({ file, line, function: method, functionLine, depth, weight, role }: WorkspaceFrame): PlannedCall {
	const place = line === undefined ? file : `${file}:${line}`;
	const ordinary = depth === 1 ? `The stack trace ends here (${place}).` : `Frame ${depth} from the error (${place}).`;
	const text = role === undefined ? ordinary : crashFrameText(role, depth, place);
	const at = functionLine ?? line;
	const codeLine = line === undefined ? {} : { codeLine: { file, line } };
	const meaning = { kind: 'trace' as const, weight, text, ...codeLine, ...(at !== undefined && { line: at }) };
	return method !== undefined
		? { tool: 'search_method_in_file', args: { method_name: method, file_name: file }, meaning }
		: {
				tool: 'get_code_around_line',
				args: { file_name: file, line_number: line ?? 1, window_size: windowLines },
				meaning,
			};
}

function testCall({ at, file, line, isFailingLine, isOnly, weight }: TestCall, model: CodeModel): PlannedCall[] {
	const unit = model.unit(at);
	const symbol = unit?.symbols[0];
	if (unit === undefined || symbol === undefined) {
		return [];
	}
	const caller = isThirdParty(file) ? 'program' : 'test';
	const who = isFailingLine ? `The failing line of the ${caller}` : `The failing ${caller}`;
	const called = isOnly ? 'it' : 'a function of this name';
	return [
		{
			tool: 'search_method_in_file',
			args: { method_name: unit.name, file_name: unit.file },
			meaning: {
				kind: 'test',
				weight,
				text: `${who} calls ${called} (${file}:${line}).`,
				line: symbol.nameLine,
				codeLine: { file, line },
			},
		},
	];
}

function writerCall({ at, member, line, reader, weight }: StateWriter, model: CodeModel): PlannedCall[] {
	const unit = model.unit(at);
	const symbol = unit?.symbols[0];
	if (unit === undefined || symbol === undefined) {
		return [];
	}
	const { file } = unit;
	return [
		{
			tool: 'search_method_in_file',
			args: { method_name: unit.name, file_name: file },
			meaning: {
				kind: 'state',
				weight,
				text: `${line === undefined ? 'Does not set' : 'Sets'} ${member}, which a frame of the trace reads (${reader.file}:${reader.line}).`,
				line: symbol.nameLine,
				codeLine: line === undefined ? reader : { file, line },
			},
		},
	];
}
