import { isStopWord } from '../../../code/pure/index/words/stopWords';
import { forEachWord } from '../../../code/pure/index/words/words';
import { splitLines } from '../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import { isIdentifierShaped } from '../../../localizer/pure/brief/mentionedNames';
import type { Issue } from '../../../runs/pure/model/issue';
import type { Place } from '../../../runs/pure/model/symbol';

/** Words that are in more lines are not searched for; shorter ones neither. */
const limits = { lines: 60, letters: 4, words: 30 };
/** Lines shown before and after a hit, as by `rg -C 2`. */
const context = 2;

/**
 * What somebody reads who searches the code with `rg -w -C 2` for one word of the issue after the other: names before other
 * words, the rarest first. Tests are left out, as in rankings.
 */
export async function wordGrep({ body }: Issue, { index, files }: Workspace): Promise<Place[]> {
	const wanted = new Map<string, Place[]>();
	forEachWord(body, word => {
		if (word.length >= limits.letters && !isStopWord(word.toLowerCase())) {
			wanted.set(word, []);
		}
	});
	for (const { path, isTest, language } of index.files()) {
		if (!isTest && language !== undefined) {
			addHits(wanted, path, await readIfText(files, path));
		}
	}
	const found = [...wanted].filter(([, hits]) => hits.length > 0 && hits.length <= limits.lines);
	const byRarity = ([one, its]: (typeof found)[number], [other, others]: (typeof found)[number]) =>
		Number(isIdentifierShaped(other)) - Number(isIdentifierShaped(one)) || its.length - others.length;
	return found
		.sort(byRarity)
		.slice(0, limits.words)
		.flatMap(([, hits]) => hits);
}

function addHits(wanted: ReadonlyMap<string, Place[]>, file: string, text: string): void {
	const nLines = splitLines(text).length;
	forEachWord(text, (word, line) => {
		const hits = wanted.get(word);
		if (hits === undefined || hits.length > limits.lines) {
			return;
		}
		const [startLine, endLine] = [Math.max(1, line + 1 - context), Math.min(nLines, line + 1 + context)];
		const last = hits.at(-1);
		if (last?.file === file && startLine <= last.endLine + 1) {
			hits[hits.length - 1] = { ...last, endLine };
		} else {
			hits.push({ file, startLine, endLine });
		}
	});
}
