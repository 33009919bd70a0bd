/**
 * Takes the commonest endings off an English word, so that `checks`, `checked` and `checking` are one term. Names of
 * code are made of short words: measured on real issues, this finds more than a full Porter stemmer.
 */
export function stem(word: string): string {
	if (word.length < 5) {
		return word;
	}
	if (word.endsWith('ies')) {
		return `${word.slice(0, -3)}y`;
	}
	if (word.endsWith('sses')) {
		return word.slice(0, -2);
	}
	if (word.endsWith('ing') && word.length > 5) {
		return word.slice(0, -3);
	}
	if (word.endsWith('ed')) {
		return word.slice(0, -2);
	}
	return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
