import { shortened } from '../../runs/pure/model/shortened';
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
	return `${shortened(commandLine.replace(/\s+/g, ' ').trim(), 60)} (exit ${exitCode})`;
}

/** The issue text of a failed command: its first line is only the title if the output contains no error. */
export function commandIssueText({ commandLine, exitCode, output }: ReadCommand): string {
	return `${commandLine.trim()} fails (exit code ${exitCode})\n\n${output}`;
}
