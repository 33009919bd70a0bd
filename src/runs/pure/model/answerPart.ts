import type { LineRange, Place } from './symbol';

/** A piece of a tool's answer that means something on its own. The text between the parts introduces them. */
export interface AnswerPart {
	/** `text`: neither code nor a commit, but for example the uses of a name in a file. */
	readonly kind: 'code' | 'commit' | 'text';
	/** Qualified name of the definition, or id of the commit; '' if there is none. */
	readonly name: string;
	/** Of a commit: the first line of its message. */
	readonly title?: string;
	/** The place it is about, in the current code. */
	readonly place?: Place;
	/** Of code: the lines of its place that it shows, each of them whole. */
	readonly lines?: readonly LineRange[];
	/** Some lines of the definition of that name, found by their content. */
	readonly isHit?: true;
	/** Of a commit: everything of it is shown. */
	readonly isWhole?: boolean;
	/** From this character of the answer to that one. */
	readonly start: number;
	readonly end: number;
}
