import type { CoverageData } from '../../../code/pure/languages/coverageData';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import { type ExecutedFunction, readCalled } from '../../../sandbox/pure/execution/executedFunctions';
import { FileUnreadableError } from '../../../system/pure/files';
import type { CoveragePaths } from './coveragePaths';
import { readJacoco } from './jacocoReport';
import { readGcov, readGoCover, readLcov } from './lineReports';
import { readTestLines, type WrittenTestLines } from './readTestLines';
import { type ExecutedLines, JoinedLines } from './testCoverage';
import { calledFunctions, calledOriginals } from './v8Calls';
import { executedLines, executedOriginals } from './v8Lines';
import { readV8Report, type V8Script, type V8SourceMap } from './v8Report';

export interface RecordingPlace {
	readonly checkout: Checkout;
	/** Workspace path of the folder `{coverage}`. */
	readonly folder: string;
	/** The beginning of workspace paths in the project: '' or `a/b/`. */
	readonly start: string;
	readonly paths: CoveragePaths;
	/** Called with a sentence for users for a file that is not read, or not whole. */
	readonly onUnread: (problem: string) => void;
}

/**
 * Reads a recording, one file after the other, as all of them may be large: the lines each test executed, or one
 * without a name, perhaps in several pieces.
 */
export async function* readRecording(data: CoverageData, place: RecordingPlace): AsyncGenerator<WrittenTestLines> {
	const { checkout, folder, onUnread } = place;
	for await (const recorded of recordedTexts(data, place)) {
		for await (const { problem, ...written } of ofText(recorded, data, place)) {
			if (problem === undefined) {
				yield written;
			} else {
				// Lines that are missing would count as lines that the test does not execute.
				onUnread(`Not all that was recorded counts: ${recorded.file} ${problem}.`);
			}
		}
	}
	await checkout.remove(folder);
}

async function* ofText(
	{ text, file }: RecordedText,
	{ format }: CoverageData,
	place: RecordingPlace,
): AsyncGenerator<WrittenTestLines> {
	if (format === 'tests') {
		yield* ofTests(text, place.paths);
	} else if (format === 'v8') {
		yield* ofReports(text, place);
	} else {
		const { lines, problem } = readers[format](text);
		yield { test: '', lines: inWorkspace(lines, place.paths, file), problem };
	}
}

function* ofTests(text: string, paths: CoveragePaths): Generator<WrittenTestLines> {
	for (const { lines, ...written } of readTestLines(text)) {
		yield { ...written, lines: inWorkspace(lines, paths) };
	}
	const called = known(readCalled(text), paths);
	if (called.length > 0) {
		yield { test: '', lines: new Map(), called };
	}
}

async function* ofReports(text: string, place: RecordingPlace): AsyncGenerator<WrittenTestLines> {
	for (const line of text.split('\n')) {
		const { test = '', scripts, maps, problem } = readV8Report(line);
		if (problem !== undefined) {
			yield { test, lines: new Map(), problem };
		}
		for (const script of scripts) {
			yield { test, ...(await ofScript(script, maps.get(script.url), place)) };
		}
	}
}

const readers = { lcov: readLcov, goCover: readGoCover, gcov: readGcov, jacoco: readJacoco } as const;

interface RecordedText {
	readonly text: string;
	/** Workspace path of the file that it is in. */
	readonly file: string;
}

async function* recordedTexts(
	{ files, reports }: CoverageData,
	{ checkout, folder, start, onUnread }: RecordingPlace,
): AsyncGenerator<RecordedText> {
	const read = async (file: string): Promise<string | undefined> => {
		try {
			return await checkout.files.readText(file);
		} catch (error) {
			if (!(error instanceof FileUnreadableError)) {
				throw error;
			}
			if (error.reason === 'missing') {
				return undefined;
			}
			onUnread(`Not all that was recorded counts: ${error.message}.`);
			return '';
		}
	};
	for (const file of reports === undefined ? [] : await checkout.find(start + reports)) {
		yield { text: (await read(file)) ?? '', file };
	}
	for (const name of files) {
		const isNumbered = name.includes('{n}');
		for (let n = 0; n === 0 || isNumbered; n++) {
			const file = `${folder}/${name.replace('{n}', `${n}`)}`;
			const text = await read(file);
			if (text === undefined) {
				break;
			}
			if (text !== '') {
				yield { text, file };
			}
		}
	}
}

function inWorkspace(lines: ExecutedLines, paths: CoveragePaths, report?: string): ExecutedLines {
	const found = new JoinedLines();
	for (const [written, own] of lines) {
		const path = paths.pathOf(written, report);
		if (path !== undefined) {
			found.addTo(path, own);
		}
	}
	return found.lines;
}

async function ofScript(
	script: V8Script,
	map: V8SourceMap | undefined,
	{ checkout, paths }: RecordingPlace,
): Promise<Omit<WrittenTestLines, 'test'>> {
	if (map !== undefined) {
		const lines = new Map(
			[...executedOriginals(script, map)].map(([source, own]) => [resolved(source, script.url), own]),
		);
		const called = calledOriginals(script, map).map(each => ({ ...each, file: resolved(each.file, script.url) }));
		return { lines: inWorkspace(lines, paths), called: known(called, paths) };
	}
	const path = script.url.startsWith('file:') ? paths.pathOf(script.url) : undefined;
	const text = path === undefined ? '' : await readIfText(checkout.files, path);
	return path === undefined
		? { lines: new Map() }
		: { lines: new Map([[path, executedLines(script, text)]]), called: calledFunctions(script, text, path) };
}

function known(called: readonly ExecutedFunction[], paths: CoveragePaths): readonly ExecutedFunction[] {
	return called.flatMap(each => {
		const file = paths.pathOf(each.file);
		return file === undefined ? [] : [{ ...each, file }];
	});
}

/** Sources of a map are relative to its script. */
function resolved(source: string, url: string): string {
	try {
		return new URL(source, url).href;
	} catch {
		return source;
	}
}
