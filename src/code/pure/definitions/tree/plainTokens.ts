import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { LanguageData } from '../../languages/languageData';

/** In nodes of these types, blanks have a meaning. */
const verbatim = /string|template|heredoc|regex|char|text/i;

/**
 * The code of a text without its comments, blanks and line breaks: its words with the brackets of its syntax tree. Two
 * texts have the same if they differ in nothing else. Undefined for a text with syntax errors.
 */
export function plainTokens(tree: Tree, text: string, { comments }: LanguageData): string | undefined {
	if (tree.rootNode.hasError) {
		return undefined;
	}
	const cursor = tree.walk();
	const walk = new TokenWalk(text, new Set(comments));
	try {
		do {
			walk.enter(cursor);
		} while (walk.moveOn(cursor));
		return walk.result();
	} finally {
		cursor.delete();
	}
}

class TokenWalk {
	private readonly tokens: string[] = [];
	private readonly comments: ReadonlySet<string>;
	/** The end of the last token. */
	private at = 0;
	private isSkipped = false;

	constructor(
		private readonly text: string,
		comments: ReadonlySet<string>,
	) {
		this.comments = comments;
	}

	enter({ nodeType, startIndex, endIndex }: TreeCursor): void {
		this.gapTo(startIndex);
		const isComment = this.comments.has(nodeType);
		this.isSkipped = isComment || verbatim.test(nodeType);
		if (this.isSkipped) {
			this.take(isComment ? '' : this.text.slice(startIndex, endIndex), endIndex);
		}
	}

	/** To the next node in source order; false at the end. */
	moveOn(cursor: TreeCursor): boolean {
		if (!this.isSkipped) {
			if (cursor.gotoFirstChild()) {
				this.tokens.push('(');
				return true;
			}
			this.take(this.text.slice(cursor.startIndex, cursor.endIndex), cursor.endIndex);
		}
		while (!cursor.gotoNextSibling()) {
			if (!cursor.gotoParent()) {
				return false;
			}
			this.gapTo(cursor.endIndex);
			this.tokens.push(')');
		}
		return true;
	}

	result(): string {
		this.gapTo(this.text.length);
		return this.tokens.join(' ');
	}

	/** Takes text that no node contains: words that were blanked out for the parser. */
	private gapTo(index: number): void {
		if (index > this.at) {
			this.take(this.text.slice(this.at, index).replace(/\s+/g, ''), index);
		}
	}

	private take(token: string, end: number): void {
		this.at = Math.max(this.at, end);
		if (token !== '') {
			this.tokens.push(token);
		}
	}
}
