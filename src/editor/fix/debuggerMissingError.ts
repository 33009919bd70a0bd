import { UserError } from '../../core/util/userError';

export class DebuggerMissingError extends UserError {
	/** Id of the extension that has it. */
	readonly extension: string;

	constructor(extension: string) {
		super(`To debug this reproducer, install the extension ${extension}. It can be run without.`);
		this.extension = extension;
	}
}
