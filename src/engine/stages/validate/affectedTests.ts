import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';
import { testsThatRan } from './testsThatRan';

/** The tests that a patch probably affects. */
export interface AffectedTests {
	/** Tests that executed the changed code, as the spectrum names them: those with the most changed lines first. */
	readonly ran: readonly string[];
	/** Paths of test files, chosen by the changed code for which no such test is known. */
	readonly files: readonly string[];
}

/** So many files of tests are read. */
const mostRead = 500;
const loads = /\b(?:import|from|require|include|use|using)\b/;

/** The tests that a patch of these files probably affects: by the code that tests executed, if measured. */
export async function affectedTests(
	workspace: Pick<Workspace, 'files' | 'index'>,
	changed: readonly PatchedFile[],
	spectrum?: Spectrum,
): Promise<AffectedTests> {
	const counts = new Map<string, number>();
	const unknown: string[] = [];
	for (const file of changed) {
		const ran = spectrum === undefined ? new Map<string, number>() : testsThatRan(spectrum, file);
		for (const [test, nLines] of ran) {
			counts.set(test, (counts.get(test) ?? 0) + nLines);
		}
		if (ran.size === 0) {
			unknown.push(file.path);
		}
	}
	const ran = [...counts].sort(([, a], [, b]) => b - a).map(([test]) => test);
	return { ran, files: unknown.length === 0 ? [] : await testFilesOf(workspace, unknown) };
}

/**
 * The files of tests that are named like one of these files, or name it in a line that loads code. Paths of the
 * workspace.
 */
async function testFilesOf(
	{ files, index }: Pick<Workspace, 'files' | 'index'>,
	changed: readonly string[],
): Promise<readonly string[]> {
	const tests = index.files().flatMap(({ path, isTest, language }) => (isTest && language !== undefined ? [path] : []));
	const wanted = changed.map(path => withoutEnding(path).split('/'));
	const affected: string[] = [];
	for (const [at, path] of tests.entries()) {
		const isNamed = wanted.some(parts =>
			wordsOf(lastOf(withoutEnding(path).split('/'))).includes(lastOf(parts).toLowerCase()),
		);
		if (isNamed || (at < mostRead && loadsOne(await readIfText(files, path), wanted))) {
			affected.push(path);
		}
	}
	return affected;
}

/** Whether a line that loads code names one of these, as `a/b`, `a.b`, `a::b`, or only by its last part. */
function loadsOne(text: string, wanted: readonly (readonly string[])[]): boolean {
	const lines = text.split('\n').filter(line => line.length <= 300 && loads.test(line));
	return wanted.some(parts => {
		const name = lastOf(parts);
		// The main file of a folder is loaded by the name of the folder.
		const names = mainNames.has(name) ? [name, parts.at(-2) ?? name] : [name];
		return lines.some(line => names.some(each => wordsIn(line).includes(each)));
	});
}

const mainNames: ReadonlySet<string> = new Set(['index', '__init__', 'mod', 'main', 'lib']);

function wordsIn(line: string): readonly string[] {
	return line.split(/[^\w-]+/);
}

/** The words of a file's name, in small letters: `test_cart`, `cart.test`. The whole name is one of them. */
function wordsOf(name: string): readonly string[] {
	const small = name.toLowerCase();
	return [small, small.replace(/^tests?[_.-]/, '').replace(/[_.-](?:tests?|spec)$/, '')];
}

function withoutEnding(path: string): string {
	return path.replace(/\.[^./]*$/, '');
}

function lastOf(parts: readonly string[]): string {
	return parts.at(-1) ?? '';
}
