import type { Checkout } from '../../ports';
import { readIfText } from '../../rank/readIfText';
import type { CoverageData } from './coverageData';
import type { CoveragePaths } from './coveragePaths';
import { readJacoco } from './jacocoReport';
import { readGcov, readGoCover, readLcov } from './lineReports';
import { readTestLines, type WrittenTestLines } from './readTestLines';
import type { ExecutedLines } from './testCoverage';
import { executedLines, executedOriginals } from './v8Lines';
import { readV8Report, type V8Report, type V8Script } from './v8Report';

export interface RecordingPlace {
	readonly checkout: Checkout;
	/** Workspace path of the folder `{coverage}`. */
	readonly folder: string;
	/** The beginning of workspace paths in the project: '' or `a/b/`. */
	readonly start: string;
	readonly paths: CoveragePaths;
}

/**
 * What was recorded, one file after the other, as all of them may be large: the lines of each test, or of one that has no
 * name. Files in another form hold nothing.
 */
export async function* readRecording(data: CoverageData, place: RecordingPlace): AsyncGenerator<WrittenTestLines> {
	const { checkout, folder, paths } = place;
	for await (const { text, file } of recordedTexts(data, place)) {
		if (data.format === 'tests') {
			for (const { lines, ...written } of readTestLines(text)) {
				yield { ...written, lines: inWorkspace(lines, paths) };
			}
		} else if (data.format === 'v8') {
			for (const line of text.split('\n')) {
				const report = readV8Report(line);
				yield { test: report.test ?? '', lines: await linesOfScripts(report, place) };
			}
		} else {
			yield { test: '', lines: inWorkspace(readers[data.format](text), paths, file) };
		}
	}
	await checkout.remove(folder);
}

const readers = { lcov: readLcov, goCover: readGoCover, gcov: readGcov, jacoco: readJacoco } as const;

interface RecordedText {
	readonly text: string;
	/** Workspace path of the file that it is in. */
	readonly file: string;
}

async function* recordedTexts(
	{ files, reports }: CoverageData,
	{ checkout, folder, start }: RecordingPlace,
): AsyncGenerator<RecordedText> {
	for (const file of reports === undefined ? [] : await checkout.find(start + reports)) {
		yield { text: await readIfText(checkout.files, file), file };
	}
	for (const name of files) {
		const isNumbered = name.includes('{n}');
		for (let n = 0; n === 0 || isNumbered; n++) {
			const file = `${folder}/${name.replace('{n}', `${n}`)}`;
			const text = await readIfText(checkout.files, file);
			if (text === '') {
				break;
			}
			yield { text, file };
		}
	}
}

function inWorkspace(lines: ExecutedLines, paths: CoveragePaths, report?: string): ExecutedLines {
	const found = new Map<string, ReadonlySet<number>>();
	for (const [written, own] of lines) {
		const path = paths.pathOf(written, report);
		if (path !== undefined) {
			found.set(path, joined(found.get(path), own));
		}
	}
	return found;
}

function joined(known: ReadonlySet<number> | undefined, more: ReadonlySet<number>): ReadonlySet<number> {
	return known === undefined ? more : new Set([...known, ...more]);
}

async function linesOfScripts({ scripts, maps }: V8Report, place: RecordingPlace): Promise<ExecutedLines> {
	const found = new Map<string, ReadonlySet<number>>();
	for (const script of scripts) {
		const map = maps.get(script.url);
		const lines =
			map === undefined
				? await plainLines(script, place)
				: inWorkspace(fromFolder(executedOriginals(script, map), script.url), place.paths);
		for (const [path, own] of lines) {
			found.set(path, joined(found.get(path), own));
		}
	}
	return found;
}

async function plainLines(script: V8Script, { checkout, paths }: RecordingPlace): Promise<ExecutedLines> {
	const path = script.url.startsWith('file:') ? paths.pathOf(script.url) : undefined;
	return path === undefined
		? new Map()
		: new Map([[path, executedLines(script, await readIfText(checkout.files, path))]]);
}

/** Sources of a map are relative to its script. */
function fromFolder(lines: ExecutedLines, url: string): ExecutedLines {
	return new Map([...lines].map(([source, own]) => [resolved(source, url), own]));
}

function resolved(source: string, url: string): string {
	try {
		return new URL(source, url).href;
	} catch {
		return source;
	}
}
