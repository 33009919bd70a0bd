/** A problem reported by language tools, in plain text. */
export interface FoundProblem {
	readonly message: string;
	/** The tool that reports it, and its code: `ts 2345`. */
	readonly from?: string;
	/** Path and line: `src/shop.py:3`. */
	readonly place: string;
	/** The lines around it. */
	readonly lines: string;
	readonly related: readonly { readonly message: string; readonly place: string }[];
}

/** The issue text of a problem. */
export function problemIssueText({ message, from, place, lines, related }: FoundProblem): string {
	return [
		message.trim(),
		`At ${place}${from === undefined ? '' : ` (${from})`}:`,
		`\`\`\`\n${lines}\n\`\`\``,
		...related.map(each => `${each.message.trim()} (${each.place})`),
	].join('\n\n');
}
