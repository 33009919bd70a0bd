import type { LineRange, Place } from './symbol';

/** A piece of a tool's answer that means something on its own. What is between the parts introduces them. */
export interface AnswerPart {
	/** `text`: what is neither code nor a commit, such as the uses of a name in a file. */
	readonly kind: 'code' | 'commit' | 'text';
	/** Qualified name of the definition, or id of the commit; '' where there is none. */
	readonly name: string;
	/** Of a commit: the first line of its message. */
	readonly title?: string;
	/** What it is about, in the code as it is now. */
	readonly place?: Place;
	/** Of code: the lines of its place that it shows, each of them whole. */
	readonly lines?: readonly LineRange[];
	/** Some lines of the definition of that name, found by what they contain. */
	readonly isHit?: true;
	/** Of a commit: everything of it is shown. */
	readonly isWhole?: boolean;
	/** From this character of the answer to that one. */
	readonly start: number;
	readonly end: number;
}
