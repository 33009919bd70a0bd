/** Whether a text contains a word or name as a whole: not as a part of a longer one. */
export function hasWord(text: string, word: string): boolean {
	return wordAt(text, word) >= 0;
}

/** Returns the position of a whole word or name in a text; -1 if there is none. */
function wordAt(text: string, word: string): number {
	for (let at = word === '' ? -1 : text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
		if (!joins(text[at - 1], word[0]) && !joins(word.at(-1), text[at + word.length])) {
			return at;
		}
	}
	return -1;
}

/** Whether two neighbors belong to one word. */
function joins(before: string | undefined, after: string | undefined): boolean {
	return isWordCharacter(before) && isWordCharacter(after);
}

function isWordCharacter(character: string | undefined): boolean {
	return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}
