import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedLines, type LinesByFile } from '../../src/research/pure/eval/goldLines';

/** What a fix changes. */
interface Gold {
	readonly lines: LinesByFile;
	/** The changed lines that are long enough to be recognized in other text, trimmed. */
	readonly texts: readonly string[];
}

const leastChars = 12;

/** `folder` has the code before the fix. */
export function goldOf(fix: string, folder: string): Gold {
	const lines = changedLines(fix);
	const texts = [...lines].flatMap(([file, numbers]) => {
		const rows = readFileSync(join(folder, file), 'utf8').split(/\r?\n/);
		return numbers.map(line => rows[line - 1]?.trim() ?? '').filter(text => text.length >= leastChars);
	});
	return { lines, texts };
}

/** Whether a text shows a line that the fix changes. */
export function showsGold(text: string, gold: Gold): boolean {
	return gold.texts.some(each => text.includes(each));
}

/** What of `path:first-last` is right; of the first three. */
export function foundIn(places: readonly string[], { lines }: Gold): { rightFile: boolean; rightLines: boolean } {
	const parts = places.slice(0, 3).flatMap(place => {
		const match = /^(?:\.\/)?(.+?):(\d+)(?:-(\d+))?$/.exec(place.trim());
		const [, file = '', first = '', last = first] = match ?? [];
		return match === null ? [] : [{ file, first: Number(first), last: Number(last) }];
	});
	const changed = (file: string) => lines.get(file) ?? [];
	return {
		rightFile: parts.some(({ file }) => lines.has(file)),
		rightLines: parts.some(({ file, first, last }) => changed(file).some(line => first <= line && line <= last)),
	};
}
