import { childEnvironment } from './childEnvironment';

/** Names of the variables of this process that a command of the project must not get. */
export function unsetVariables(own: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
	const kept = childEnvironment(own);
	return Object.keys(own).filter(name => !(name in kept));
}
