import { UserError } from './userError';

export class ProgramMissingError extends UserError {
	readonly program: string;

	/** `page`: the address of the page that describes how to install it. */
	constructor(program: string, page?: string) {
		super(`${program} was not found: install it, or add its folder to PATH.`, {
			cures: [{ kind: 'install', program, ...(page !== undefined && { page }) }],
		});
		this.program = program;
	}
}
