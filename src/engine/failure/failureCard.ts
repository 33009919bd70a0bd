import type { Workspace } from '../../history/pure/workspace';
import { makeBrief } from '../../localizer/pure/brief/makeBrief';
import { locateAside } from '../../localizer/pure/embedded/locateAside';
import type { IssueBrief } from '../../runs/pure/model/brief';
import type { Issue, NamedTest } from '../../runs/pure/model/issue';
import type { BugLocation } from '../../runs/pure/model/location';
import { type CodeSymbol, callbackText } from '../../runs/pure/model/symbol';
import { tracedLines } from '../../runs/pure/model/testing/tracedSuspect';
import type { TraceReport } from '../../testing/pure/callTrace/traceReport';
import { type RaisedAt, raisedAt } from '../../testing/pure/traces/raisedAt';
import { type WorkspaceFrame, workspaceFrames } from '../../testing/pure/traces/workspaceFrames';
import type { CulpritReport } from '../culprit/culpritReport';

/** All that is known about a failure, as it becomes known. */
export interface FailureCard {
	/** The failed test or command. */
	readonly title: string;
	/** The failed test, by which it is run again; absent if it is not known. */
	readonly test?: NamedTest;
	readonly raisedAt?: RaisedAt;
	/** Of the embedded localizer: the most likely location, and all of them, best first. */
	readonly suspect?: { readonly location: BugLocation; readonly locations: readonly BugLocation[] };
	/** What the failing run did. */
	readonly trace?: TraceReport;
	/** The commit that broke it. */
	readonly culprit?: CulpritReport;
}

/** What the output of a failed test or command says. */
export interface ReadFailure {
	readonly brief: IssueBrief;
	readonly raisedAt: RaisedAt;
	/** The test that failed, if its frames lead to it. */
	readonly test?: NamedTest;
}

/** Reads the output of a failed test or command. Undefined if no stack trace in it leads into the workspace. */
export async function readFailure(issue: Issue, workspace: Workspace): Promise<ReadFailure | undefined> {
	const brief = makeBrief(issue, workspace.parser.languages);
	if (brief.tracebacks.length === 0) {
		return undefined;
	}
	const frames = await workspaceFrames(brief, workspace);
	const raised = raisedAt(brief, frames);
	const test = testOf(frames.tests, workspace);
	return raised && { brief, raisedAt: raised, ...(test && { test }) };
}

export interface SuspectOptions {
	readonly signal: AbortSignal;
	/** What the failing run did, if it is known. */
	readonly trace?: TraceReport | undefined;
}

/** The suspect, by the embedded localizer; undefined if no location is likely. Throws the signal's reason. */
export async function suspectOf(
	issue: Issue,
	brief: IssueBrief,
	workspace: Workspace,
	{ signal, trace }: SuspectOptions,
): Promise<FailureCard['suspect']> {
	const called = trace && tracedLines(trace.suspects);
	const { locations } = await locateAside(workspace, { ...{ issue, brief, signal }, ...(called && { called }) });
	const [location] = locations;
	// A guess is no suspect.
	return location === undefined || location.lessLikely === true ? undefined : { location, locations };
}

/** The function of the outermost frame that is in a test file. */
function testOf(frames: readonly WorkspaceFrame[], { index, languages }: Workspace): NamedTest | undefined {
	const outermost = frames
		.filter(({ file, line }) => line !== undefined && languages.isTest(file))
		.reduce<WorkspaceFrame | undefined>(
			(best, each) => (best === undefined || each.depth > best.depth ? each : best),
			undefined,
		);
	if (outermost?.line === undefined) {
		return undefined;
	}
	const { file, line } = outermost;
	const symbols = index.file(file)?.symbols ?? [];
	const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
	const names = around.sort((a, b) => a.startLine - b.startLine).map(nameOf);
	return names.length === 0 ? undefined : { id: names.join(' '), names, file };
}

/** Of a callback the text in its name: `closes the socket` of `it('closes the socket')`. */
function nameOf({ name, kind }: CodeSymbol): string {
	return kind === 'callback' ? name.slice(callbackText(name) + 2, -2) : name;
}
