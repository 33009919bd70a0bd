export interface HeadAndTailLimits {
	/** How many lines are kept, half of them from each end. */
	readonly lines: number;
	/** How many characters of a line are kept. */
	readonly lineLength: number;
}

/**
 * The beginning and the end of an output, for a model: what went wrong stands at one of them. A line says how many were
 * left out. Line ends become `\n`.
 */
export function headAndTail(text: string, { lines, lineLength }: HeadAndTailLimits = defaults): string {
	const all = text
		.replace(/\r\n?/g, '\n')
		.replace(/\n$/, '')
		.split('\n')
		.map(line => shortLine(line, lineLength));
	const half = Math.floor(lines / 2);
	const nLeftOut = all.length - 2 * half;
	return nLeftOut <= 1
		? all.join('\n')
		: [...all.slice(0, half), `[${nLeftOut} lines left out]`, ...all.slice(all.length - half)].join('\n');
}

const defaults: HeadAndTailLimits = { lines: 100, lineLength: 1000 };

function shortLine(line: string, length: number): string {
	return line.length <= length ? line : `${line.slice(0, length)} [${line.length - length} characters left out]`;
}
