import type { CodeModel } from '../../../code/pure/calls/codeModel';
import { ownerName } from '../../../code/pure/calls/codeUnits';
import type { Reference } from '../../../code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../code/pure/languages/languageData';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import { isCallable } from '../../../runs/pure/model/symbol';
import { folderOf, hasFolders } from '../../../system/pure/files';
import { isCall } from './callLinks';
import { type TestImports, testImports } from './testImports';
import { isTestUnit, type WorkspaceFrame, type WorkspaceFrames } from './workspaceFrames';

/** A function that a failing test calls. */
export interface TestCall {
	/** Position in the model. */
	readonly at: number;
	/** The line of the test that calls it, as a workspace path and a line. */
	readonly file: string;
	readonly line: number;
	readonly isFailingLine: boolean;
	/** No other function may be meant. */
	readonly isOnly: boolean;
	/** More for a likely function, and for one that several failing tests call. */
	readonly weight: number;
}

/** Lines above the failing one that are read. */
const aboveLimit = 40;
const limits = { frames: 10, calls: 8, definitions: 6 };

/**
 * The functions that failing tests call, most likely first: those on the failing line, then those that gave it its
 * values, then the others above it. Names are resolved through the imports of the test.
 */
export async function testCalls(
	{ tests, missing }: Pick<WorkspaceFrames, 'tests' | 'missing'>,
	model: CodeModel,
	workspace: Workspace,
): Promise<TestCall[]> {
	const calls: TestCall[] = [];
	for (const frame of tests.slice(0, limits.frames)) {
		const made = await callsOf(frame, missing, { model, workspace });
		calls.push(...weighed(made));
	}
	const merged = new Map<number, TestCall>();
	for (const call of calls) {
		const known = merged.get(call.at);
		merged.set(call.at, { ...(known ?? call), weight: call.weight + (known?.weight ?? 0) });
	}
	return [...merged.values()].sort((a, b) => b.weight - a.weight).slice(0, limits.calls);
}

/** The calls of one test, each function once. */
function weighed(calls: readonly Omit<TestCall, 'weight'>[]): TestCall[] {
	const first = calls.filter((call, idx) => calls.findIndex(({ at }) => at === call.at) === idx);
	return first.map((call, idx) => ({ ...call, weight: 1 / (idx + 1) }));
}

type Call = Pick<Reference, 'name' | 'kind' | 'line' | 'receiver'>;

async function callsOf(
	frame: WorkspaceFrame,
	missing: ReadonlySet<string>,
	{ model, workspace }: { readonly model: CodeModel; readonly workspace: Workspace },
): Promise<Omit<TestCall, 'weight'>[]> {
	const { file, line } = frame;
	const language = workspace.parser.languages.find(({ id }) => id === workspace.index.file(file)?.language);
	if (language === undefined || line === undefined) {
		return [];
	}
	const text = await readIfText(workspace.files, file);
	const lines = text.split('\n');
	const references = await workspace.parser.references(language, text);
	const folder = hasFolders(workspace.files) ? `${folderOf(file)}/` : '';
	const imports = testImports(
		{ path: file, text, folder, packageName: await packageName(language, folder, workspace) },
		model,
	);
	const failing = failingLines(lines, line);
	const isFailing = (at: number) => failing.start <= at && at <= failing.end;
	const isHere = (call: Call) =>
		workspace.index.file(file)?.isTest === true && inHelper(call.name, file, workspace).length > 0;
	// Functions that do not exist were not called.
	const isMissing = (call: Call) => missing.has(call.name) && isFailing(call.line);
	const called = references.filter(call => isCall(call) && !isMissing(call));
	const calling = { file, imports, initializer: language.receivers?.initializer };
	const resolve = (call: Call) => {
		const meant = isHere(call) ? [] : meantBy(call, calling, model);
		const { line: at } = call;
		return meant.map(each => ({ at: each, file, line: at, isFailingLine: isFailing(at), isOnly: meant.length === 1 }));
	};
	const block = blockAbove(lines, line, startOf(frame, workspace));
	const words = wordsOf(lines.slice(failing.start - 1, failing.end).join(' '));
	const gaveValues = (at: number) => [...wordsOf(lines[at - 1] ?? '')].some(word => words.has(word));
	const above = called.filter(({ line: at }) => at >= block && at < failing.start).reverse();
	const helpers = called.filter(({ line: at }) => isFailing(at)).flatMap(({ name }) => inHelper(name, file, workspace));
	const found = [
		...outermostFirst(
			called.filter(call => isFailing(call.line)),
			lines,
		),
		...called.filter(({ line: at }) => helpers.some(helper => helper.startLine <= at && at <= helper.endLine)),
		...above.filter(call => gaveValues(call.line)),
		...above.filter(call => !gaveValues(call.line)),
	];
	return found.flatMap(resolve);
}

/** The name under which the workspace's own code is imported, as far as a file in its root gives it. */
async function packageName(
	{ packageName }: LanguageData,
	folder: string,
	{ files }: Workspace,
): Promise<string | undefined> {
	const lines = packageName === undefined ? [] : (await readIfText(files, folder + packageName.file)).split('\n');
	const line = new RegExp(packageName?.line ?? '');
	return lines.map(text => line.exec(text.slice(0, 300))?.groups?.name).find(name => name !== undefined);
}

/** The lines of the statement that begins on a line: those below it that are indented further, or close a bracket. */
function failingLines(lines: readonly string[], line: number): { readonly start: number; readonly end: number } {
	const depth = indentOf(lines[line - 1] ?? '');
	let end = line;
	while (end < line + 10 && indentOf(lines[end] ?? '') > depth && (lines[end] ?? '').trim() !== '') {
		end++;
	}
	return { start: line, end: /[({[,]\s*$/.test(lines[line - 1] ?? '') ? end : line };
}

/** The start of a frame's function, if it has a name. */
function startOf({ file, functionLine }: WorkspaceFrame, { index }: Workspace): number | undefined {
	const symbol = index.file(file)?.symbols.find(each => isCallable(each) && each.nameLine === functionLine);
	return symbol?.startLine;
}

/** The first line of the block around a line: of its function, else below the nearest line that is indented less. */
function blockAbove(lines: readonly string[], line: number, functionStart: number | undefined): number {
	const depth = indentOf(lines[line - 1] ?? '');
	const least = Math.max(1, functionStart ?? 1, line - aboveLimit);
	let at = line - 1;
	while (
		at >= least &&
		(functionStart !== undefined || (lines[at - 1] ?? '').trim() === '' || indentOf(lines[at - 1] ?? '') >= depth)
	) {
		at--;
	}
	return at + 1;
}

function indentOf(line: string): number {
	return line.length - line.trimStart().length;
}

function wordsOf(line: string): Set<string> {
	return new Set((line.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter(word => word.length > 1));
}

/**
 * The calls of a statement in reverse order of evaluation: `f` before `g` in `f(g())`, and `b` before `a` in `a().b()`.
 */
function outermostFirst(calls: readonly Call[], lines: readonly string[]): Call[] {
	const ends = new Map<number, number>();
	const placed = calls.map((call, order) => {
		const text = lines[call.line - 1] ?? '';
		const at = Math.max(0, text.indexOf(call.name, ends.get(call.line) ?? 0));
		ends.set(call.line, at + call.name.length);
		const before = text.slice(0, at);
		return { call, order, depth: nOpen(before), isChained: /[)\]]\??(?:\.|->|::)$/.test(before) };
	});
	const chains: (typeof placed)[] = [];
	for (const each of placed) {
		const chain = each.isChained ? chains.findLast(([first]) => first?.depth === each.depth) : undefined;
		if (chain === undefined) {
			chains.push([each]);
		} else {
			chain.unshift(each);
		}
	}
	return chains
		.sort(([a], [b]) => (a?.depth ?? 0) - (b?.depth ?? 0))
		.flat()
		.map(({ call }) => call);
}

/** How many brackets are open after a text. */
function nOpen(text: string): number {
	return (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
}

/** Functions of a name in the test's own file. */
function inHelper(name: string, file: string, { index }: Workspace) {
	return (index.file(file)?.symbols ?? []).filter(symbol => isCallable(symbol) && symbol.name === name);
}

interface CallingTest {
	readonly file: string;
	readonly imports: TestImports;
	readonly initializer: string | undefined;
}

/** The functions that a call in a test may mean: in its imports, beside it, or else anywhere. */
function meantBy(
	{ name, kind, receiver }: Call,
	{ file, imports, initializer }: CallingTest,
	model: CodeModel,
): readonly number[] {
	if (imports.foreign.has(receiver === undefined ? name : (receiver.split('.')[0] ?? ''))) {
		return [];
	}
	const plain = kind === 'class' ? [] : model.functionsNamed(name);
	const made = model.functionsNamed(initializer ?? name).filter(at => isIn(model, at, name));
	const all = (plain.length > 0 ? plain : made).filter(at => isOther(model, at));
	const inFiles = (files: ReadonlySet<number>) => all.filter(at => files.has(model.fileOf[at] ?? -1));
	const imported = inFiles(imports.files);
	const beside = all.filter(at => isBeside(model.pathOf(at), file));
	const meant = imported.length > 0 ? imported : beside.length > 0 ? beside : all;
	return meant.length <= limits.definitions ? meant : [];
}

/** Whether a function is a method of a class of that name. */
function isIn(model: CodeModel, at: number, className: string): boolean {
	const unit = model.unit(at);
	return unit !== undefined && ownerName(unit) === className;
}

function isOther(model: CodeModel, at: number): boolean {
	const unit = model.unit(at);
	return unit !== undefined && !isTestUnit(unit);
}

/** In the same file or folder, or of the same name as the test. */
function isBeside(path: string, test: string): boolean {
	const folder = (each: string) => each.slice(0, each.lastIndexOf('/') + 1);
	const stem = (each: string) => each.slice(each.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
	const tested = stem(test).replace(/^tests?[_-]?(?=\w{2})|[._-]?(?:tests?|spec)$/gi, '');
	return path === test || folder(path) === folder(test) || stem(path) === tested;
}
