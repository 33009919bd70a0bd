/** A command that failed in a terminal. */
export interface FailedCommand {
	readonly commandLine: string;
	readonly exitCode: number;
	/** Plain text; of long output, the beginning and the end. Absent: it was not read. */
	readonly output?: string;
}

/** A failed command whose output is known. */
export type ReadCommand = FailedCommand & { readonly output: string };

export function isRead(command: FailedCommand): command is ReadCommand {
	return command.output !== undefined;
}

/** `npm test (exit 1)`, short enough for a row. */
export function commandLabel({ commandLine, exitCode }: FailedCommand): string {
	const line = commandLine.replace(/\s+/g, ' ').trim();
	return `${line.length > 60 ? `${line.slice(0, 59)}…` : line} (exit ${exitCode})`;
}

/** The end of the output says most about the failure: its error line, else its last line. */
export function commandSummary({ output }: ReadCommand): string {
	return errorLine(output) ?? output.slice(-lineLimit).trim().split('\n').at(-1)?.trim() ?? '';
}

/** The issue text of a failed command. Its title is the error line of the output, if one is found. */
export function commandIssueText(command: ReadCommand): string {
	const { commandLine, exitCode, output } = command;
	return [
		errorLine(output) ?? `${commandLine.trim()} fails`,
		'',
		`\`${commandLine.trim()}\` ended with exit code ${exitCode}:`,
		'',
		output,
	].join('\n');
}

/** Longer lines are cut: no title is that long. */
const lineLimit = 1000;

/** The last line that starts with an error's name and a message: most traces end or start with such a line. */
function errorLine(output: string): string | undefined {
	const lines = output.split('\n').map(line =>
		line
			.slice(0, lineLimit)
			.replace(/^\s*(?:E\s+|\[\w+\]\s+|Uncaught\s+)*/, '')
			.trim(),
	);
	return lines.findLast(line => /^[\w.:]*(?:Error|Exception|panic|panicked)\b[^:]{0,200}: *\S/.test(line));
}
