/** An error whose message is written for users: it states the problem and what to do. Shown without a stack. */
export class UserError extends Error {
	override readonly name = 'UserError';
}
