import type { StackRole, Traceback, TraceFrame } from '../../../runs/pure/model/brief';
import { blameOrder, stackWeight } from '../../../testing/pure/traces/blameOrder';
import { crashFrameText } from './crashFrameText';
import { codeLines, type Ground, type IssueGround, type Subject } from './subject';

/** The frames of the issue's stack traces that are in a location, those nearest to the error first. */
export function frameGrounds(subject: Subject, issue: IssueGround): Ground[] {
	const { tracebacks } = issue.brief;
	const found = tracebacks.flatMap(traceback => framesOf(traceback, issue));
	return found
		.filter(({ file }) => file === subject.place.file)
		.flatMap(frame => groundOf(frame, subject, issue))
		.sort((a, b) => b.weight - a.weight);
}

interface FoundFrame extends TraceFrame {
	/** As the issue has it. */
	readonly written: TraceFrame;
	/** From the error, 1 for the last frame of the trace; in a crash report, from the likeliest one. */
	readonly distance: number;
	/** Of its stack, compared with other stacks of a crash report. */
	readonly share: number;
	readonly role?: StackRole;
	/** The last one in the workspace. */
	readonly isLast: boolean;
	/** The line with the name of the function meant. */
	readonly functionLine?: number;
}

function framesOf(traceback: Traceback, { placeOfFrame, brief }: IssueGround): FoundFrame[] {
	const found: FoundFrame[] = [];
	const { role } = traceback;
	const shared = { share: stackWeight(traceback, brief.tracebacks[0] ?? traceback), ...(role && { role }) };
	for (const [at, frame] of blameOrder(traceback).entries()) {
		const place = placeOfFrame(frame);
		if (place !== undefined) {
			found.push({ ...frame, ...place, ...shared, written: frame, distance: at + 1, isLast: found.length === 0 });
		}
	}
	return found;
}

/** A frame of another version of the file is known by its function, and by the code that the trace shows of it. */
function groundOf(frame: FoundFrame, subject: Subject, issue: IssueGround): Ground[] {
	const { place, symbols } = subject;
	const name = lastPart(frame.function ?? '');
	const issueLine = lineOfFrame(frame.written, issue);
	const lines = codeLines(subject);
	const isInside = lines.some(({ number }) => number === frame.line);
	const isNamed = name !== undefined && lines.some(({ text }) => text.includes(name));
	const { functionLine } = frame;
	const isOwn = symbols.some(each => each.name === name && each.nameLine === (functionLine ?? each.nameLine));
	if (!(isInside && (name === undefined || isNamed)) && !isOwn) {
		return [];
	}
	const shown = issueLine === undefined ? '' : (issue.text.lines[issueLine] ?? '').trim();
	const same = shown.length < leastShown ? [] : lines.filter(({ text }) => text.trim() === shown);
	const line =
		isInside && (same.length === 0 || same.some(({ number }) => number === frame.line)) ? frame.line : undefined;
	const codeLine = line ?? same[0]?.number;
	return [
		{
			evidence: {
				kind: 'trace',
				text: frameText(frame, line === undefined ? name : undefined),
				...(issueLine === undefined ? {} : { issueLine }),
				codeLine: { file: place.file, line: codeLine ?? symbols[0]?.nameLine ?? place.startLine },
			},
			lines: codeLine === undefined ? [] : [codeLine],
			weight: (100 * frame.share) / frame.distance,
		},
	];
}

/** Shorter lines of code are in many places. */
const leastShown = 6;

function frameText({ file, line, distance, isLast, role }: FoundFrame, name: string | undefined): string {
	const place = name ?? (line === undefined ? file : `${file}:${line}`);
	if (role !== undefined) {
		return crashFrameText(role, distance, place);
	}
	const last = distance === 1 ? 'The stack trace ends here' : 'The last frame of the trace in this workspace';
	return isLast ? `${last} (${place}).` : `Frame ${distance} from the error (${place}).`;
}

/** The line of the issue that has the file's name and the line or the function. */
function lineOfFrame({ file, line, function: name }: TraceFrame, { text }: IssueGround): number | undefined {
	const baseName = file.slice(file.lastIndexOf('/') + 1);
	const mark = line === undefined ? name : String(line);
	const has = (row: string) =>
		row.includes(baseName) && (mark === undefined || row.slice(row.indexOf(baseName) + baseName.length).includes(mark));
	const at = text.lines.findIndex(row => has(row) && (name === undefined || row.includes(lastPart(name) ?? name)));
	const found = at < 0 ? text.lines.findIndex(has) : at;
	return found < 0 ? undefined : found + 1;
}

/** `run` of `Server.run`. */
function lastPart(name: string): string | undefined {
	return /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(name)?.[0];
}
