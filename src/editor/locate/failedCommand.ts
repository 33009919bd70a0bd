/** A command that was run in a terminal and ended with an error. */
export interface FailedCommand {
	readonly commandLine: string;
	readonly exitCode: number;
	/** Plain text; of much of it, beginning and end. */
	readonly output: string;
}

/** `npm test (exit 1)`, short enough for a row. */
export function commandLabel({ commandLine, exitCode }: FailedCommand): string {
	const line = commandLine.replace(/\s+/g, ' ').trim();
	return `${line.length > 60 ? `${line.slice(0, 59)}…` : line} (exit ${exitCode})`;
}

/** The issue such a command makes. Its title is the error in the output, where a line is told to be one. */
export function commandIssueText(command: FailedCommand): string {
	const { commandLine, exitCode, output } = command;
	return [
		errorLine(output) ?? `${commandLine.trim()} fails`,
		'',
		`\`${commandLine.trim()}\` ended with exit code ${exitCode}:`,
		'',
		output,
	].join('\n');
}

/** The last line that begins with an error's name and says something about it: traces of most kinds end or begin so. */
function errorLine(output: string): string | undefined {
	const lines = output.split('\n').map(line => line.replace(/^\s*(?:E\s+|\[\w+\]\s+|Uncaught\s+)*/, '').trim());
	return lines.findLast(line => /^[\w.:]*(?:Error|Exception|panic|panicked)\b[^:]*: *\S/.test(line));
}
