import { plainMarkdown } from '../../../system/pure/text/fenced';
import { shownLine, shownText } from '../../../system/pure/text/shownText';

/** Between letters, a low line is no markup: `test_report` stays as it is. */
const marks = /[*`|>~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Separates characters for GitHub, and shows nothing. */
const nothing = '&ZeroWidthSpace;';

/**
 * A text of unknown origin in the Markdown of a pull request: as text, without links, images and HTML, and such that it
 * notifies nobody, refers to no issue, and closes none.
 */
export function quietMarkdown(text: string): string {
	return plainMarkdown(shownText(text))
		.replaceAll(marks, '\\$&')
		.replaceAll(references, (_all, mark: string) => mark + nothing);
}

/** The same on one line. */
export function quietMarkdownLine(text: string): string {
	return quietMarkdown(shownLine(text));
}

/** The same for a title or a commit message, which are no Markdown: a visible blank separates. */
export function quietLine(text: string): string {
	return shownLine(text).replaceAll(references, (_all, mark: string) => `${mark} `);
}

/**
 * Prefixes that make GitHub read a following name or number as a reference: `@user`, `#1`, `owner/name#1`, `GH-1`, and
 * the address of an issue: https://docs.github.com/get-started/writing-on-github
 */
const references = /(@|#|gh-|:(?=\/\/)|www(?=\.))(?=[\w/.-])/gi;
