import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { UsageError } from '../command';
import type { Terminal } from '../terminal';
import { cureText } from './cureText';

/** Reports why a command failed, and returns its exit code. */
export function reportError(error: unknown, terminal: Terminal, signal: AbortSignal): number {
	if (error instanceof UsageError) {
		terminal.note(`faultline: ${error.message}`);
		return 2;
	}
	if (signal.aborted) {
		terminal.note('Cancelled.');
	} else if (error instanceof UserError) {
		terminal.note(`faultline: ${error.message}${cureText(error.cures)}`);
	} else if (isSystemError(error)) {
		terminal.note(`faultline: ${error.message}`);
	} else {
		const stack = error instanceof Error ? error.stack : undefined;
		terminal.note(`faultline: Internal error, please report it: ${stack ?? errorText(error)}`);
	}
	return 1;
}

/** A full disk, a missing permission: the message is sufficient without a stack. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
	return error instanceof Error && 'syscall' in error;
}
