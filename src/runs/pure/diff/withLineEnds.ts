import { diffArrays } from 'diff';
import { type TextLine, textLines, usualEnd } from './textLines';

/** The text with a single kind of line end, as editors keep it. */
export function withLineEnds(text: string, end: '\n' | '\r\n'): string {
	return text.replaceAll(/\r\n?|\n/g, end);
}

/** Above this number of changed lines, all get the usual line end: comparing line by line takes quadratic time. */
const editLimit = 4000;

/** `text` with the line ends that the same lines have in `like`; other lines get the most frequent end of `like`. */
export function withLineEndsOf(text: string, like: string): string {
	const [old, fresh] = [textLines(like), textLines(withLineEnds(text, '\n'))];
	const usual = usualEnd(old);
	const texts = (lines: readonly TextLine[]) => lines.map(line => line.text);
	const parts = diffArrays(texts(old), texts(fresh), { maxEditLength: editLimit });
	const ends: (string | undefined)[] = [];
	let at = 0;
	for (const { count, added, removed } of parts ?? []) {
		if (added) {
			ends.push(...new Array<undefined>(count).fill(undefined));
			continue;
		}
		ends.push(...(removed ? [] : old.slice(at, at + count).map(({ end }) => end || undefined)));
		at += count;
	}
	return fresh.map(({ text, end }, idx) => text + (end === '' ? '' : (ends[idx] ?? usual))).join('');
}
