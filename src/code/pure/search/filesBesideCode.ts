import picomatch from 'picomatch';
import { isGenerated } from '../index/words/wordCounter';
import globs from './filesBesideCode.json';
import type { SearchContext } from './searchContext';
import { isThirdParty } from './thirdParty';

/** The length of the head in which generators state that they wrote a file, in characters. */
const headLength = 1000;
const generatedMark =
	/@generated\b|\bgenerated\b.{0,200}\bdo not (?:edit|modify)\b|\bdo not (?:edit|modify)\b.{0,80}\bgenerated\b/is;

/**
 * Returns the files that describe or repeat code instead of being it: documentation, change logs, snapshots, lock
 * files, and generated or third-party code.
 */
export async function filesBesideCode(context: SearchContext, files: Iterable<string>): Promise<ReadonlySet<string>> {
	const isNamed = picomatch(globs, { dot: true });
	const beside = new Set<string>();
	for (const file of new Set(files)) {
		if (isNamed(file) || isThirdParty(file) || isWritten(await context.texts.lines(file))) {
			beside.add(file);
		}
	}
	return beside;
}

function isWritten(lines: readonly string[]): boolean {
	const text = lines.join('\n');
	return generatedMark.test(text.slice(0, headLength)) || isGenerated(text);
}
