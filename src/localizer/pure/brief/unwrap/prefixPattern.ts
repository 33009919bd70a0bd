/** A prefix ends behind one of these, or behind blanks. */
export const prefixEnds = /[|>\]:)}│┃║*#+\-/;,·–—"'`]|[ \t]+(?=\S)/g;

/** Any number is as good as another, and so is any number of blanks, any identifier and any branch of a tree. */
export function prefixPattern(prefix: string): RegExp {
	const parts = prefix.trimEnd().split(/(\b(?=[a-f]*\d)[\da-f-]{6,}\b|\d+|[ \t]+|[├└┌│])/);
	const text = parts.map((part, at) => {
		if (/^\s/.test(part)) {
			// Numbers of lines are aligned at their last digit.
			return `[ \\t]${at < 2 ? '*' : '+'}`;
		}
		if (at % 2 === 1) {
			return /^\d+$/.test(part) ? '\\d+' : /^[├└┌│]/.test(part) ? '[├└┌│]' : '[\\da-f-]{6,}';
		}
		return part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
	});
	return new RegExp(`^${text.join('')}`);
}
