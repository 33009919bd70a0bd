/** A problem a language's tools found, in plain text. */
export interface FoundProblem {
	readonly message: string;
	/** Who says so, and under which name: `ts 2345`. */
	readonly from?: string;
	/** Path and line: `src/shop.py:3`. */
	readonly place: string;
	/** The lines around it. */
	readonly lines: string;
	readonly related: readonly { readonly message: string; readonly place: string }[];
}

/** The issue a problem makes. */
export function problemIssueText({ message, from, place, lines, related }: FoundProblem): string {
	return [
		message.trim(),
		`At ${place}${from === undefined ? '' : ` (${from})`}:`,
		`\`\`\`\n${lines}\n\`\`\``,
		...related.map(each => `${each.message.trim()} (${each.place})`),
	].join('\n\n');
}
