import type { IssueBrief, TraceFrame } from '../../../model/brief';
import type { CodeModel } from '../../../rank/codeModel';
import { resolvePath } from '../../../rank/resolvePath';
import type { CallMeaning, PlannedCall } from './plannedCall';

const windowLines = 5;

/** One call for each frame of a stack trace that lies in the workspace, those nearest to the error first. */
export function traceCalls(brief: IssueBrief, model: CodeModel): PlannedCall[] {
	const frames = brief.tracebacks.flatMap(trace => framesInCode(trace.frames, model));
	return frames.sort((a, b) => a.distance - b.distance).map(frameCall);
}

interface CodeFrame extends TraceFrame {
	/** 1 for the frame of the workspace nearest to the error. */
	readonly distance: number;
}

function framesInCode(frames: readonly TraceFrame[], model: CodeModel): CodeFrame[] {
	const found: CodeFrame[] = [];
	for (const frame of [...frames].reverse()) {
		const [file, ...others] = resolvePath(model.files, frame.file);
		if (file !== undefined && others.length === 0) {
			found.push({ ...frame, file, distance: found.length + 1 });
		}
	}
	return found;
}

function frameCall(frame: CodeFrame): PlannedCall {
	const { file, line, function: written = '' } = frame;
	const method = /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(written)?.[0];
	const meaning = meaningOf(frame);
	return method !== undefined
		? { tool: 'search_method_in_file', args: { method_name: method, file_name: file }, meaning }
		: {
				tool: 'get_code_around_line',
				args: { file_name: file, line_number: line ?? 1, window_size: windowLines },
				meaning,
			};
}

function meaningOf({ file, line, distance }: CodeFrame): CallMeaning {
	const place = line === undefined ? file : `${file}:${line}`;
	const text =
		distance === 1 ? `The stack trace ends here (${place}).` : `Frame ${distance} from the error (${place}).`;
	return { kind: 'trace', weight: 1 / distance, text, ...(line === undefined ? {} : { line }) };
}
