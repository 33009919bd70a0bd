/** An error whose message is written for the person: it says what is wrong and what to do. Shown without a stack. */
export class UserError extends Error {
	override readonly name = 'UserError';
}
