import { findProgram } from './findProgram';
import data from './installCommands.json';

interface System {
	/** Defaults to the environment of this process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly isRoot?: boolean;
}

/**
 * The command that installs a program with the package manager of this system, for the user to run; undefined if either
 * is unknown.
 */
export async function installCommand(
	program: string,
	{ env = process.env, isRoot = process.getuid?.() === 0 }: System = {},
): Promise<string | undefined> {
	const packages: Readonly<Record<string, Readonly<Record<string, string>>>> = data.packages;
	const names = packages[program];
	if (names === undefined) {
		return undefined;
	}
	for (const [manager, command] of Object.entries(data.managers)) {
		if (await isInstalled(manager, env)) {
			return `${isRoot ? command.replace(/^sudo /, '') : command} ${names[manager] ?? program}`;
		}
	}
	return undefined;
}

function isInstalled(program: string, env: NonNullable<System['env']>): Promise<boolean> {
	return findProgram(program, '/', { env }).then(
		() => true,
		() => false,
	);
}
