/** The command line itself is wrong. The message states how; the exit code is 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
