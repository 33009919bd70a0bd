import { UserError } from '../../system/pure/errors/userError';

/** No installed extension provides the debugger of a language. */
export class DebuggerMissingError extends UserError {
	/** Id of the extension that provides the debugger. */
	readonly extension: string;

	constructor(extension: string) {
		super(`To debug this reproducer, install the extension ${extension}. It can be run without a debugger.`);
		this.extension = extension;
	}
}
