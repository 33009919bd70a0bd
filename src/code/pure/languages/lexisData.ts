/** A form of strings, by the mark that begins and ends one. */
export interface StringForm {
	/** A backslash takes the meaning of the next character away. */
	readonly hasEscapes?: boolean;
	/** Newlines may be in it. */
	readonly hasRows?: boolean;
	/** Signs in it behind which code may begin, see `Lexer.embedded`. */
	readonly code?: string;
	/** Further marks behind its end belong to it. */
	readonly takesMarks?: boolean;
	/** The form of a string that three marks begin and end. */
	readonly long?: StringForm;
}

/** How a language is written below its words. */
export interface LexisData {
	/** Characters of names, in addition to letters, digits and `_`. */
	readonly furtherWord?: string;
	/** The mark of a comment that ends with its row: `#`, `//`. */
	readonly rowComment: '#' | '//';
	/** Comments of any rows, from a slash and an asterisk to an asterisk and a slash; `nested`: in each other. */
	readonly blockComments?: 'flat' | 'nested';
	/** By their marks; several marks may have one form. */
	readonly strings: Readonly<Record<string, StringForm>>;
	/** A slash at the possible start of a value is the mark of a regular expression. */
	readonly hasPatterns?: boolean;
}
