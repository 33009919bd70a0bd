import { excerpt } from '../../../code/pure/index/excerpt';
import { splitLines } from '../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { CodeSymbol } from '../../../runs/pure/model/symbol';
import { tagged } from '../../../system/pure/text/fenced';

/** So many tests are shown, each with so many lines and characters. */
const most = { tests: 3, nLines: 60, nCharacters: 3000 } as const;

/**
 * The code of tests by their names, as runners report them, with its place; '' if none is found. A name that several tests
 * have is decided by the file in it: `tests/test_a.py::TestA::test_b`, `app.tests.TestA.test_b`.
 */
export async function testCode(names: readonly string[], { index, files }: Workspace): Promise<string> {
	const found = new Map<string, CodeSymbol>();
	for (const name of names) {
		const symbol = testNamed(name, index);
		if (symbol !== undefined && found.size < most.tests) {
			found.set(`${symbol.file}:${symbol.startLine}`, symbol);
		}
	}
	const texts: string[] = [];
	for (const { file, startLine, endLine } of found.values()) {
		const lines = splitLines(await readIfText(files, file));
		const { text } = excerpt(lines, [{ startLine, endLine }], most);
		texts.push(`${file}:${startLine}\n${tagged('code', text)}`);
	}
	return texts.join('\n\n');
}

function testNamed(name: string, index: Workspace['index']): CodeSymbol | undefined {
	// Parameters, or the class, follow the name.
	const [own = ''] = /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(name.replace(/[[(].*$/s, '').trim()) ?? [];
	const named = index.named(own).filter(({ file }) => index.file(file)?.isTest === true);
	const inFile = named.filter(({ file }) => holdsPath(name, file));
	const [only, ...others] = inFile.length > 0 ? inFile : named;
	return others.length === 0 || inFile.length > 0 ? only : undefined;
}

/** Whether a name has a path in it: with slashes, or with dots and without its extension. */
function holdsPath(name: string, path: string): boolean {
	const stem = path.replace(/\.[^./]*$/, '');
	return name.includes(path) || name.includes(stem.split('/').slice(-2).join('.'));
}
