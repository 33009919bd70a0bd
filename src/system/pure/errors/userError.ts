import type { Cure } from './cure';

export interface UserErrorOptions extends ErrorOptions {
	readonly cures?: readonly Cure[];
}

/** An error whose message is written for users: it states the problem and the remedy. Shown without a stack. */
export class UserError extends Error {
	override readonly name = 'UserError';
	/** The actions that are offered with it, best first. */
	readonly cures: readonly Cure[];

	constructor(message: string, { cures = [], ...options }: UserErrorOptions = {}) {
		super(message, options);
		this.cures = cures;
	}
}
