import type { CodeUnit } from '../../../code/pure/calls/codeUnits';
import { ownPackages } from '../../../code/pure/search/files/projectOverview';
import { isThirdParty } from '../../../code/pure/search/thirdParty';
import type { Workspace } from '../../../history/pure/workspace';
import type { IssueBrief, StackRole, Traceback, TraceFrame } from '../../../runs/pure/model/brief';
import type { CodeLine } from '../../../runs/pure/model/location';
import { type CodeSymbol, isCallable } from '../../../runs/pure/model/symbol';
import { type Files, hasFolders } from '../../../system/pure/files';
import { blameOrder, stackWeight } from './blameOrder';
import { CompiledNames } from './compiledNames';
import { type FoundFile, FrameFiles } from './frameFiles';
import { SourceMaps } from './sourceMaps';
import { TraceFormats } from './traceFormats';

/** The place of a stack trace's frame in the workspace. */
export interface FramePlace {
	readonly file: string;
	readonly line?: number;
	/** Name of its function, as the code has it. */
	readonly function?: string;
	/** Line of the function that is meant, if several have the name. */
	readonly functionLine?: number;
	/** The line is not in this function: it belongs to another version of the code. */
	readonly isMoved?: true;
	/** Nothing in the file has the name of the frame's function: the function is the one around the line. */
	readonly hasOtherName?: true;
}

export interface WorkspaceFrame extends FramePlace {
	/** 1 for the frame of the workspace nearest to its error. */
	readonly depth: number;
	/** More for a frame near to errors, and for one of several failures. */
	readonly weight: number;
	/** Of its stack in a crash report. */
	readonly role?: StackRole;
}

/** The frames of an issue's stack traces that lie in the workspace, each once, the heaviest first. */
export interface WorkspaceFrames {
	readonly project: readonly WorkspaceFrame[];
	/** In tests, and in other code that only uses the project: examples, benchmarks, copies of other projects. */
	readonly tests: readonly WorkspaceFrame[];
	/** The place of each frame of the brief, as far as it is in the workspace. */
	readonly places: ReadonlyMap<TraceFrame, FramePlace>;
	/** Names that were called but do not exist, so that the fault is in the code they were looked up in. */
	readonly missing: ReadonlySet<string>;
}

/** Finds the frames of the workspace. Reads source maps if a frame is in generated code. */
export async function workspaceFrames(brief: IssueBrief, workspace: Workspace): Promise<WorkspaceFrames> {
	const { index, parser } = workspace;
	const isTest = (frame: FramePlace) =>
		index.file(frame.file)?.isTest === true || isThirdParty(frame.file) || isInTestUnit(frame, symbolsOf(frame.file));
	const paths = index.files().map(({ path }) => path);
	const symbolsOf = (path: string) => callablesOf(workspace, path);
	const formats = TraceFormats.of(parser.languages, []);
	const failures = framesOfFailures(brief.tracebacks);
	const isInstalled = failures.some(({ frames }) => frames.some(({ file }) => formats.packagePath(file) !== undefined));
	const packages = isInstalled ? await ownPackages(workspace) : [];
	const fit = (path: string, frame: TraceFrame) => fitOf(symbolsOf(path), frame);
	const files = new FrameFiles(paths, { formats, fit, isInFolders: hasFolders(workspace.files), packages });
	const placeOf = await placesOf(
		failures.map(({ frames }) => frames),
		files,
		workspace,
	);
	const found: WorkspaceFrame[] = [];
	for (const { frames, ...failure } of failures) {
		const places = frames.flatMap(frame => placeOf.get(frame) ?? []);
		const [tests, project] = [places.filter(isTest), places.filter(frame => !isTest(frame))];
		found.push(...[project, tests].flatMap(own => weighed(own, failure)));
	}
	const all = merged(found);
	const missing = new Set(brief.tracebacks.flatMap(({ error = '' }) => formats.missingIn(error) ?? []));
	return { project: all.filter(frame => !isTest(frame)), tests: all.filter(isTest), places: placeOf, missing };
}

/** The frames of an issue's traces, innermost first, if there are several and none is in the workspace; else none. */
export function foreignFrames({ tracebacks }: IssueBrief, { places }: WorkspaceFrames): readonly TraceFrame[] {
	const frames = tracebacks.flatMap(({ frames: own }) => own.toReversed());
	return places.size === 0 && frames.length > 1 ? frames : [];
}

/** The code that the stacks of an issue name. */
export interface ReportedCode {
	readonly lines: readonly CodeLine[];
	/** Some line numbers belong to another version of the code. */
	readonly isOfOtherVersion: boolean;
}

/**
 * A line for each frame: its own, but in a file whose lines have moved the first line of its function, since there a
 * line that is in the function may be another one by now.
 */
export function reportedCode({ project }: WorkspaceFrames): ReportedCode {
	const moved = new Set(project.flatMap(({ file, isMoved }) => (isMoved === true ? [file] : [])));
	const lines = project.flatMap(({ file, line, functionLine, hasOtherName }) => {
		const reported = !moved.has(file) ? line : hasOtherName === true ? undefined : functionLine;
		return reported === undefined ? [] : [{ file, line: reported }];
	});
	return { lines, isOfOtherVersion: moved.size > 0 };
}

/** The places of the frames of the failures, as far as they are in the workspace. */
async function placesOf(
	failures: readonly (readonly TraceFrame[])[],
	files: FrameFiles,
	workspace: Workspace,
): Promise<ReadonlyMap<TraceFrame, FramePlace>> {
	const frames = failures.flat();
	const names = new CompiledNames(workspace.parser.languages, workspace);
	const maps = new SourceMaps(workspace.files);
	const written = await Promise.all(
		failures.flatMap((own, failure) =>
			own.map(async frame => {
				const here = onThisMachine(frame, workspace.files);
				const meanings = await names.meanings(here);
				return { failure, meanings: meanings.length > 0 ? meanings : await maps.originalFrames(here) };
			}),
		),
	);
	const resolved = files.resolve(written);
	return new Map(
		frames.flatMap((frame, at) => {
			const found = resolved[at];
			return found === undefined ? [] : [[frame, placed(found, callablesOf(workspace, found.path))] as const];
		}),
	);
}

function callablesOf({ index }: Workspace, path: string): readonly CodeSymbol[] {
	return (index.file(path)?.symbols ?? []).filter(isCallable);
}

/** A path of this machine names its file, even if another folder of the workspace has a file of that name. */
function onThisMachine(frame: TraceFrame, files: Files): TraceFrame {
	return { ...frame, file: files.workspacePath?.(frame.file) ?? frame.file };
}

interface Failure {
	/** Those nearest to its error first; of a crash those first that are likely at fault. */
	readonly frames: readonly TraceFrame[];
	readonly weight: number;
	readonly role?: StackRole;
}

/**
 * The frames of each failure. Of errors that were made of each other, the frames of the first one come first.
 */
function framesOfFailures(tracebacks: readonly Traceback[]): Failure[] {
	const failures: (Failure & { readonly frames: TraceFrame[] })[] = [];
	const [first] = tracebacks;
	for (const traceback of tracebacks) {
		const { relation, role } = traceback;
		const frames = blameOrder(traceback);
		const last = failures.at(-1);
		if (first !== undefined && (last === undefined || relation === undefined || relation === 'replaces')) {
			failures.push({ frames, weight: stackWeight(traceback, first), ...(role && { role }) });
		} else if (relation === 'cause') {
			last?.frames.unshift(...frames);
		} else {
			last?.frames.push(...frames);
		}
	}
	return failures;
}

function placed({ path, frame }: FoundFile, symbols: readonly CodeSymbol[]): FramePlace {
	const { line, function: written } = frame;
	const name = plainName(written);
	const symbol = symbolAt(symbols, { name, line });
	const isMoved = line !== undefined && symbol !== undefined && !holds(symbol, line);
	return {
		file: path,
		...(line !== undefined && { line }),
		...(symbol && { function: symbol.name, functionLine: symbol.nameLine }),
		...(isMoved && { isMoved }),
		...(name !== undefined && symbol !== undefined && symbol.name !== name && { hasOtherName: true }),
	};
}

/** The function of a frame: the code may have changed since, so a name counts more than a line. */
function symbolAt(
	symbols: readonly CodeSymbol[],
	{ name, line }: { readonly name: string | undefined; readonly line: number | undefined },
): CodeSymbol | undefined {
	const around = symbols.filter(symbol => holds(symbol, line));
	const named = symbols.filter(symbol => symbol.name === name);
	const nearest = [...named].sort((a, b) => distance(a, line) - distance(b, line))[0];
	return around.findLast(symbol => symbol.name === name) ?? nearest ?? around.at(-1);
}

function fitOf(symbols: readonly CodeSymbol[], { line, function: written }: TraceFrame): 0 | 1 | 2 {
	const name = plainName(written);
	const named = name === undefined ? [] : symbols.filter(symbol => symbol.name === name);
	return named.some(symbol => holds(symbol, line)) ? 2 : named.length > 0 ? 1 : 0;
}

function holds({ startLine, endLine }: CodeSymbol, line: number | undefined): boolean {
	return line !== undefined && startLine <= line && line <= endLine;
}

function distance({ startLine, endLine }: CodeSymbol, line = startLine): number {
	return Math.max(0, startLine - line, line - endLine);
}

/** The last part of a written name: `item` of `shop::Basket::item::{{closure}}`. */
function plainName(written: string | undefined): string | undefined {
	return /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(written?.replaceAll(/::\{\{?[^{}:]*\}\}?/g, '') ?? '')?.[0];
}

/** The frames of one failure, each function once. */
function weighed(places: readonly FramePlace[], { weight, role }: Omit<Failure, 'frames'>): WorkspaceFrame[] {
	const first = places.filter((place, at) => places.findIndex(each => keyOf(each) === keyOf(place)) === at);
	return first.map((place, at) => ({ ...place, depth: at + 1, weight: weight / (at + 1), ...(role && { role }) }));
}

/**
 * A frame in several failures is more likely their reason; of equal ones, the frame of an earlier failure comes first.
 */
function merged(frames: readonly WorkspaceFrame[]): WorkspaceFrame[] {
	const byPlace = new Map<string, WorkspaceFrame>();
	for (const frame of frames) {
		const known = byPlace.get(keyOf(frame));
		const weight = frame.weight + (known?.weight ?? 0);
		byPlace.set(
			keyOf(frame),
			known !== undefined && known.depth <= frame.depth ? { ...known, weight } : { ...frame, weight },
		);
	}
	return [...byPlace.values()].sort((a, b) => b.weight - a.weight);
}

function keyOf({ file, function: name, functionLine, line }: FramePlace): string {
	return name === undefined ? `${file}:${line}` : `${file} ${name} ${functionLine}`;
}

/** Whether a frame is in tests that are in a file of the code they test. */
function isInTestUnit({ function: name, functionLine }: FramePlace, symbols: readonly CodeSymbol[]): boolean {
	return symbols.some(symbol => symbol.name === name && symbol.nameLine === functionLine && isTestUnit(symbol));
}

/** Whether a function is in a module of tests. */
export function isTestUnit({ container }: Pick<CodeUnit, 'container'>): boolean {
	return container.split('.').some(part => /^tests?$/i.test(part));
}
